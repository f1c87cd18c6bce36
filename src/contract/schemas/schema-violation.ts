import type { ErrorObject } from 'ajv/dist/2020.js';
import { contract, isJsonObject, type JsonObject } from '../documents/document.js';
import { DocumentNode } from '../documents/document-node.js';
import { parsePointer, writePath } from '../values/path.js';
import { counted } from '../values/words.js';
import { leastCertain, type Origin, originOf, type Provenance } from './origin.js';
import { SchemaCompiler } from './schema-compiler.js';
import { Spot } from './spot.js';

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

const formatWords: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  uri: 'an absolute URI',
  'date-time': 'an RFC 3339 date and time',
};

/**
 * Says in words what a schema expects of a value that violates it.
 *
 * @param error - the error that Ajv reports
 * @returns a phrase such as `an integer`, `one of: pending, processing`, `at most 120 characters`
 */
export function expectation({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return [params.type].flat().map(typeInWords).join(' or ');
    case 'required':
      return 'the field to be present';
    case 'enum':
      return `one of: ${[params.allowedValues].flat().map(String).join(', ')}`;
    case 'const':
      return JSON.stringify(params.allowedValue);
    case 'format':
      return formatWords[String(params.format)] ?? `a string of the format ${params.format}`;
    case 'pattern':
      return `text that matches ${params.pattern}`;
    case 'multipleOf':
      return params.multipleOf === 1 ? 'a whole number' : boundInWords(keyword, params.multipleOf);
    default:
      return keyword in boundWords ? boundInWords(keyword, params.limit) : (message ?? `valid by ${keyword}`);
  }
}

function typeInWords(type: unknown): string {
  return typeWords[String(type)] ?? String(type);
}

const boundWords: Readonly<Record<string, string>> = {
  minLength: 'at least # characters',
  maxLength: 'at most # characters',
  minItems: 'at least # items',
  maxItems: 'at most # items',
  minimum: '# or more',
  maximum: '# or less',
  exclusiveMinimum: 'more than #',
  exclusiveMaximum: 'less than #',
  multipleOf: 'a multiple of #',
  format: 'the format #',
  default: '# by default',
};

/** A bound of a schema in words: `at most 120 characters`. */
function boundInWords(keyword: string, limit: unknown): string {
  const words = (boundWords[keyword] ?? `${keyword} #`).replace('#', () => String(limit));
  return String(limit) === '1' ? words.replace(/s$/, '') : words;
}

/** A part of a body that the contract's schema does not allow. */
export interface SchemaViolation {
  /** On the wire: `items[3].success`; `''` for the body itself. For a missing field, the path that it should have. */
  readonly path: string;
  /** Our path, if it differs. */
  readonly ours?: string;
  /** In words: `an integer`, `one of: pending, processing`, `the field to be present`. */
  readonly expected: string;
  /** In words: the type and, for a simple value, the value, cut if it is long. */
  readonly received: string;
  /** The violated JSON Schema keyword; `status` for an undocumented status. */
  readonly keyword: string;
  /** How certain the violated rule is; never more certain than the schemas that contain the value. */
  readonly provenance: Provenance;
  /** With `assumed`: the gap whose assumption does not hold; if there are several, the one nearest to the value. */
  readonly gap?: string;
  /** Every gap on the way from the value to the whole body, nearest first. */
  readonly gaps: readonly string[];
  /** Present if the target's file closes the rule: then no gap excuses the violation. */
  readonly closed?: true;
}

const compiler = new SchemaCompiler(contract);

/**
 * Judges a value by a schema of the contract.
 *
 * @param pointer - JSON Pointer of the schema in the contract
 * @param value - parsed JSON in our words; undefined if there is no body
 * @param seen - the value on the wire for one of our paths, if the target has words of its own
 * @returns every violation; empty if the value conforms
 * @throws ContractError when there is no such schema
 */
