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
  return { ...rest, 'x-provenance': 'derived' };
}

/** The same for one keyword of an element whose own origin doesn't change. */
export function closedKeyword(element: JsonObject, keyword: string): JsonObject {
  const { [`x-${keyword}-gap`]: _, ...rest } = element;
  return { ...rest, [`x-${keyword}-provenance`]: 'derived' };
}

/**
 * Changes schemas of a contract document without modifying it. If one operation closes a named schema differently, the
 * schema is copied under a new name and stays unchanged for the others.
 */
export class SchemaCopies {
  /** The copies by their names. */
  readonly added = new Map<string, JsonObject>();
  readonly #document: JsonObject;

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
   * @param change - receives the schema with references resolved, returns its replacement
   */
  rewrite(schema: JsonObject, change: (opened: JsonObject) => JsonObject): JsonObject {
    const { $ref, ...siblings } = schema;
    if (typeof $ref !== 'string' || !$ref.startsWith(prefix)) return change(this.opened(schema));
    const opened = this.opened(this.#named($ref));
    const changed = change(opened);
    if (JSON.stringify(changed) === JSON.stringify(opened)) return schema;
    const name = `${$ref.slice(prefix.length)}.${this.added.size + 1}`;
    this.added.set(name, changed);
    return { ...siblings, $ref: prefix + name };
  }

  #named(reference: string): JsonObject {
    return new DocumentNode(this.#document, reference.replace(/^#/, '')).node;
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
