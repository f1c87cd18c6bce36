import type { Static, TSchema } from 'typebox';
import { isObject, type Keywords } from './check.js';

/** A value of the schema's shape, with only those keys of its objects that the schema names. */
export function withoutUnknownKeys<Schema extends TSchema>(
  schema: Schema,
  value: Static<Schema>,
): Static<Schema>;
export function withoutUnknownKeys(schema: TSchema, value: unknown): unknown {
  return knownPart(schema, value);
}

function knownPart({ anyOf, items = {}, properties }: Keywords, value: unknown): unknown {
  if (anyOf !== undefined) return value === null ? null : knownPart(anyOf[0] ?? {}, value);
  if (Array.isArray(value)) return value.map((entry) => knownPart(items, entry));
  if (!isObject(value) || properties === undefined) return value;
  const known: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(properties))
    if (value[key] !== undefined) known[key] = knownPart(schema, value[key]);
  return known;
}

/**
 * The places of the keys that a schema doesn't name, each once, like "body.items[].colour".
 * @param value a value of the schema's shape
 * @param place its name
 * @param most the search ends after this many places
 */
export function unknownKeys(schema: Keywords, value: unknown, place: string, most: number): string[] {
  const found = new Set<string>();
  search(schema, value, place, found, most);
  return [...found];
}

function search(
  { anyOf, items = {}, properties }: Keywords,
  value: unknown,
  place: string,
  found: Set<string>,
  most: number,
): void {
  if (anyOf !== undefined) {
    if (value !== null) search(anyOf[0] ?? {}, value, place, found, most);
  } else if (Array.isArray(value)) {
    for (const entry of value) search(items, entry, `${place}[]`, found, most);
  } else if (isObject(value) && properties !== undefined) {
    for (const key of Object.keys(value)) {
      if (found.size >= most) return;
      const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
      if (known === undefined) found.add(`${place}.${key}`);
      else search(known, value[key], `${place}.${key}`, found, most);
    }
  }
}
