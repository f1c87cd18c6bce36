import type { Static, TProperties, TSchema } from 'typebox';

/** A value that does not have its schema's shape; the message names the place and the bound. */
export class ShapeError extends Error {}

/**
 * Checks a value against a schema without changing it: nothing is coerced, defaulted or dropped, and keys that the
 * schema does not name are ignored. `place` is the value's name in messages, like "body".
 * Throws ShapeError with the first deviation, like "items[3].weight must be at most 100000, but is 100001".
 */
export function assertShape<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  place: string,
): asserts value is Static<Schema> {
  const problem = problemOf(schema, value, place);
  if (problem !== undefined) throw new ShapeError(problem);
}

/**
 * The first deviation of a value from a schema as a sentence, or undefined if there is none.
 * @internal exported so a test can compare it with Ajv for thousands of values, most of which have no problem
 */
export function problemOf(schema: Keywords, value: unknown, place: string): string | undefined {
  const deviation = deviationOf(schema, value);
  return deviation && `${placeOf(place, deviation.path)} ${deviation.problem}`;
}

/** The name of a place below another one; places below the body omit "body", like "items[0].sku". */
function placeOf(place: string, path: string): string {
  return place === 'body' && path.startsWith('.') ? path.slice(1) : place + path;
}

/** The keywords that the schemas of this service use. */
export interface Keywords {
  type?: string;
  enum?: readonly unknown[];
  anyOf?: readonly Keywords[];
  properties?: Readonly<Record<string, Keywords>>;
  patternProperties?: Readonly<Record<string, Keywords>>;
  required?: readonly string[];
  items?: Keywords;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string | RegExp;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  description?: string;
}

/** A deviation: the place below the value, like ".items[0].sku", and the problem. */
interface Deviation {
  path: string;
  problem: string;
}

/**
 * The first deviation of a value from a schema. It only computes a place once something is wrong: most values
 * are valid, and every item of every batch is checked.
 */
function deviationOf(schema: Keywords, value: unknown): Deviation | undefined {
  if (schema.anyOf !== undefined) {
    let first: Deviation | undefined;
    for (const branch of schema.anyOf) {
      const deviation = deviationOf(branch, value);
      if (deviation === undefined) return undefined;
      first ??= deviation;
    }
    return first;
  }
  const type = TYPES[schema.type ?? ''];
  if (type === undefined) return undefined;
  return type.fits(value)
    ? type.deviation?.(schema, value as never)
    : here(`must be ${type.name}, but is ${nameOf(value)}`);
}

/** A type: its name in messages, its test, and what else a schema can demand of its values. */
interface Type {
  name: string;
  fits(value: unknown): boolean;
  deviation?(schema: Keywords, value: never): Deviation | undefined;
}

const TYPES: Readonly<Record<string, Type>> = {
  string: { name: 'a string', fits: (value) => typeof value === 'string', deviation: textDeviation },
  number: { name: 'a number', fits: Number.isFinite, deviation: numberDeviation },
  integer: { name: 'an integer', fits: Number.isInteger, deviation: numberDeviation },
  array: { name: 'an array', fits: Array.isArray, deviation: listDeviation },
  object: { name: 'an object', fits: isObject, deviation: objectDeviation },
  boolean: { name: 'a boolean', fits: (value) => typeof value === 'boolean' },
  null: { name: 'null', fits: (value) => value === null },
};

function textDeviation(schema: Keywords, text: string): Deviation | undefined {
  const { enum: choices, minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format = '' } = schema;
  if (choices !== undefined && !choices.includes(text)) return here(`must be one of ${choices.join(', ')}`);
  // A string has at least half as many characters as UTF-16 units, so most strings need no counting.
  if (text.length < 2 * minLength || text.length > maxLength) {
    const deviation = sizeDeviation(countCharacters(text), minLength, maxLength, ['character', 'characters']);
    if (deviation !== undefined) return deviation;
  }
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text))
    return here(`must be ${schema.description ?? `a string that matches ${pattern}`}`);
  const known = FORMATS[format];
  return known === undefined || known.matches(text) ? undefined : here(`must be ${known.name}`);
}

function numberDeviation(schema: Keywords, value: number): Deviation | undefined {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, exclusiveMinimum } = schema;
  if (value < minimum) return here(`must be at least ${minimum}, but is ${value}`);
  if (value > maximum) return here(`must be at most ${maximum}, but is ${value}`);
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    return here(`must be greater than ${exclusiveMinimum}, but is ${value}`);
  // Beyond the safe range, several integers become the same number.
  if (schema.type === 'integer' && !Number.isSafeInteger(value))
    return here(
      `must be an integer from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}, but is ${value}`,
    );
  return undefined;
}

