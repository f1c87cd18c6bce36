import type { ErrorObject } from 'ajv/dist/2020.js';
import { counted } from '../values/words.js';

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

/** A JSON type in words, with its article: `an integer`. */
export function typeInWords(type: unknown): string {
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
