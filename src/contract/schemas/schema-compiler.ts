import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import {
  ContractError,
  isJsonObject,
  type JsonObject,
  jsonPointer,
  segmentsOf,
} from '../documents/base-document.js';
import { member } from '../path.js';
import { linearPattern } from './linear-pattern.js';
import { keywordsWithOrigin } from './origin.js';

/** Keywords of the contract that annotate a schema without validating anything; Ajv's strict mode must know them. */
const annotations: readonly string[] = [
  'x-provenance',
  'x-gap',
  'x-clause',
  'x-closed',
  ...keywordsWithOrigin.flatMap((keyword) => [`x-${keyword}-provenance`, `x-${keyword}-gap`]),
];

/** Members of the document's root: Ajv treats the root as a schema on its way to the schemas in it. */
const rootMembers = ['openapi', 'info', 'servers', 'security', 'tags', 'paths', 'components'] as const;

const documentId = 'contract:openapi';

/**
 * Compiles schemas of a contract document in place: it adds the whole document to Ajv, and compiles each schema by
 * reference when it is first needed. Compilation is strict: an unknown keyword, type or format is an error.
 */
export class SchemaCompiler {
  readonly #ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    verbose: true,
    code: { regExp: Object.assign(linearPattern, { code: 'linearPattern' }) },
  });
  readonly #compiled = new Map<string, ValidateFunction>();

  /** @param document - the root of an OpenAPI 3.1 document */
  constructor(document: JsonObject) {
    formats.default(this.#ajv);
    this.#ajv.addVocabulary([...annotations, ...rootMembers]);
    this.#ajv.addSchema(document, documentId);
  }

  /**
   * The validating function for a schema.
   *
   * @param pointer - JSON Pointer of the schema in the document
   * @returns Ajv's function; its errors include the schema and the data that they concern
   * @throws ContractError when there is no schema, or it doesn't compile
   */
  validator(pointer: string): ValidateFunction {
    const known = this.#compiled.get(pointer);
    if (known !== undefined) return known;
    const validate = this.#compile(pointer);
    this.#compiled.set(pointer, validate);
    return validate;
  }

  #compile(pointer: string): ValidateFunction {
    try {
      return this.#ajv.compile({
        $ref: `${documentId}#${pointer.split('/').map(encodeURIComponent).join('/')}`,
      });
    } catch (error) {
      throw new ContractError(pointer, error instanceof Error ? error.message : String(error));
    }
  }
}

/**
 * An object of a contract document together with its position, so that an error can name the place where a member is
 * missing. References are followed: a place is never a mere `$ref`.
 */
export class Place {
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
    const node = segmentsOf(pointer).reduce<unknown>(member, document);
    if (!isJsonObject(node)) throw new ContractError(pointer, 'an object was expected');
    const target =
      typeof node.$ref === 'string' ? new Place(document, node.$ref.replace(/^#/, '')) : undefined;
    this.document = document;
    this.pointer = target?.pointer ?? pointer;
    this.node = target?.node ?? node;
    this.written = node;
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

/** An object of a document, or the one that it refers to. */
export function resolved(document: JsonObject, node: JsonObject): JsonObject {
  return typeof node.$ref === 'string' ? new Place(document, node.$ref.replace(/^#/, '')).node : node;
}
