import { isJsonObject, type JsonObject } from './document.js';
import { leastCertain, type Origin, originOf } from './origin.js';
import { Place } from './place.js';

/** A value that a schema names: from an `enum` or a `const`, or one of the two booleans. */
export type NamedValue = string | number | boolean | null;

/** What a schema allows in one place of a body, and below it. */
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

/** A schema as written, and the origins of everything that contains it, nearest first. */
interface Written {
  readonly schema: JsonObject;
  readonly around: readonly Origin[];
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
  return read(document, { path: '', isField: false }, [{ schema, around: [origin] }], []);
}

interface Position {
  readonly path: string;
  readonly isField: boolean;
}

function read(
  document: JsonObject,
  { path, isField }: Position,
  written: readonly Written[],
  outer: readonly JsonObject[],
): Shape {
  const parts = written
    .flatMap((each) => partsOf(document, each))
    .filter(({ schema }) => !outer.includes(schema));
  const inside = [...outer, ...parts.map(({ schema }) => schema)];
  const below = (key: 'items' | 'additionalProperties', suffix: string) => {
    const found = parts.flatMap(({ schema, around }) => asWritten(schema[key], around));
    if (found.length === 0) return undefined;
    return read(document, { path: path + suffix, isField: false }, found, inside);
  };
  const entries = below('items', '[]');
  const others = below('additionalProperties', '{}');
  const fields = new Map(
    [...propertiesOf(parts)].map(([name, found]) => {
      const position = { path: path === '' ? name : `${path}.${name}`, isField: true };
      return [name, read(document, position, found, inside)];
    }),
  );
  const isLeaf = fields.size === 0 && entries === undefined && others === undefined;
  return {
    path,
    counts: path !== '' && (isField || isLeaf),
    origin: leastCertain(written.slice(0, 1).flatMap((each) => originsOf(document, each))),
    values: new Map(parts.flatMap(valuesOf)),
    fields,
    ...(entries === undefined ? {} : { entries }),
    ...(others === undefined ? {} : { others }),
  };
}

/** All schemas that describe the same place: the given one, its reference followed, and its branches. */
function partsOf(document: JsonObject, written: Written): readonly Written[] {
  const schema = resolved(document, written.schema);
  const around = originsOf(document, written);
  const branches = [schema.allOf, schema.oneOf, schema.anyOf].flatMap((list) =>
    Array.isArray(list) ? list.flatMap((branch) => asWritten(branch, around)) : [],
  );
  return [{ schema, around }, ...branches.flatMap((branch) => partsOf(document, branch))];
}

function propertiesOf(parts: readonly Written[]): ReadonlyMap<string, readonly Written[]> {
  const found = new Map<string, Written[]>();
  for (const { schema, around } of parts) {
    for (const [name, property] of Object.entries(isJsonObject(schema.properties) ? schema.properties : {}))
      found.set(name, [...(found.get(name) ?? []), ...asWritten(property, around)]);
  }
  return found;
}

function valuesOf({ schema, around }: Written): readonly (readonly [NamedValue, Origin])[] {
  const named = (values: unknown, keyword?: string): readonly (readonly [NamedValue, Origin])[] => {
    const own = originOf(schema, keyword);
    const origin = leastCertain(own === undefined ? around : [own, ...around]);
    return Array.isArray(values) ? values.filter(isNamedValue).map((value) => [value, origin] as const) : [];
  };
  if ('const' in schema) return named([schema.const], 'const');
  if ([schema.type].flat().includes('boolean')) return named([true, false]);
  return [...named(schema.enum, 'enum')];
}

/**
 * The origins of a place and of everything that contains it, nearest first; a field comes before the schema it refers
 * to.
 */
function originsOf(document: JsonObject, { schema, around }: Written): readonly Origin[] {
  const target = resolved(document, schema);
  const own = target === schema ? [schema] : [schema, target];
  return [...own.flatMap((each) => originOf(each) ?? []), ...around];
}

function resolved(document: JsonObject, schema: JsonObject): JsonObject {
  return typeof schema.$ref === 'string' ? new Place(document, schema.$ref.slice(1)).node : schema;
}

function asWritten(schema: unknown, around: readonly Origin[]): readonly Written[] {
  return isJsonObject(schema) ? [{ schema, around }] : [];
}

function isNamedValue(value: unknown): value is NamedValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
