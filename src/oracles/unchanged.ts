import { isDeepStrictEqual } from 'node:util';
import { documentedPart, gapsOfField } from '../contract/documented-fields.js';
import type { Exchange } from '../exchange/exchange.js';
import { canonicalText } from './canonical-text.js';
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

/**
 * Two answers to the same request show the same, as far as the contract documents them: nothing is promised about a field
 * that a target adds. A difference in a field that is assumed rests on its gap. Answers without JSON are compared as texts.
 * @param again read later
 */
export function showsTheSameAs(again: Exchange, before: Exchange): Unmet | Unseen | undefined {
  const { operationId } = before;
  const [after, former] = [again, before].map(({ json, text }) =>
    json === undefined ? text : documentedPart(operationId, json),
  );
  const change = firstChange(former, after, 'body');
  if (change !== undefined) return changedAt(operationId, change);
  return isNothing(former) ? { unseen: 'there is nothing in body' } : undefined;
}

/** A list that was read as a whole. */
export interface ReadList {
  /** The operation that lists it. */
  readonly operationId: string;
  /** From the body of the operation to the value of an entry; any index stands for all. */
  readonly path: readonly string[];
  /** The field that tells entries apart; several may have the same value. */
  readonly key: string;
  /** A place for a reader: `products`. */
  readonly at: string;
}

/**
 * Two readings of a list have the same entries, in any order: neither one more nor one less, and each field of an entry that
 * the contract documents as before. A difference in a field that is assumed rests on its gap.
 */
export function holdTheSameEntries(
  after: readonly unknown[],
  before: readonly unknown[],
  { operationId, path, key, at }: ReadList,
): Unmet | undefined {
  const documented = (entry: unknown) => documentedPart(operationId, entry, path);
  const [later, former] = [after, before].map((entries) => byKey(entries.map(documented), key));
  for (const value of new Set([...(former?.keys() ?? []), ...(later?.keys() ?? [])])) {
    const [own, others] = [later?.get(value) ?? [], former?.get(value) ?? []];
    const entriesOf = `${others.length === 1 ? 'entry' : 'entries'} whose ${key} is ${value}`;
    if (own.length !== others.length)
      return {
        expected: [`${others.length} ${entriesOf}, as before`],
        actual: String(own.length),
        at,
        gaps: [],
      };
    for (const [index, entry] of own.entries()) {
      const change = firstChange(others[index], entry, `${at}[${key} ${value}]`);
      if (change !== undefined) return changedAt(operationId, { ...change, path: [...path, ...change.path] });
    }
  }
  return undefined;
}

function byKey(entries: readonly unknown[], key: string): ReadonlyMap<string, readonly unknown[]> {
  const groups = new Map<string, unknown[]>();
  // Where several have the same key, it is their content that pairs them.
  for (const entry of entries.toSorted((a, b) => (canonicalText(a) < canonicalText(b) ? -1 : 1))) {
    const value = JSON.stringify(member(entry, key) ?? null);
    groups.set(value, [...(groups.get(value) ?? []), entry]);
  }
  return groups;
}

function changedAt(operationId: string, { after, before, at, path }: Change): Unmet {
  return {
    expected: [`unchanged: ${inWords(before)}`],
    actual: inWords(after),
    at,
    gaps: gapsOfField(operationId, path),
  };
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
    isRecord(before) && isRecord(after) ? new Set([...Object.keys(before), ...Object.keys(after)]) : [];
  for (const key of entries) {
    const inner = firstChange(member(before, key), member(after, key), placeOf(before, key, at));
    if (inner !== undefined) return { ...inner, path: [key, ...inner.path] };
  }
  return { at, before, after, path: [] };
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
