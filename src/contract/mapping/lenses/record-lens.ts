import { isJsonObject, type JsonObject } from '../../documents/base-document.js';
import type { Segments } from '../../values/path.js';
import type { Lens } from './lens.js';

/** A field of an object: its place in our object and in the target's, and how its value differs. */
export interface Field {
  /** One name, or the names of a flat object and of a field in it. */
  readonly ours: Segments;
  /** One name, or several for a field that moved into an object that only the target has. */
  readonly theirs: Segments;
  readonly lens?: Lens;
}

/** The members of an object on one side: of each, its place on the other side, or the members below it. */
type Members = Map<string, Members | { readonly to: Segments; change(value: unknown): unknown }>;

/**
 * `rename`, `move`, `flat`, `constant`: an object whose fields have different names, places or values. A field that the
 * contract doesn't know stays, unless its name is taken: nothing counts where a field was before it moved.
 * @param fields - every field of our schema, no two of them at the same place of the target
 * @param constants - the fields that only the target has, with the values that they always get
 */
export function record(fields: readonly Field[], constants: JsonObject): Lens {
  const forth = fields.map(({ ours, theirs, lens }) => ({ from: ours, to: theirs, change: lens?.toTheirs }));
  const back = fields.map(({ ours, theirs, lens }) => ({ from: theirs, to: ours, change: lens?.toOurs }));
  const [inOurs, inTheirs] = [membersAt(forth), membersAt(back)];
  for (const name of Object.keys(constants)) inTheirs.set(name, { to: [], change: () => undefined });
  return {
    toTheirs: (ours) => {
      const theirs = placed(ours, inOurs, inTheirs);
      return isJsonObject(theirs) ? { ...theirs, ...constants } : theirs;
    },
    toOurs: (theirs) => placed(theirs, inTheirs, inOurs),
  };
}

interface Move {
  readonly from: Segments;
  readonly to: Segments;
  readonly change: ((value: unknown) => unknown) | undefined;
}

function membersAt(moves: readonly Move[]): Members {
  const members: Members = new Map();
  for (const { from, to, change = (value: unknown) => value } of moves) {
    let holder = members;
    for (const name of from.slice(0, -1)) {
      const below = holder.get(name);
      const next: Members = below instanceof Map ? below : new Map();
      holder.set(name, next);
      holder = next;
    }
    holder.set(from.at(-1) ?? '', { to, change });
  }
  return members;
}

/** An object with its fields in their places on the other side; any other value stays as it is. */
function placed(value: unknown, members: Members, others: Members): unknown {
  if (!isJsonObject(value)) return value;
  const made: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(restOf(value, members, made)))
    if (!others.has(name)) setOwn(made, name, member);
  return made;
}

/** Puts the known members of an object into another one. @returns the others */
function restOf(value: JsonObject, members: Members, made: Record<string, unknown>): JsonObject {
  const rest: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const known = members.get(name);
    if (known === undefined) setOwn(rest, name, member);
    else if (!(known instanceof Map)) put(made, known.to, known.change(member));
    else if (!isJsonObject(member)) setOwn(rest, name, member);
    else {
      const below = restOf(member, known, made);
      if (Object.keys(below).length > 0) setOwn(rest, name, below);
    }
  }
  return rest;
}

function put(object: Record<string, unknown>, [name, ...below]: Segments, value: unknown): void {
  if (name === undefined) return;
  const there = Object.hasOwn(object, name) ? object[name] : undefined;
  const holder = isJsonObject(there) ? { ...there } : {};
  if (below.length > 0) put(holder, below, value);
  setOwn(object, name, below.length > 0 ? holder : value);
}

/** Adds a field to an object itself, even if its name is `__proto__`. */
function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}
