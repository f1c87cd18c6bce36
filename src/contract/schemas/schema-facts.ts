import { isJsonObject, type JsonObject } from '../documents/document.js';
import { targetOf } from '../documents/openapi-validity.js';
import { boundKeywords } from '../mapping/file/target-file.js';
import { limits } from '../values/limits.js';
import { type Origin, originOf } from './origin.js';

/**
 * What a schema says about a value, regardless of its notation: references are followed, the branches of `allOf` are
 * merged, `anyOf` and `oneOf` become what all their branches share, `nullable` becomes the type null, and `const`
 * becomes an enum with one value.
 */
export interface SchemaFacts {
  /** The allowed types; if absent, any type is allowed. */
  readonly types?: ReadonlySet<string>;
  /** The only allowed values. */
  readonly values?: ReadonlySet<unknown>;
  /** Values that the schema names without excluding others. */
  readonly named: ReadonlySet<unknown>;
  /** Bounds and formats by keyword. */
  readonly bounds: ReadonlyMap<string, unknown>;
  /** The schemas of fields, as written. */
  readonly properties: ReadonlyMap<string, JsonObject>;
  readonly required: ReadonlySet<string>;
  /** The schema of a list's entries. */
  readonly items?: JsonObject;
  /** The schema of a map's values under names that `properties` doesn't list. */
  readonly others?: JsonObject;
  /** The schemas that these facts come from: the schema itself and those that it refers to. */
  readonly sources: readonly JsonObject[];
}

/** Keywords that exclude values or stand for one, in the order in which reports list them. */
const limitingKeywords = ['format', ...boundKeywords, 'uniqueItems', 'default'] as const;

/** Formats that only say how to store a number or display a string, without excluding any value. */
const formatsOfAnything: ReadonlySet<unknown> = new Set([
  'int32',
  'int64',
  'float',
  'double',
  'password',
  'binary',
]);

const nothing: SchemaFacts = {
  named: new Set(),
  bounds: new Map(),
  properties: new Map(),
  required: new Set(),
  sources: [],
};

/** The schemas of a document of the target exceed a limit of the suite. This says nothing about the service. */
export class IntricateSchemas extends Error {
  override readonly name = 'IntricateSchemas';
}

/** The steps, or the places, that may still be read of a document; several readers may share them. */
export class ReadingBudget {
  readonly #excess: string;
  #left: number;

  /** @param excess - says how a document exceeds the budget, as a sentence without a full stop */
  constructor(most: number, excess: (most: number) => string) {
    this.#left = most;
    this.#excess = excess(most);
  }

  /** @throws IntricateSchemas if less is left, and from then on each time */
  spend(amount: number): void {
    this.#left -= amount;
    if (this.#left < 0) throw new IntricateSchemas(this.#excess);
  }

  /** Fails early if at least this much will be spent. @throws IntricateSchemas if less is left */
  expect(amount: number): void {
    this.spend(amount);
    this.#left += amount;
  }
}

const readers = new WeakMap<JsonObject, SchemaReader>();

/**
 * Reads the schemas of one document. It caches the facts of each schema, because many references may share one schema.
 */
export class SchemaReader {
  readonly #document: JsonObject;
  readonly #known = new Map<JsonObject, SchemaFacts>();
  readonly #open = new Set<JsonObject>();
  readonly #budget = new ReadingBudget(
    limits.schemaSteps,
    (most) => `its schemas take more than ${most} steps to read`,
  );

  /** The reader of a document, which reads each schema once, and all of them within the limit. */
  static of(document: JsonObject): SchemaReader {
    const reader = readers.get(document) ?? new SchemaReader(document);
    readers.set(document, reader);
    return reader;
  }

  /** @param document - the root of an OpenAPI 3.0 or 3.1 document, which may be hostile */
  private constructor(document: JsonObject) {
    this.#document = document;
  }

