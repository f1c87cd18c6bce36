import { isDeepStrictEqual } from 'node:util';
import { inWords } from './in-words.js';
import type { Unmet, Unseen } from './unmet.js';

/**
 * Two readings of the same are equal. Where there is nothing in either, nothing could have changed.
 * @param after read later
 * @param before read earlier
 * @param what is compared, as a place for a reader: `products`, `body`
 */
export function isUnchanged(after: unknown, before: unknown, what: string): Unmet | Unseen | undefined {
  const change = firstChange(before, after, what);
  if (change === undefined) return isNothing(before) ? { unseen: `there is nothing in ${what}` } : undefined;
  return { expected: [`unchanged: ${inWords(change.before)}`], actual: inWords(change.after), at: change.at };
}

/** A place in which two values differ. */
export interface Change {
  readonly at: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The first place, deepest first, in which two values differ; undefined where they are equal. */
export function firstChange(before: unknown, after: unknown, at: string): Change | undefined {
  if (isDeepStrictEqual(before, after)) return undefined;
  const entries =
    isRecord(before) && isRecord(after) ? new Set([...Object.keys(before), ...Object.keys(after)]) : [];
  for (const key of entries) {
    const inner = firstChange(member(before, key), member(after, key), placeOf(before, key, at));
    if (inner !== undefined) return inner;
  }
  return { at, before, after };
}

/** Whether a reading shows nothing: no value, no entry, a page without entries, or nothing in any of its members. */
function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (!isRecord(value)) return false;
  const isPage = Reflect.get(value, 'pagination') !== undefined;
  return isPage ? isNothing(Reflect.get(value, 'items')) : Object.values(value).every(isNothing);
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function member(value: unknown, key: string): unknown {
  return isRecord(value) ? Reflect.get(value, key) : undefined;
}

function placeOf(value: unknown, key: string, at: string): string {
  return Array.isArray(value) ? `${at}[${key}]` : `${at}.${key}`;
}
