import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { ContractError, type JsonObject } from '../documents/base-document.js';
import { linearPattern } from './linear-pattern.js';
import { keywordsWithOrigin } from './origin.js';

/** Keywords of the contract that annotate a schema without validating anything; Ajv's strict mode must know them. */
const annotations: readonly string[] = [
  'x-provenance',
  'x-gap',
  'x-clause',
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
    // Validation against the meta-schema would see only the root of the document and the references to its schemas, and
    // would take a tenth of a process's start.
    validateSchema: false,
    // Optimized code takes half as long again to compile, and validates no faster.
    code: { optimize: false, regExp: Object.assign(linearPattern, { code: 'linearPattern' }) },
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
