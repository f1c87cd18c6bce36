import { isJsonObject, type JsonObject } from './base-document.js';
import { ContractError } from './contract-error.js';
import { jsonPointer, segmentsOf } from './json-pointer.js';

/**
 * An object of a contract document together with its position, so that an error can name the place of a missing
 * member. References are followed: a place is never a mere `$ref`.
 */
export class Place {
  readonly document: JsonObject;
  /** JSON Pointer of the object itself, after following all references. */
  readonly pointer: string;
  readonly node: JsonObject;

  /**
   * @param document - the root of the document
   * @param pointer - JSON Pointer to an object or to a reference to one
   * @throws ContractError when there is no object
   */
  constructor(document: JsonObject, pointer: string) {
    const node = valueAt(document, pointer);
    if (!isJsonObject(node)) throw new ContractError(pointer, 'an object was expected');
    const target =
      typeof node.$ref === 'string' ? new Place(document, node.$ref.replace(/^#/, '')) : undefined;
    this.document = document;
    this.pointer = target?.pointer ?? pointer;
    this.node = target?.node ?? node;
  }

  /** The object below this one, with references followed. Throws ContractError when there is none. */
  at(...segments: readonly (string | number)[]): Place {
    return new Place(this.document, this.pointer + jsonPointer(...segments));
  }

  /** The objects in a member, by key or index; empty if the member is absent. */
  entries(key: string): readonly (readonly [string, Place])[] {
    const member = this.node[key];
    if (member === undefined) return [];
    if (typeof member !== 'object' || member === null) throw this.#unfit(key, 'an object or an array');
    return Object.keys(member).map((each) => [each, this.at(key, each)]);
  }

  /** A member that must be a string. Throws ContractError when it is not. */
  text(key: string): string {
    const member = this.node[key];
    if (typeof member !== 'string') throw this.#unfit(key, 'a string');
    return member;
  }

  /** A member that must be an array of strings. Throws ContractError when it is not. */
  texts(key: string): readonly string[] {
    const member: unknown = this.node[key];
    if (!Array.isArray(member) || !member.every((each) => typeof each === 'string')) {
      throw this.#unfit(key, 'an array of strings');
    }
    return member;
  }

  /** A member that must be an integer. Throws ContractError when it is not. */
  integer(key: string): number {
    const member = this.node[key];
    if (typeof member !== 'number' || !Number.isInteger(member)) throw this.#unfit(key, 'an integer');
    return member;
  }

  /** A member that must be a boolean; false if it is absent. Throws ContractError when it is anything else. */
  flag(key: string): boolean {
    const member = this.node[key] ?? false;
    if (typeof member !== 'boolean') throw this.#unfit(key, 'a boolean');
    return member;
  }

  #unfit(key: string, expected: string): ContractError {
    return new ContractError(this.pointer + jsonPointer(key), `${expected} was expected`);
  }
}

function valueAt(document: JsonObject, pointer: string): unknown {
  let value: unknown = document;
  for (const segment of segmentsOf(pointer)) {
    value = Array.isArray(value) ? value[Number(segment)] : isJsonObject(value) ? value[segment] : undefined;
  }
  return value;
}
