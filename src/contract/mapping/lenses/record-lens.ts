import { isJsonObject, type JsonObject } from '../../documents/base-document.js';
import type { Segments } from '../../values/path.js';
import { type Lens, objectWith, permuted, setOwn } from './lens.js';

/** A field of an object: its place in the target, and how its value differs. */
export interface Field {
  readonly ours: string;
  /** The names on the way to it from the object: one name, or several for a field that moved into a new object. */
  readonly theirs: Segments;
  readonly lens?: Lens;
  /** The fields of this object are in the object that contains it: then `theirs` is ignored. */
  readonly flat?: RecordLens;
}

/** How an object differs. */
export interface RecordLens extends Lens {
  /** The target's names for its fields, and for the objects that only the target has. */
  readonly names: ReadonlySet<string>;
}

/**
 * `rename`, `move`, `flat`: fields with different names, places or values. Fields that the contract doesn't know stay,
 * renamed if their name is taken.
 * @param fields - every field of our schema, no two of them at the same place of the target
 */
export function record(fields: readonly Field[]): RecordLens {
  const flats = fields.flatMap(({ ours, flat }) => (flat === undefined ? [] : [{ ours, flat }]));
  const placed = fields.filter(({ flat }) => flat === undefined);
  const single = placed.filter(({ theirs }) => theirs.length === 1);
  const moved = placed.filter(({ theirs }) => theirs.length > 1);
  const byTheirs = new Map(single.map((field) => [field.theirs[0] ?? '', field]));
  const elsewhere = new Set([...moved, ...flats].map(({ ours }) => ours));
  const renamed = single.flatMap(({ ours, theirs: [name = ours] }) =>
    name === ours ? [] : [[ours, name] as const],
  );
  // Even after a field has moved elsewhere, no other field may get its old name.
  const { forward, backward } = permuted(new Map(renamed));
  const containers = new Set(moved.map(({ theirs: [first = ''] }) => first));
  const left = new Set([...elsewhere].filter((ours) => !byTheirs.has(ours)));
  const flatNames = new Map(
    flats.flatMap((each) => [...each.flat.names].map((name) => [name, each] as const)),
  );
  const inTheirs = toldBy(single, 'toTheirs', forward);
  const inOurs = toldBy(single, 'toOurs', backward);

  function toTheirs(ours: unknown): unknown {
    if (!isJsonObject(ours)) return ours;
    const kept = walked(ours, inTheirs, 'toTheirs', isElsewhere);
    if (kept === ours || elsewhere.size === 0) return kept;
    const made = { ...kept };
    for (const field of moved)
      if (Object.hasOwn(ours, field.ours)) place(made, field, told(field, ours[field.ours], 'toTheirs'));
    for (const { ours: name, flat } of flats) {
      if (!Object.hasOwn(ours, name)) continue;
      const inner = flat.toTheirs(ours[name]);
      if (isFlat(inner, flat, made)) Object.assign(made, inner);
      else setOwn(made, name, ours[name]);
    }
    return made;
  }

  function isElsewhere(name: string): boolean {
    return elsewhere.has(name);
  }

  /** Our name for the object whose fields lie flat among theirs, if the field is one of them. */
  function flatOf(name: string, theirs: JsonObject): string | undefined {
    const flat = flatNames.get(name);
    return flat === undefined || Object.hasOwn(theirs, flat.ours) ? undefined : flat.ours;
  }

  /** Whether a field doesn't stay in its place: nothing is right where a field was before it moved. */
  function isAside(name: string, theirs: JsonObject): boolean {
    return flatOf(name, theirs) !== undefined || containers.has(name) || left.has(name);
  }

  function toOurs(theirs: unknown): unknown {
    if (!isJsonObject(theirs)) return theirs;
    const kept = walked(theirs, inOurs, 'toOurs', isAside);
    if (kept === theirs || elsewhere.size === 0) return kept;
    const made = { ...kept };
    for (const { ours: name, flat } of flats) {
      const part = Object.entries(theirs).filter(([key]) => flatOf(key, theirs) === name);
      if (part.length > 0) setOwn(made, name, flat.toOurs(objectWith(part)));
      else if (left.has(name) && Object.hasOwn(theirs, name)) {
        // An object that could be flat, but isn't, is wrong.
        const whole = theirs[name];
        setOwn(made, name, isFlat(flat.toTheirs(whole), flat, {}) ? [whole] : whole);
      }
    }
    for (const container of containers)
      if (Object.hasOwn(theirs, container)) {
        const rest = takenFrom(theirs[container], [container], made);
        if (rest !== undefined) setOwn(made, container, rest);
      }
    return made;
  }

  /**
   * Puts the fields that moved into an object among ours.
   * @returns the rest of the object, if any
   */
  function takenFrom(value: unknown, at: Segments, made: Record<string, unknown>): unknown {
    if (!isJsonObject(value)) return value;
    const rest: [string, unknown][] = [];
    let took = false;
    for (const [name, member] of Object.entries(value)) {
      const here = [...at, name];
      const field = moved.find(({ theirs }) => isSame(theirs, here));
      if (field !== undefined) {
        setOwn(made, field.ours, told(field, member, 'toOurs'));
        took = true;
      } else if (moved.some(({ theirs }) => isSame(theirs.slice(0, here.length), here))) {
        const left = takenFrom(member, here, made);
        if (left === undefined) took = true;
        else rest.push([name, left]);
      } else rest.push([name, member]);
    }
    return rest.length === 0 && took ? undefined : objectWith(rest);
  }

  function path(theirs: Segments): Segments {
    const [first, ...rest] = theirs;
    if (first === undefined) return [];
    const field = byTheirs.get(first);
    if (field !== undefined) return [field.ours, ...(field.lens?.path(rest) ?? rest)];
    const found = moved.find((each) => isSame(each.theirs, theirs.slice(0, each.theirs.length)));
    if (found !== undefined) {
      const below = theirs.slice(found.theirs.length);
      return [found.ours, ...(found.lens?.path(below) ?? below)];
    }
    const flat = flatNames.get(first);
    if (flat !== undefined) return [flat.ours, ...flat.flat.path(theirs)];
    return [backward.get(first) ?? first, ...rest];
  }

  return {
    names: new Set([...single.map(({ theirs: [name = ''] }) => name), ...containers, ...flatNames.keys()]),
    toTheirs,
    toOurs,
    path,
  };
}

