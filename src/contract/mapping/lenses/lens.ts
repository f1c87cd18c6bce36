import { isJsonObject } from '../../documents/base-document.js';
import type { Segments } from '../../values/path.js';

/**
 * One difference between our vocabulary and theirs, with its effects on values (in both directions) and on places.
 * `toOurs` undoes `toTheirs`. Both leave a value that doesn't fit unchanged, and return an unchanged value as the same
 * object.
 */
export interface Lens {
  toTheirs(ours: unknown): unknown;
  toOurs(theirs: unknown): unknown;
  /** Our place for a place on the wire. */
  path(theirs: Segments): Segments;
}

/** The same difference in each entry of a list. */
export function list(entry: Lens): Lens {
  return {
    toTheirs: (ours) => mapped(ours, entry.toTheirs),
    toOurs: (theirs) => mapped(theirs, entry.toOurs),
    path: ([index, ...rest]) => (index === undefined ? [] : [index, ...entry.path(rest)]),
  };
}

/** Two differences in a row: on the way from our words to theirs, the first one is applied first. */
export function both(first: Lens | undefined, second: Lens): Lens {
  if (first === undefined) return second;
  return {
    toTheirs: (ours) => second.toTheirs(first.toTheirs(ours)),
    toOurs: (theirs) => first.toOurs(second.toOurs(theirs)),
    path: (theirs) => first.path(second.path(theirs)),
  };
}

/**
 * Wraps the value in an object that only the target has, as its field of this name. A value without that object becomes
 * one of a different type than ours, because it is wrong.
 * @param isList whether our value is a list
 */
export function inside(name: string, isList: boolean): Lens {
  return {
    toTheirs: (ours) => (ours === undefined ? ours : objectWith([[name, ours]])),
    toOurs: (theirs) => {
      if (isJsonObject(theirs) && Object.hasOwn(theirs, name)) return theirs[name];
      return isList ? objectWith([[name, theirs]]) : [theirs];
    },
    path: ([first, ...rest]) => (first === name ? rest : first === undefined ? [] : [first, ...rest]),
  };
}

/**
 * Fields that only the target has, each always with the same value. Both directions do the same: they remove such a
 * field if it has that value, and add it if it is missing.
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
  };
}

/** An object with these fields as its own, even `__proto__`; of two fields with the same name, the later one counts. */
export function objectWith(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, value] of entries) setOwn(made, name, value);
  return made;
}

/** Adds a field to an object itself, even if its name is `__proto__`. */
export function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Changes the entries of a list; returns the same list if no entry changes, and any other value unchanged. */
export function mapped(value: unknown, change: (entry: unknown) => unknown): unknown {
  if (!Array.isArray(value)) return value;
  const made: unknown[] = value.map(change);
  return made.every((each, index) => Object.is(each, value[index])) ? value : made;
}

/**
 * Completes a renaming of some words to a permutation of all words: a word that only the target uses is renamed to one
 * that the renaming has freed. So no word on the wire can be mistaken for another, and an unknown word stays unknown.
 * @param renamed - ours to theirs, no two to the same word
 * @returns the renaming and its inverse; other words stay unchanged
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
