import { _, Ajv2020, type CodeKeywordDefinition, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvNames from 'ajv/dist/compile/names.js';
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

/** The errors of one list after which its other entries are not judged: a page has at most a hundred entries. */
const mostErrors = 5_000;

/** The keyword `items` as in Ajv, but for a list of wrong entries, whose errors would take longer than all other work. */
const items: CodeKeywordDefinition = {
  keyword: 'items',
  type: 'array',
  schemaType: ['object', 'boolean'],
  before: 'uniqueItems',
  code(context) {
    const { gen, data, it, keyword } = context;
    it.items = true;
    const [areValid, isValid] = [gen.let('valid', true), gen.name('valid')];
    gen.forRange('i', 0, _`${data}.length`, (index) => {
      context.subschema({ keyword, dataProp: index, dataPropType: 0 }, isValid);
      gen.if(_`!${isValid}`, () => gen.assign(areValid, false));
      gen.if(_`${ajvNames.default.errors} > ${mostErrors}`, () => gen.break());
    });
    context.ok(areValid);
  },
};

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
    this.#ajv.removeKeyword('items').addKeyword(items);
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
