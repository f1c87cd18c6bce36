import { isJsonObject, type JsonObject } from './document.js';
import { leastCertain, type Origin, originOf } from './origin.js';
import { joined } from './path.js';
import { type Part, partsOf } from './schema-compiler.js';

/** A value that a schema names: from an `enum` or a `const`, or one of the two booleans. */
export type NamedValue = string | number | boolean | null;

/** The values that a schema allows in one place of a body, and below it. */
export interface Shape {
  /** `items[].success`; `descriptions{}` for the values of a map; `''` for the body itself. */
  readonly path: string;
  /**
   * Whether coverage counts the place itself. It doesn't count the body, nor an entry of a list or a map that has
   * fields: the fields stand for it.
   */
  readonly counts: boolean;
  /** How certain it is that this place exists: never more certain than the place that contains it. */
  readonly origin: Origin;
  readonly values: ReadonlyMap<NamedValue, Origin>;
  readonly fields: ReadonlyMap<string, Shape>;
  /** The entries of a list. */
  readonly entries?: Shape;
  /** The values of a map under names that the schema doesn't list. */
  readonly others?: Shape;
}

/**
 * Reads what a body can contain. It follows references, merges the branches of allOf, oneOf and anyOf, and stops at a
 * schema that contains itself.
 *
 * @param document - the root of an OpenAPI 3.1 document
 * @param schema - the schema of the whole body, as written
 * @param origin - the origin of the response that the body belongs to
 * @throws ContractError when a reference leads nowhere
 */
export function shapeOf(document: JsonObject, schema: JsonObject, origin: Origin): Shape {
  return read(document, { path: '', isField: false }, partsOf(document, schema, [origin]), []);
}

function read(
  document: JsonObject,
  { path, isField }: { readonly path: string; readonly isField: boolean },
  all: readonly Part[],
  outer: readonly JsonObject[],
): Shape {
  const parts = all.filter(({ schema }) => !outer.includes(schema));
  const inside = [...outer, ...parts.map(({ schema }) => schema)];
  const membersOf = (of: (schema: JsonObject) => unknown) =>
    parts.flatMap(({ schema, origins }) => {
      const member = of(schema);
      return isJsonObject(member) ? partsOf(document, member, origins) : [];
    });
  const below = (key: 'items' | 'additionalProperties', suffix: string) => {
    const found = membersOf((schema) => schema[key]);
    return found.length === 0
      ? undefined
      : read(document, { path: path + suffix, isField: false }, found, inside);
  };
  const entries = below('items', '[]');
  const others = below('additionalProperties', '{}');
  const names = parts.flatMap(({ schema }) => Object.keys(Object(schema.properties)));
  const fields = new Map(
    [...new Set(names)].map((name) => {
      const position = { path: joined(path, name), isField: true };
      const found = membersOf((schema) => Object(schema.properties)[name]);
      return [name, read(document, position, found, inside)];
    }),
  );
  const isLeaf = fields.size === 0 && entries === undefined && others === undefined;
  const [first, target] = all;
  const whole = first?.schema.$ref === undefined ? first : target;
  return {
    path,
    counts: path !== '' && (isField || isLeaf),
    // A field comes before the schema that it refers to.
    origin: leastCertain([originOf(first?.schema ?? {}) ?? [], whole?.origins ?? []].flat()),
    values: new Map(parts.flatMap(valuesOf)),
    fields,
    ...(entries === undefined ? {} : { entries }),
    ...(others === undefined ? {} : { others }),
  };
}

/** A place and all places below it. */
export function placesIn(shape: Shape): readonly Shape[] {
  const below = [...shape.fields.values(), shape.entries, shape.others];
  return [shape, ...below.flatMap((each) => (each === undefined ? [] : placesIn(each)))];
}

function valuesOf({ schema, origins }: Part): readonly (readonly [NamedValue, Origin])[] {
  const named = (values: unknown, keyword?: string): readonly (readonly [NamedValue, Origin])[] => {
    const origin = leastCertain([originOf(schema, keyword) ?? [], ...origins].flat());
    return Array.isArray(values) ? values.filter(isNamedValue).map((value) => [value, origin] as const) : [];
  };
  if ('const' in schema) return named([schema.const], 'const');
  if ([schema.type].flat().includes('boolean')) return named([true, false]);
  return named(schema.enum, 'enum');
}

function isNamedValue(value: unknown): value is NamedValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
