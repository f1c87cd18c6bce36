import { isJsonObject, type JsonObject } from '../documents/base-document.js';
import { DocumentNode } from '../documents/document-node.js';
import { leastCertain, originOf } from '../schemas/origin.js';

const prefix = '#/components/schemas/';

/**
 * Marks an element of the contract that the target closes: it now follows from the target's file, and no gap leaves it
 * open.
 */
export function closed(element: JsonObject): JsonObject {
  const { 'x-provenance': _, 'x-gap': __, ...rest } = element;
  return { ...rest, 'x-provenance': 'derived', 'x-closed': true };
}

/** The same for one keyword of an element whose own origin doesn't change. */
export function closedKeyword(element: JsonObject, keyword: string): JsonObject {
  const { [`x-${keyword}-gap`]: _, ...rest } = element;
  return { ...rest, [`x-${keyword}-provenance`]: 'derived', 'x-closed': true };
}

/**
 * Changes schemas of a contract document without modifying it. If one operation closes a named schema differently, the
 * schema is copied under a new name and stays unchanged for the others.
 */
export class SchemaCopies {
  readonly #document: JsonObject;
  readonly #added = new Map<string, JsonObject>();
  readonly #names = new Map<string, string>();
  readonly #bases = new Map<string, string>();

  /** @param document - the root of an OpenAPI 3.1 document */
  constructor(document: JsonObject) {
    this.#document = document;
  }

  /**
   * A schema whose references and `allOf` are replaced by the keywords that they stand for.
   * @param schema - as it is written
   * @returns a schema that allows the same values; its properties and items are unchanged
   */
  opened(schema: JsonObject): JsonObject {
    const { $ref, allOf, ...own } = schema;
    const branches = Array.isArray(allOf) ? allOf.filter(isJsonObject) : [];
    const target = typeof $ref === 'string' ? this.#named($ref) : undefined;
    const parts = [...(target === undefined ? [] : [target]), ...branches].map((part) => this.opened(part));
    return parts.reduce(together, own);
  }