function listDeviation(schema: Keywords, list: readonly unknown[]): Deviation | undefined {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items = {} } = schema;
  const deviation = sizeDeviation(list.length, minItems, maxItems, ['entry', 'entries']);
  if (deviation !== undefined) return deviation;
  for (const [index, entry] of list.entries()) {
    const found = deviationOf(items, entry);
    if (found !== undefined) return below(`[${index}]`, found);
  }
  return undefined;
}

function sizeDeviation(
  size: number,
  least: number,
  most: number,
  [one, several]: readonly [string, string],
): Deviation | undefined {
  const counted = (count: number) => `${count} ${count === 1 ? one : several}`;
  if (size < least) return here(`must have at least ${counted(least)}, but has ${size}`);
  if (size > most) return here(`must have at most ${counted(most)}, but has ${size}`);
  return undefined;
}

function objectDeviation(schema: Keywords, value: Record<string, unknown>): Deviation | undefined {
  const { required = [], properties = {}, patternProperties = {} } = schema;
  for (const key of required)
    if (!Object.hasOwn(value, key)) return { path: `.${key}`, problem: 'is missing' };
  for (const [key, property] of Object.entries(properties)) {
    const found = Object.hasOwn(value, key) ? deviationOf(property, value[key]) : undefined;
    if (found !== undefined) return below(`.${key}`, found);
  }
  for (const other of Object.values(patternProperties))
    for (const [key, entry] of Object.entries(value)) {
      const found = deviationOf(other, entry);
      if (found !== undefined) return below(`[${JSON.stringify(key.slice(0, 40))}]`, found);
    }
  return undefined;
}

/** The number of characters (Unicode code points) of a string; bytes and UTF-16 units don't matter. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Whether a value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function here(problem: string): Deviation {
  return { path: '', problem };
}

function below(step: string, { path, problem }: Deviation): Deviation {
  return { path: step + path, problem };
}

/** The name of a JSON value's type in messages. */
function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?$/;

/** The formats that schemas may name, each with its name in messages and its test. 'uri' means an absolute web URL (gap G-02, gap G-13). */
const FORMATS: Readonly<Record<string, { name: string; matches(text: string): boolean }>> = {
  uuid: { name: 'a UUID', matches: (text) => UUID.test(text) },
  'date-time': { name: 'a date with time, like 2025-01-31T12:00:00Z', matches: isDateTime },
  date: { name: 'a date like 2025-01-31, or one with time', matches: isDay },
  uri: { name: 'an absolute URL that begins with http:// or https://', matches: isWebUrl },
};

/** Whether a string is a calendar day like 2025-01-31. */
export function isDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

/** Whether a string is a date-time as in RFC 3339, with seconds, except that the zone may be missing. */
export function isDateTime(text: string): boolean {
  const [, day] = DATE_TIME.exec(text) ?? [];
  return day !== undefined && isDay(day);
}

/** Whether a string is an absolute http or https URL with a host and without white space or control characters. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^/?#]/i.test(text) && !/[\s\p{Cc}]/u.test(text) && URL.canParse(text);
}

const WHOLE_NUMBER = /^-?(0|[1-9]\d*)$/;

/** The parameters of a query and the shapes of their values: strings, whole numbers, or either with null. */
export interface QuerySchema extends TSchema {
  properties: TProperties;
  required?: readonly string[] | undefined;
}

interface Parameter {
  type?: string;
  default?: unknown;
  anyOf?: readonly Parameter[];
}

/**
 * Reads the declared parameters of a query strictly: a parameter is given at most once (a list means several times,
 * null a string that can't be decoded), a whole number is written as in JSON (not "1.5", "0x10", "01" or ""), and an
 * empty nullable parameter is null. Absent parameters get their default, and undeclared names are ignored. Throws
 * ShapeError (gap G-15).
 */
export function readQuery<Schema extends QuerySchema>(
  schema: Schema,
  query: Readonly<Record<string, unknown>>,
): Static<Schema> {
  const values: unknown = Object.fromEntries(
    Object.entries<Parameter>(schema.properties).flatMap(([name, parameter]) => {
      const value = readParameter(name, parameter, query[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  assertShape(schema, values, 'body');
  return values;
}

function readParameter(name: string, parameter: Parameter, given: unknown): unknown {
  if (given === undefined) return parameter.default;
  if (given === null) throw new ShapeError(`${name} must be UTF-8 in percent-encoding`);
  if (typeof given !== 'string') throw new ShapeError(`${name} must be given only once`);
  if (parameter.anyOf !== undefined && given === '') return null;
  if (parameter.type !== 'integer') return given;
  const value = WHOLE_NUMBER.test(given) ? Number(given) : Number.NaN;
  if (!Number.isFinite(value)) throw new ShapeError(`${name} must be a whole number`);
  return value;
}
