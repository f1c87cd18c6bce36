import { isDeepStrictEqual } from 'node:util';
import { inWords, type Violation } from './violation.js';

/** A member of a body or of a part of it; undefined where there is no object, or it has no such member. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The entries of a list in a body; none where there is no list. */
export function entriesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Whether a value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A JSON value as text that is the same for equal values and for no others: members in order of their names, the two
 * zeros apart.
 */
export function canonicalText(value: unknown): string {
  if (Object.is(value, -0)) return '-0';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonicalText(each)}`).join(',')}}`;
}

/** The text of a value as it is once it was sent: JSON knows no undefined and no negative zero. */
export function sentText(value: unknown): string {
  const sent: unknown = JSON.parse(JSON.stringify(value));
  return canonicalText(sent);
}

/** A place in which two values differ. */
export interface Change {
  /** Keys and indexes from the values that were compared to the place. */
  readonly path: readonly string[];
  readonly at: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The first place, deepest first, in which two values differ; undefined where they are equal. */
export function firstChange(before: unknown, after: unknown, at: string): Change | undefined {
  if (isDeepStrictEqual(before, after)) return undefined;
  const entries =
    isContainer(before) && isContainer(after) ? new Set([...Object.keys(before), ...Object.keys(after)]) : [];
  for (const key of entries) {
    const inner = firstChange(member(before, key), member(after, key), placeOf(before, key, at));
    if (inner !== undefined) return { ...inner, path: [key, ...inner.path] };
  }
  return { at, before, after, path: [] };
}

function placeOf(value: unknown, key: string, at: string): string {
  return Array.isArray(value) ? `${at}[${key}]` : `${at}.${key}`;
}

/**
 * The first place, deepest first, in which what is shown is not what is wanted. An array has as many entries as wanted;
 * an object may have more fields.
 */
export function firstDifference(shown: unknown, wanted: unknown, at: string): Violation | undefined {
  if (isDeepStrictEqual(shown, wanted)) return undefined;
  const isComparable =
    isContainer(shown) && isContainer(wanted) && Array.isArray(shown) === Array.isArray(wanted);
  if (!isComparable) return { expected: [inWords(wanted)], actual: inWords(shown), at };
  if (Array.isArray(shown) && Array.isArray(wanted) && shown.length !== wanted.length)
    return { expected: [`${wanted.length} entries`], actual: `${shown.length} entries`, at };
  for (const [name, value] of Object.entries(wanted)) {
    const place = Array.isArray(wanted) ? `${at}[${name}]` : `${at}.${name}`;
    const violation = firstDifference(Reflect.get(shown, name), value, place);
    if (violation !== undefined) return violation;
  }
  return undefined;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
