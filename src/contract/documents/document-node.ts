import { jsonPointer, member, parsePointer } from '../values/path.js';
import { ContractError, isJsonObject, type JsonObject } from './base-document.js';

/**
 * An object of a contract document together with its position, so that an error can name the place where a member is
 * missing. References are followed: a node is never a mere `$ref`.
 */
export class DocumentNode {
  readonly document: JsonObject;
  /** JSON Pointer of the object itself, after following all references. */
  readonly pointer: string;
  readonly node: JsonObject;
  /** The object as it is written, before any reference is followed: its origin stands next to the reference. */
  readonly written: JsonObject;

  /**
   * @param document - the root of the document
   * @param pointer - JSON Pointer to an object or to a reference to one
   * @throws ContractError when there is no object
   */
  constructor(document: JsonObject, pointer: string) {
    const node = parsePointer(pointer).reduce<unknown>(member, document);
    if (!isJsonObject(node)) throw new ContractError(pointer, 'an object was expected');
    const target =
      typeof node.$ref === 'string' ? new DocumentNode(document, node.$ref.replace(/^#/, '')) : undefined;
    this.document = document;
    this.pointer = target?.pointer ?? pointer;
    this.node = target?.node ?? node;
    this.written = node;
  }

  /** The object below this one, with references followed. Throws ContractError when there is none. */
  at(...segments: readonly (string | number)[]): DocumentNode {
    return new DocumentNode(this.document, this.pointer + jsonPointer(...segments));
  }

  /** The objects in a member, by key or index; empty if the member is absent. */
  entries(key: string): readonly (readonly [string, DocumentNode])[] {
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
  strings(key: string): readonly string[] {
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

/** An object of a document, or the one that it refers to. */
export function resolved(document: JsonObject, node: JsonObject): JsonObject {
  return typeof node.$ref === 'string' ? new DocumentNode(document, node.$ref.replace(/^#/, '')).node : node;
}
