import type { Static, TSchema } from 'typebox';
import { FORMATS } from './format.js';

/** A value that does not have the shape its schema asks for; the message names the place and the bound. */
export class ShapeError extends Error {}

/** The keywords that the schemas of this service use. */
interface Keywords {
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

const patterns = new Map<string | RegExp, RegExp>();

/**
 * Holds a value against a schema, without changing it: nothing is coerced, defaulted or dropped, and keys
 * that the schema does not name are passed over. `place` is how messages call the value, like "body".
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

/** The first deviation of a value from a schema as a sentence, or undefined when there is none. */
export function problemOf(schema: Keywords, value: unknown, place: string): string | undefined {
  if (schema.anyOf !== undefined) return problemOfUnion(schema.anyOf, value, place);
  const type = schema.type;
  if (type !== undefined && !hasType(value, type))
    return `${place} must be ${withArticle(type)}, but is ${nameOf(value)}`;
  if (schema.enum !== undefined && !schema.enum.includes(value))
    return `${place} must be one of ${schema.enum.join(', ')}`;
  if (typeof value === 'string') return problemOfText(schema, value, place);
  if (typeof value === 'number') return problemOfNumber(schema, value, place);
  if (Array.isArray(value)) return problemOfList(schema, value, place);
  if (isObject(value)) return problemOfObject(schema, value, place);
  return undefined;
}

function problemOfUnion(branches: readonly Keywords[], value: unknown, place: string): string | undefined {
  let first: string | undefined;
  for (const branch of branches) {
    const problem = problemOf(branch, value, place);
    if (problem === undefined) return undefined;
    first ??= problem;
  }
  return first;
}

function problemOfText(schema: Keywords, text: string, place: string): string | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = schema;
  // A text has at least half as many characters as UTF-16 units, so most need not be counted.
  if (text.length < 2 * minLength || text.length > maxLength) {
    const length = countCharacters(text);
    if (length < minLength) return `${place} must have at least ${characters(minLength)}, but has ${length}`;
    if (length > maxLength) return `${place} must have at most ${characters(maxLength)}, but has ${length}`;
  }
  if (pattern !== undefined && !compiled(pattern).test(text))
    return `${place} must be ${schema.description ?? `a text that matches ${pattern}`}`;
  const known = format === undefined ? undefined : FORMATS[format];
  return known === undefined || known.matches(text) ? undefined : `${place} must be ${known.name}`;
}

function problemOfNumber(schema: Keywords, value: number, place: string): string | undefined {
  const { minimum, maximum, exclusiveMinimum } = schema;
  if (minimum !== undefined && value < minimum)
    return `${place} must be at least ${minimum}, but is ${value}`;
  if (maximum !== undefined && value > maximum) return `${place} must be at most ${maximum}, but is ${value}`;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    return `${place} must be greater than ${exclusiveMinimum}, but is ${value}`;
  return undefined;
}

function problemOfList(schema: Keywords, list: readonly unknown[], place: string): string | undefined {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items } = schema;
  if (list.length < minItems)
    return `${place} must have at least ${entries(minItems)}, but has ${list.length}`;
  if (list.length > maxItems)
    return `${place} must have at most ${entries(maxItems)}, but has ${list.length}`;
  if (items === undefined) return undefined;
  for (const [index, entry] of list.entries()) {
    const problem = problemOf(items, entry, `${place}[${index}]`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOfObject(
  schema: Keywords,
  value: Readonly<Record<string, unknown>>,
  place: string,
): string | undefined {
  for (const key of schema.required ?? [])
    if (!Object.hasOwn(value, key)) return `${within(place, key)} is missing`;
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const problem = Object.hasOwn(value, key) && problemOf(property, value[key], within(place, key));
    if (typeof problem === 'string') return problem;
  }
  for (const property of Object.values(schema.patternProperties ?? {}))
    for (const [key, entry] of Object.entries(value)) {
      const problem = problemOf(property, entry, `${place}[${JSON.stringify(key.slice(0, 40))}]`);
      if (problem !== undefined) return problem;
    }
  return undefined;
}

/** True for a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The number of characters (Unicode code points) of a text; bytes and UTF-16 units don't matter. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function hasType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return nameOf(value) === withArticle(type);
}

function compiled(pattern: string | RegExp): RegExp {
  const known = patterns.get(pattern);
  if (known !== undefined) return known;
  const expression = new RegExp(pattern, 'u');
  patterns.set(pattern, expression);
  return expression;
}

/** What a JSON value is, as messages call it. */
function nameOf(value: unknown): string {
  if (value === null) return 'null';
  return withArticle(Array.isArray(value) ? 'array' : typeof value);
}

function withArticle(type: string): string {
  if (type === 'null') return type;
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

function within(place: string, key: string): string {
  return place === 'body' ? key : `${place}.${key}`;
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`;
}