  /**
   * The facts that a schema states.
   *
   * @param schema - the schema as written; a value that isn't an object, or a schema that contains itself, states
   * nothing
   * @throws IntricateSchemas when this schema, or all that were read so far, exceed a limit
   */
  facts(schema: unknown): SchemaFacts {
    if (!isJsonObject(schema) || this.#open.has(schema)) return nothing;
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    if (this.#open.size === limits.schemaLayers)
      throw new IntricateSchemas(
        `one of its schemas has more than ${limits.schemaLayers} layers of references and branches`,
      );
    this.#open.add(schema);
    try {
      const facts = this.#read(schema);
      this.#known.set(schema, facts);
      return facts;
    } finally {
      this.#open.delete(schema);
    }
  }

  #read(schema: JsonObject): SchemaFacts {
    const target = typeof schema.$ref === 'string' ? targetOf(this.#document, schema.$ref) : undefined;
    const parts = [ownFacts(schema)];
    if (target !== undefined) parts.push(this.facts(target));
    parts.push(...this.#branches(schema.allOf));
    for (const branches of [schema.anyOf, schema.oneOf].map((each) => this.#branches(each))) {
      this.#spendFor(branches);
      if (branches.length > 0) parts.push(union(branches));
    }
    this.#spendFor(parts);
    const facts = parts.reduce(both);
    if (schema.nullable !== true || facts.types === undefined) return facts;
    return { ...facts, types: new Set([...facts.types, 'null']) };
  }

  #branches(schemas: unknown): readonly SchemaFacts[] {
    const branches = listOf(schemas);
    this.#budget.expect(branches.length ** 2);
    return branches.map((branch) => this.facts(branch));
  }

  /** Spends what it takes to combine facts one after another, where each step copies those before. */
  #spendFor(parts: readonly SchemaFacts[]): void {
    const sizes = parts.flatMap(({ types, values, named, properties, required, sources }) =>
      [types, values, named, properties, required, { size: sources.length }].map((each) => each?.size ?? 0),
    );
    this.#budget.spend(parts.length * sizes.reduce((sum, size) => sum + size, 1));
  }
}

/** The origins of a schema, nearest first: the keywords next to a reference come before its target. */
export function originsOf({ sources }: SchemaFacts): readonly Origin[] {
  return sources.flatMap((source) => originOf(source) ?? []);
}

function ownFacts(schema: JsonObject): SchemaFacts {
  const closed = 'const' in schema ? [schema.const] : schema.enum;
  const written = [schema.type].flat().filter((type) => typeof type === 'string');
  const types = written.length === 0 && Array.isArray(closed) ? closed.map(typeOf) : written;
  const { additionalProperties: others } = schema;
  return {
    types: types.length === 0 ? undefined : new Set(types),
    values: Array.isArray(closed) ? new Set(closed) : undefined,
    named: new Set(),
    bounds: new Map(boundsIn(schema)),
    properties: new Map(
      Object.entries(isJsonObject(schema.properties) ? schema.properties : {}).map(([name, property]) => [
        name,
        isJsonObject(property) ? property : {},
      ]),
    ),
    required: new Set(listOf(schema.required).filter((name) => typeof name === 'string')),
    // Next to these keywords, they are about the rest alone.
    items: schema.prefixItems === undefined && isJsonObject(schema.items) ? schema.items : undefined,
    others: schema.patternProperties === undefined && isJsonObject(others) ? others : undefined,
    sources: [schema],
  };
}

function boundsIn(schema: JsonObject): readonly (readonly [string, unknown])[] {
  return limitingKeywords.flatMap((keyword): (readonly [string, unknown])[] => {
    const value = schema[keyword];
    if (value === undefined || (keyword === 'format' && formatsOfAnything.has(value))) return [];
    // In OpenAPI 3.0, exclusiveMinimum and exclusiveMaximum are booleans next to the bound.
    if (value === true && keyword === 'exclusiveMinimum') return [[keyword, schema.minimum]];
    if (value === true && keyword === 'exclusiveMaximum') return [[keyword, schema.maximum]];
    if (keyword === 'minimum' && schema.exclusiveMinimum === true) return [];
    if (keyword === 'maximum' && schema.exclusiveMaximum === true) return [];
    return value === false ? [] : [[keyword, value]];
  });
}

/** The facts of two schemas that both apply. */
function both(one: SchemaFacts, other: SchemaFacts): SchemaFacts {
  const types = shared(one.types, other.types);
  const values = shared(one.values, other.values);
  return {
    ...partsOf('allOf', one, other),
    types,
    values,
    named: new Set([...one.named, ...other.named]),
    bounds: new Map([...other.bounds, ...one.bounds]),
    required: new Set([...one.required, ...other.required]),
  };
}

/** The schemas of the parts of a value that two schemas describe. */
function partsOf(
  how: 'allOf' | 'anyOf',
  one: SchemaFacts,
  other: SchemaFacts,
): Pick<SchemaFacts, 'properties' | 'items' | 'others' | 'sources'> {
  const items = together(how, one.items, other.items);
  const others = together(how, one.others, other.others);
  const properties = new Map(one.properties);
  for (const [name, property] of other.properties)
    properties.set(name, together(how, properties.get(name), property) ?? property);
  const sources = [...new Set([...one.sources, ...other.sources])];
  return { properties, items, others, sources };
}

/** The facts that alternative schemas share. A null branch only adds the type null. */
function union(branches: readonly SchemaFacts[]): SchemaFacts {
  const isNull = ({ types, values }: SchemaFacts) =>
    [types, values].some((set) => set?.size === 1 && (set.has('null') || set.has(null)));
  const rest = branches.filter((branch) => !isNull(branch));
  const [first, ...more] = rest;
  const [alone] = branches;
  if (first === undefined) return alone ?? nothing;
  const all = more.reduce(either, first);
  if (rest.length === branches.length || all.types === undefined) return all;
  return {
    ...all,
    types: new Set([...all.types, 'null']),
    values: all.values && new Set([...all.values, null]),
  };
}

function either(one: SchemaFacts, other: SchemaFacts): SchemaFacts {
  const isClosed = one.values !== undefined && other.values !== undefined;
  const closed = [one.values, other.values].flatMap((values) => [...(values ?? [])]);
  return {
    ...partsOf('anyOf', one, other),
    types: one.types && other.types && new Set([...one.types, ...other.types]),
    values: isClosed ? new Set(closed) : undefined,
    named: new Set([...one.named, ...other.named, ...(isClosed ? [] : closed)]),
    bounds: new Map(
      [...one.bounds].filter(([keyword, value]) => Object.is(other.bounds.get(keyword), value)),
    ),
    required: new Set([...one.required].filter((name) => other.required.has(name))),
  };
}

/** The type of a value in JSON Schema. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function shared<Value>(
  one: ReadonlySet<Value> | undefined,
  other: ReadonlySet<Value> | undefined,
): ReadonlySet<Value> | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return new Set([...one].filter((each) => other.has(each)));
}

/** The schemas that `together` has made. */
const combined = new WeakSet<JsonObject>();

/**
 * Combines two schemas into one, for example the schemas of a field that two branches both have. Those of many branches
 * become branches of one schema, so that their number adds no layers.
 */
function together(
  how: 'allOf' | 'anyOf',
  one: JsonObject | undefined,
  other: JsonObject | undefined,
): JsonObject | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other;
  const schema = { [how]: [...(combined.has(one) && how in one ? listOf(one[how]) : [one]), other] };
  combined.add(schema);
  return schema;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
