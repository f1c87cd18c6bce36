import { isJsonObject, type JsonObject } from '../base-document.js';
import type { Segments } from '../path.js';
import { closed, type SchemaCopies } from './schema-copies.js';

/** The schemas of one operation, and what may be done with them. */
export interface Schemas {
  readonly copies: SchemaCopies;
  /** The operation, for the names of copies. */
  readonly owner: string;
}

/**
 * One difference between our vocabulary and theirs, with all its faces: on values both ways, on places, and on schemas. What
 * their schema accepts is what `toTheirs` makes of what ours accepts; `toOurs` undoes `toTheirs`, and both leave a value that
 * doesn't fit as it is, and an untouched one the same object.
 */
export interface Lens {
  toTheirs(ours: unknown): unknown;
  toOurs(theirs: unknown): unknown;
  /**
   * Our place for a place on the wire.
   *
   * @param value - of the target, which the place is in, where it is at hand: some places can't be told without it
   */
  path(theirs: Segments, value?: unknown): Segments;
  /** Their schema for one of ours. */
  describe(ours: JsonObject, schemas: Schemas): JsonObject;
}

/** The same difference in each entry of a list. */
export function list(entry: Lens): Lens {
  return {
    toTheirs: (ours) => mapped(ours, entry.toTheirs),
    toOurs: (theirs) => mapped(theirs, entry.toOurs),
    path: ([index, ...rest], value) =>
      index === undefined ? [] : [index, ...entry.path(rest, memberOf(value, index))],
    describe: (ours, schemas) =>
      schemas.copies.rewrite(ours, schemas.owner, (opened) =>
        isJsonObject(opened.items) ? { ...opened, items: entry.describe(opened.items, schemas) } : opened,
      ),
  };
}

/** One difference, then the other: from ours to theirs in this order. */
export function both(first: Lens | undefined, second: Lens): Lens {
  if (first === undefined) return second;
  return {
    toTheirs: (ours) => second.toTheirs(first.toTheirs(ours)),
    toOurs: (theirs) => first.toOurs(second.toOurs(theirs)),
    path: (theirs, value) => first.path(second.path(theirs, value), second.toOurs(value)),
    describe: (ours, schemas) => second.describe(first.describe(ours, schemas), schemas),
  };
}

/** The value stands in an object of the target's, as the field of this name. */
export function inside(name: string): Lens {
  return {
    toTheirs: (ours) => (ours === undefined ? ours : objectWith([[name, ours]])),
    toOurs: (theirs) => (isJsonObject(theirs) && Object.hasOwn(theirs, name) ? theirs[name] : theirs),
    path: ([first, ...rest]) => (first === name ? rest : first === undefined ? [] : [first, ...rest]),
    describe: (ours) =>
      closed({
        ...(typeof ours.description === 'string' ? { description: ours.description } : {}),
        type: 'object',
        required: [name],
        properties: { [name]: ours },
      }),
  };
}

/**
 * Fields that only the target has, each always with the same value. Both ways the same: a field with that value goes where it is
 * there, and comes where there is none.
 */
export function constant(fields: ReadonlyMap<string, unknown>): Lens {
  const swapped = (value: unknown): unknown => {
    if (!isJsonObject(value)) return value;
    const made = { ...value };
    for (const [name, always] of fields)
      if (!Object.hasOwn(value, name)) setOwn(made, name, always);
      else if (value[name] === always) delete made[name];
    return made;
  };
  return {
    toTheirs: swapped,
    toOurs: swapped,
    path: (theirs) => theirs,
    describe: (ours, schemas) =>
      schemas.copies.rewrite(ours, schemas.owner, (opened) => ({
        ...opened,
        required: [...(Array.isArray(opened.required) ? opened.required : []), ...fields.keys()],
        properties: {
          ...Object(opened.properties),
          ...objectWith(
            [...fields].map(([name, always]) => [
              name,
              closed({
                description: 'A field that only the target has.',
                type: typeof always,
                const: always,
              }),
            ]),
          ),
        },
      })),
  };
}

/** An object with these fields, none of which is a prototype's; of two with the same name the later counts. */
export function objectWith(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, value] of entries) setOwn(made, name, value);
  return made;
}

/** Gives an object a field of its own, whatever its name is. */
export function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

/** The member of an object, or the entry of a list, by its key; undefined where there is none. */
export function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
}

/** Changes the entries of a list; the same list where none changes, and anything else as it is. */
export function mapped(value: unknown, change: (entry: unknown) => unknown): unknown {
  if (!Array.isArray(value)) return value;
  const made: unknown[] = value.map(change);
  return made.every((each, index) => Object.is(each, value[index])) ? value : made;
}

/**
 * A renaming of some words, made one of all words: what the target calls by a word that is free there can't be taken for one
 * of ours, so a word that means nothing goes on meaning nothing.
 *
 * @param renamed - ours to theirs, no two to the same
 * @returns the renaming and its inverse; a word that is in neither stays as it is
 */
export function permuted(renamed: ReadonlyMap<string, string>): {
  readonly forward: ReadonlyMap<string, string>;
  readonly backward: ReadonlyMap<string, string>;
} {
  const inverse = new Map([...renamed].map(([ours, theirs]) => [theirs, ours]));
  const forward = new Map(renamed);
  for (const theirs of renamed.values()) {
    if (renamed.has(theirs)) continue;
    let start = theirs;
    for (let before = inverse.get(start); before !== undefined; before = inverse.get(start)) start = before;
    forward.set(theirs, start);
  }
  return { forward, backward: new Map([...forward].map(([ours, theirs]) => [theirs, ours])) };
}