/** Whether the fields of an object in the target's words can be those of the object around it. */
function isFlat(inner: unknown, { names }: RecordLens, around: JsonObject): boolean {
  const keys = isJsonObject(inner) ? Object.keys(inner) : [];
  return keys.length > 0 && keys.every((key) => names.has(key) && !Object.hasOwn(around, key));
}

/** The new name and value of a field. */
interface Told {
  readonly name: string;
  readonly lens?: Lens | undefined;
}

function toldBy(
  single: readonly Field[],
  way: 'toTheirs' | 'toOurs',
  permutation: ReadonlyMap<string, string>,
): ReadonlyMap<string, Told> {
  const found = new Map<string, Told>([...permutation].map(([from, name]) => [from, { name }]));
  for (const {
    ours,
    theirs: [theirs = ours],
    lens,
  } of single)
    if (way === 'toTheirs') found.set(ours, { name: theirs, lens });
    else found.set(theirs, { name: ours, lens });
  return found;
}

/**
 * An object with its fields renamed and translated, without those that are set aside; the same object if nothing
 * changes. Translating a response spends most of its time here.
 */
function walked(
  object: JsonObject,
  fields: ReadonlyMap<string, Told>,
  way: 'toTheirs' | 'toOurs',
  isAside: (name: string, object: JsonObject) => boolean,
): JsonObject {
  const made: Record<string, unknown> = {};
  let isSame = true;
  for (const name of Object.keys(object)) {
    if (isAside(name, object)) {
      isSame = false;
      continue;
    }
    const before = object[name];
    const to = fields.get(name);
    const after = to?.lens === undefined ? before : to.lens[way](before);
    isSame &&= (to === undefined || to.name === name) && Object.is(after, before);
    setOwn(made, to?.name ?? name, after);
  }
  return isSame ? object : made;
}

function told({ lens }: Field, value: unknown, way: 'toTheirs' | 'toOurs'): unknown {
  return lens === undefined ? value : lens[way](value);
}

/** Puts a value into objects that only the target has; if a different value is in the way, it stays in its old place. */
function place(made: Record<string, unknown>, { ours, theirs }: Field, value: unknown): void {
  let object = made;
  const last = theirs.at(-1) ?? ours;
  for (const name of theirs.slice(0, -1)) {
    const there = Object.hasOwn(object, name) ? object[name] : {};
    if (!isJsonObject(there)) {
      setOwn(made, ours, value);
      return;
    }
    const copy = { ...there };
    setOwn(object, name, copy);
    object = copy;
  }
  if (Object.hasOwn(object, last)) setOwn(made, ours, value);
  else setOwn(object, last, value);
}

function isSame(one: Segments, other: Segments): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}
