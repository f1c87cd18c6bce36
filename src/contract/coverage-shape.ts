import { fieldId, nullId, valueId } from './coverage-ids.js';
import { isJsonObject, type JsonObject } from './document.js';
import { leastCertain, type Origin, originOf } from './origin.js';
import { Place } from './schema-compiler.js';

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

/**
 * The parts of one place in the bodies of a response, and below it, that haven't been seen yet. It shrinks with each
 * look, so it only walks a body where it may find something new.
 */
export class Unseen {
  #field: string | undefined;
  #null: string | undefined;
  readonly #values: Map<unknown, string>;
  #fields: readonly Unseen[];
  readonly #name: string;
  readonly #names: ReadonlySet<string>;
  #entries: Unseen | undefined;
  #others: Unseen | undefined;

  constructor(operationId: string, status: number, shape: Shape, name = '') {
    const { path, counts, values, fields, entries, others } = shape;
    const below = (inner: Shape, of?: string) => new Unseen(operationId, status, inner, of);
    this.#name = name;
    this.#field = counts ? fieldId(operationId, status, path) : undefined;
    this.#null = counts ? nullId(operationId, status, path) : undefined;
    this.#values = new Map<NamedValue, string>(
      [...values.keys()].map((value) => [value, valueId(operationId, status, path, value)]),
    );
    this.#fields = [...fields].map(([field, inner]) => below(inner, field));
    this.#names = new Set(fields.keys());
    this.#entries = entries && below(entries);
    this.#others = others && below(others);
  }

  /**
   * Looks at the value in this place.
   *
   * @param value - parsed JSON; undefined if there is no value
   * @param news - receives the ids of the parts that this value shows for the first time
   * @returns whether this value completed the place: nothing is left to see, here and below
   */
  look(value: unknown, news: string[]): boolean {
    if (value === undefined) return false;
    const before = news.length;
    if (value === null) this.#lookAtNull(news);
    else if (this.#field !== undefined) {
      news.push(this.#field);
      this.#field = undefined;
    }
    if (typeof value !== 'object' || value === null) {
      if (this.#values.size > 0) this.#lookAtValue(value, news);
    } else if (Array.isArray(value)) this.#lookInList(value, news);
    else if (isJsonObject(value)) this.#lookInObject(value, news);
    return news.length > before && this.#isDone();
  }

  #isDone(): boolean {
    return (
      this.#field === undefined &&
      this.#values.size === 0 &&
      this.#fields.length === 0 &&
      this.#entries === undefined &&
      this.#others === undefined
    );
  }

  /** A null shows that the place exists, but nothing of its content. */
  #lookAtNull(news: string[]): void {
    if (this.#field === undefined || this.#null === undefined) return;
    news.push(this.#null);
    this.#null = undefined;
  }

  #lookAtValue(value: unknown, news: string[]): void {
    const id = this.#values.get(value);
    if (id === undefined) return;
    news.push(id);
    this.#values.delete(value);
  }

  #lookInList(list: readonly unknown[], news: string[]): void {
    if (this.#entries === undefined) return;
    for (const entry of list) {
      if (!this.#entries.look(entry, news)) continue;
      this.#entries = undefined;
      return;
    }
  }

  #lookInObject(object: Readonly<Record<string, unknown>>, news: string[]): void {
    let finished = false;
    for (const unseen of this.#fields) finished = unseen.look(object[unseen.#name], news) || finished;
    if (finished) this.#fields = this.#fields.filter((unseen) => !unseen.#isDone());
    if (this.#others !== undefined) this.#lookInMap(object, news);
  }

  #lookInMap(map: Readonly<Record<string, unknown>>, news: string[]): void {
    const others = this.#others;
    const values = Object.entries(map).flatMap(([name, value]) => (this.#names.has(name) ? [] : [value]));
    if (values.some((value) => others?.look(value, news))) this.#others = undefined;
  }
}