export function schemaViolations(
  pointer: string,
  value: unknown,
  seen?: (ours: string) => unknown,
): readonly SchemaViolation[] {
  const validate = compiler.validator(pointer);
  if (validate(value)) return [];
  const violations = withoutBranches(validate.errors ?? []).map((error) => asViolation(pointer, error, seen));
  const known = new Set<string>();
  return violations.filter(({ path, expected }) => {
    const key = `${path} ${expected}`;
    return !known.has(key) && known.add(key);
  });
}

/**
 * Drops redundant errors of unions. A string schema that names values without excluding others has an anyOf next to its
 * type: if the type is wrong, the branches fail as well and add nothing.
 */
function withoutBranches(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf');
  const told = errors.filter((error) => !unions.some((union) => isBelow(error, union)));
  const hasOther = (union: ErrorObject) =>
    told.some((error) => error !== union && error.parentSchema === union.parentSchema);
  return told.filter((error) => error.keyword !== 'anyOf' || !hasOther(error));
}

function isBelow(error: ErrorObject, { schemaPath, instancePath }: ErrorObject): boolean {
  return error.instancePath.startsWith(instancePath) && error.schemaPath.startsWith(`${schemaPath}/`);
}

function asViolation(pointer: string, error: ErrorObject, seen?: (ours: string) => unknown): SchemaViolation {
  const { keyword, parentSchema, data } = error;
  const segments = parsePointer(error.instancePath);
  const missing = keyword === 'required' ? [String(error.params.missingProperty)] : [];
  const whole = Spot.of(contract, new DocumentNode(contract, pointer).written);
  const spot = segments.reduce<Spot | undefined>((found, segment) => found?.under(segment), whole);
  const around = spot?.parts.find(({ schema }) => schema === parentSchema)?.origins ?? [];
  const origins = originsOf(parentSchema, keyword, missing[0]).concat(around);
  const gaps = [...new Set(origins.flatMap(({ gap }) => gap ?? []))];
  const path = writePath([...segments, ...missing]);
  const value = seen === undefined || data === undefined ? data : seen(path);
  // On the wire, the value may be at a different place than ours.
  const isMissing = keyword === 'required' || (data !== undefined && value === undefined);
  return {
    path,
    expected: isMissing ? 'the field to be present' : expectation(error),
    received: isMissing ? 'nothing' : received(value, parentSchema?.format === 'password'),
    keyword: isMissing ? 'required' : keyword,
    ...leastCertain(origins),
    gaps,
  };
}

/** The origins of the violated keyword and of the element that it applies to. */
function originsOf(schema: JsonObject | undefined, keyword: string, missing: string | undefined): Origin[] {
  if (schema === undefined) return [];
  const field =
    missing !== undefined && isJsonObject(schema.properties) ? schema.properties[missing] : undefined;
  const element = isJsonObject(field) ? field : schema;
  return [originOf(element, keyword), originOf(element)].filter((origin) => origin !== undefined);
}

/** The most characters of a value that a message shows. */
const longest = 80;

/**
 * Describes a received value in words: its type and, for a simple value, the value itself, cut if it is long. It
 * doesn't show the contents of objects and arrays, because they may contain secrets.
 *
 * @param value - the received value; undefined if there was none
 * @param secret - show only the type
 * @returns a phrase such as `the integer 7`, `the string "published"`, `an array of 3 items`
 */
export function received(value: unknown, secret = false): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${counted(value.length, 'item')}`;
  if (typeof value === 'object') return objectInWords(Object.keys(value));
  const type = typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
  if (secret) return type === 'integer' ? 'an integer' : `a ${type}`;
  const length = typeof value === 'string' ? [...value].length : 0;
  const size = length > longest ? ` of ${length} characters` : '';
  return `the ${type}${size} ${cut(JSON.stringify(value))}`;
}

function objectInWords(keys: readonly string[]): string {
  return keys.length === 0 ? 'an empty object' : `an object with ${cut(keys.join(', '))}`;
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length <= longest ? text : `${characters.slice(0, longest - 3).join('')}...`;
}