  /**
   * Changes a schema; a referenced schema is copied under a new name, and the keywords next to the reference stay.
   * @param owner - the operation that uses the schema, for the name
   * @param change - receives the schema with references resolved, returns its replacement
   */
  rewrite(schema: JsonObject, owner: string, change: (opened: JsonObject) => JsonObject): JsonObject {
    const { $ref, ...siblings } = schema;
    if (typeof $ref !== 'string' || !$ref.startsWith(prefix)) return change(this.opened(schema));
    const opened = this.opened(this.#named($ref));
    const changed = change(opened);
    if (JSON.stringify(changed) === JSON.stringify(opened)) return schema;
    return { ...siblings, $ref: prefix + this.#add($ref.slice(prefix.length), owner, changed) };
  }

  /**
   * Gives a document the named schemas that it refers to. A copy gets the name of its original if that is free; schemas
   * that nothing refers to any more are left out.
   * @param document - whose operations refer to the copies
   */
  finished(document: JsonObject): JsonObject {
    const components = isJsonObject(document.components) ? document.components : {};
    const original = isJsonObject(components.schemas) ? components.schemas : {};
    const all = { ...original, ...Object.fromEntries(this.#added) };
    const before = reached(withoutSchemas(this.#document), original);
    const used = reached(withoutSchemas(document), all);
    const renamed = new Map<string, string>();
    for (const base of new Set(this.#bases.values())) {
      const [only, ...others] = [...used].filter((name) => this.#bases.get(name) === base);
      if (only !== undefined && others.length === 0 && !used.has(base)) renamed.set(only, base);
    }
    const order = Object.keys(original);
    const orderOf = (name: string) => order.indexOf(this.#bases.get(name) ?? name);
    const kept = Object.keys(all)
      .filter((name) => used.has(name) || !(before.has(name) || this.#added.has(name)))
      .sort((one, other) => orderOf(one) - orderOf(other))
      .map((name) => [renamed.get(name) ?? name, all[name]]);
    const others = Object.entries(components).map(([kind, members]) =>
      kind === 'responses' || kind === 'parameters'
        ? [kind, withoutUnused(kind, members, this.#document.paths, document.paths)]
        : [kind, members],
    );
    const whole = {
      ...document,
      components: { ...Object.fromEntries(others), schemas: Object.fromEntries(kept) },
    };
    return renamed.size === 0 ? whole : withNames(whole, renamed);
  }

  #named(reference: string): JsonObject {
    const added = reference.startsWith(prefix) ? this.#added.get(reference.slice(prefix.length)) : undefined;
    return added ?? new DocumentNode(this.#document, reference.replace(/^#/, '')).node;
  }

  #add(name: string, owner: string, schema: JsonObject): string {
    const base = this.#bases.get(name) ?? name;
    const content = `${base} ${JSON.stringify(schema)}`;
    const known = this.#names.get(content);
    if (known !== undefined) return known;
    const taken = (each: string) => this.#added.has(each);
    const wanted = `${base}Of${owner.charAt(0).toUpperCase()}${owner.slice(1)}`;
    let chosen = wanted;
    for (let number = 2; taken(chosen); number += 1) chosen = `${wanted}${number}`;
    this.#added.set(chosen, schema);
    this.#names.set(content, chosen);
    this.#bases.set(chosen, base);
    return chosen;
  }
}

/**
 * Two schemas of one value as one. The first takes precedence, and the result is only as certain as the less certain of
 * the two.
 */
function together(one: JsonObject, other: JsonObject): JsonObject {
  const origins = [originOf(one), originOf(other)].filter((origin) => origin !== undefined);
  const { provenance, gap } = leastCertain(origins);
  const { 'x-gap': _, ...rest } = { ...other, ...one };
  return {
    ...rest,
    ...(origins.length === 0 ? {} : { 'x-provenance': provenance }),
    ...(gap === undefined ? {} : { 'x-gap': gap }),
    ...bothMaps('properties', one, other),
    ...bothLists('required', one, other),
  };
}

function bothMaps(key: string, one: JsonObject, other: JsonObject): JsonObject {
  const [first, second] = [one[key], other[key]];
  if (!isJsonObject(first) || !isJsonObject(second)) return {};
  const shared = Object.keys(first).filter((name) => Object.hasOwn(second, name));
  const both = shared.map((name) => [name, { allOf: [first[name], second[name]] }] as const);
  return { [key]: { ...second, ...first, ...Object.fromEntries(both) } };
}

function bothLists(key: string, one: JsonObject, other: JsonObject): JsonObject {
  const [first, second] = [one[key], other[key]];
  return Array.isArray(first) && Array.isArray(second) ? { [key]: [...new Set([...second, ...first])] } : {};
}

/** Named responses and parameters, without those that operations no longer refer to. */
function withoutUnused(kind: string, members: unknown, before: unknown, after: unknown): JsonObject {
  const [once, now] = [JSON.stringify(before), JSON.stringify(after)];
  const refers = (text: string, name: string) => text.includes(`"#/components/${kind}/${name}"`);
  const kept = Object.entries(Object(members)).filter(([name]) => !refers(once, name) || refers(now, name));
  return Object.fromEntries(kept);
}

function withoutSchemas(document: JsonObject): JsonObject {
  const components = isJsonObject(document.components) ? document.components : {};
  return { ...document, components: { ...components, schemas: {} } };
}

/** The names of the schemas that a part of the document refers to, directly or indirectly. */
function reached(part: unknown, schemas: JsonObject): ReadonlySet<string> {
  const names = new Set<string>();
  const search = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const reference = Reflect.get(value, '$ref');
    if (typeof reference === 'string' && reference.startsWith(prefix)) {
      const name = reference.slice(prefix.length);
      if (!names.has(name)) {
        names.add(name);
        search(schemas[name]);
      }
    }
    for (const member of Object.values(value)) search(member);
  };
  search(part);
  return names;
}

function withNames(document: JsonObject, renamed: ReadonlyMap<string, string>): JsonObject {
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => {
        const name =
          key === '$ref' && typeof member === 'string' ? renamed.get(member.slice(prefix.length)) : undefined;
        return [key, name === undefined ? change(member) : prefix + name];
      }),
    );
  };
  const changed = change(document);
  return isJsonObject(changed) ? changed : document;
}
