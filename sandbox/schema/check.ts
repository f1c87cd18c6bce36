import type { Static, TSchema } from 'typebox';
import { type Check, compile, type Keywords } from './compile.js';

export { countCharacters, isObject } from './compile.js';

/** A value that does not have the shape its schema asks for; the message names the place and the bound. */
export class ShapeError extends Error {}

const checks = new WeakMap<Keywords, Check>();

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
  let check = checks.get(schema);
  if (check === undefined) {
    check = compile(schema);
    checks.set(schema, check);
  }
  const deviation = check(value);
  return deviation && `${placeOf(place, deviation.path)} ${deviation.problem}`;
}

/** What a place below another one is called; those below the body go without it, like "items[0].sku". */
function placeOf(place: string, path: string): string {
  return place === 'body' && path.startsWith('.') ? path.slice(1) : place + path;
}
