import { isDeepStrictEqual } from 'node:util';
import { documentedPart, gapsOfField, isDocumented } from '../../../contract/schemas/documented-fields.js';
import { member } from '../../../contract/values/path.js';
import {
  below,
  inBody,
  inRecord,
  inWordsOf,
  type Place,
  placeInWords,
} from '../../../contract/values/place.js';
import type { Exchange } from '../../../http/exchange.js';
import { notAccepted } from '../../finding.js';
import type { Effect, Records } from '../batches/followed-batch.js';
import {
  asShown,
  type Change,
  canonicalText,
  firstChange,
  numberShown,
  type OracleResult,
  type Violation,
  violationAt,
  withoutNulls,
} from '../violation.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The effects were read back: each field has one of the values that it may have. A field that the target's list lacks
 * according to its file can't be read back; if no effect can, there is nothing to see.
 */
export function showTheEffects(after: Records, effects: readonly Effect[]): OracleResult {
  const shown = effects.filter(({ record, field }) => isShown(record, field));
  const [unseen] = effects;
  if (unseen !== undefined && shown.length === 0)
    return { inconclusive: `the list has no field ${unseen.field} in which an effect would show` };
  for (const [name, own] of byRecord(shown)) {
    const fields = after.get(name);
    if (fields === undefined) return missing(name);
    for (const field of new Set(own.map((effect) => effect.field))) {
      const violation = unlessAcceptable(name, field, fields[field], ofField(own, field));
      if (violation !== undefined) return violation;
    }
  }
  return undefined;
}

/**
 * Two readings of the same records differ by the effects and nothing else (clauses 2.1 and 7). In a new record, a field
 * that no effect mentions may have any value. Two readings without a record show nothing.
 */
export function differByTheEffects(
  after: Records,
  before: Records,
  effects: readonly Effect[],
): OracleResult {
  const result = showTheEffects(after, effects);
  if (result !== undefined) return result;
  const expected = byRecord(effects);
  for (const [name, fields] of after) {
    const former = before.get(name);
    const own = expected.get(name);
    if (former === undefined) {
      if (own !== undefined) continue;
      return violationAt(inWordsOf('words', name), `no ${name}, as before`, asShown(fields));
    }
    const change = unforeseenChange(name, fields, former, own ?? []);
    if (change !== undefined) return change;
  }
  const lost = [...before.keys()].find((name) => !after.has(name));
  if (lost !== undefined) return missing(lost);
  return after.size === 0 ? { inconclusive: 'there were neither products nor orders to read' } : undefined;
}

function unforeseenChange(
  name: string,
  fields: Fields,
  former: Fields,
  effects: readonly Effect[],
): Violation | undefined {
  const changed = [...new Set([...Object.keys(former), ...Object.keys(fields)])].find(
    (field) => ofField(effects, field).length === 0 && !isDeepStrictEqual(fields[field], former[field]),
  );
  if (changed === undefined) return undefined;
  return violationAt(
    inRecord(name, changed),
    `unchanged: ${asShown(former[changed])}`,
    asShown(fields[changed]),
    gapsOfRecord(name, changed),
  );
}

function unlessAcceptable(
  name: string,
  field: string,
  actual: unknown,
  effects: readonly Effect[],
): Violation | undefined {
  const acceptable = effects
    .flatMap((effect) => effect.acceptable ?? [actual])
    .map((value) => documentedValue(name, field, value));
  const shown = withoutNulls(actual);
  if (acceptable.some((value) => isDeepStrictEqual(withoutNulls(value), shown))) return undefined;
  const gaps = [...effects.flatMap((effect) => effect.gaps ?? []), ...gapsOfRecord(name, field)];
  return violationAt(
    inRecord(name, field),
    [...new Map(acceptable.map((each) => [`${asShown(each)}`, asShown(each)])).values()],
    asShown(actual),
    [...new Set(gaps)],
  );
}

/** Where the lists show each kind of record, and its fields (gaps G-05, G-08 and G-11). */
const places = [
  { begins: 'order item ', operationId: 'listOrders', path: ['items', '0', 'order_items', '0'] },
  { begins: 'order ', operationId: 'listOrders', path: ['items', '0'] },
  { begins: 'product ', operationId: 'listProducts', path: ['items', '0'] },
] as const;

/** The origin of the place where a list shows a field of a record; the prices of a product are in one list. */
function placeOf(name: string, field: string): Pick<ReadList, 'operationId' | 'path'> | undefined {
  const place = places.find(({ begins }) => name.startsWith(begins));
  if (place === undefined) return undefined;
  const path = field.startsWith('price ') ? ['prices', '0'] : [field];
  return { operationId: place.operationId, path: [...place.path, ...path] };
}

function gapsOfRecord(name: string, field: string): readonly string[] {
  const place = placeOf(name, field);
  return place === undefined ? [] : gapsOfField(place.operationId, place.path);
}

function isShown(name: string, field: string): boolean {
  const place = placeOf(name, field);
  return place === undefined || isDocumented(place.operationId, place.path);
}

/** As much of the value of a field as the list of the record shows: a target's list may lack a field of a price. */
function documentedValue(name: string, field: string, value: unknown): unknown {
  const place = placeOf(name, field);
  return place === undefined ? value : documentedPart(place.operationId, value, place.path);
}

function missing(name: string): Violation {
  return violationAt(inWordsOf('words', name), `the ${name}`, 'nothing');
}

function byRecord(effects: readonly Effect[]): Map<string, Effect[]> {
  const records = new Map<string, Effect[]>();
  for (const effect of effects) {
    const own = records.get(effect.record) ?? [];
    own.push(effect);
    records.set(effect.record, own);
  }
  return records;
}

function ofField(effects: readonly Effect[], name: string): readonly Effect[] {
  return effects.filter(({ field }) => field === name);
}

/**
 * Two readings of the same thing are equal. If both are empty, nothing could have changed.
 * @param after read later
 * @param before read earlier
 * @param what the place of the thing
 */
export function isUnchanged(after: unknown, before: unknown, what: Place): OracleResult {
  const change = firstChange(before, after, what);
  if (change === undefined)
    return isNothing(before) ? { inconclusive: `there is nothing in ${placeInWords(what)}` } : undefined;
  return violationAt(change.at, `unchanged: ${asShown(change.before)}`, asShown(change.after));
}

/**
 * Two responses to the same request are equal in every field that the contract documents; fields that a target adds may
 * differ. A difference in an assumed field rests on its gap. Responses without JSON are compared as text.
 * @param again read later
 */
export function showTheSameAs(again: Exchange, before: Exchange): OracleResult {
  const { operationId } = before;
  const [after, former] = [again, before].map(({ json, text }) =>
    json === undefined ? text : documentedPart(operationId, json),
  );
  const change = firstChange(former, after, inBody());
  if (change !== undefined) return changedAt(operationId, change);
  return isNothing(former) ? { inconclusive: 'there is nothing in body' } : undefined;
}

/** A list that was read completely. */
export interface ReadList {
  /** The operation that lists it. */
  readonly operationId: string;
  /** The path from the body of the operation to an entry; an index means any index. */
  readonly path: readonly string[];
  /** The field that distinguishes entries; several entries may have the same value. */
  readonly key: string;
  /** What readers call it. */
  readonly at: Place;
}

/**
 * Two readings of a list have the same entries in any order, and each field that the contract documents is as before. A
 * difference in an assumed field rests on its gap.
 */
export function holdTheSameEntries(
  after: readonly unknown[],
  before: readonly unknown[],
  { operationId, path, key, at }: ReadList,
): Violation | undefined {
  if (isDeepStrictEqual(after, before)) return undefined;
  const documented = (entry: unknown) => documentedPart(operationId, entry, path);
  const [later, former] = [after, before].map((entries) => byKey(entries.map(documented), key));
  for (const value of new Set([...(former?.keys() ?? []), ...(later?.keys() ?? [])])) {
    const [own, others] = [later?.get(value) ?? [], former?.get(value) ?? []];
    const entriesOf = `${others.length === 1 ? 'entry' : 'entries'} whose ${key} is ${value}`;
    if (own.length !== others.length)
      return violationAt(at, `${others.length} ${entriesOf}, as before`, numberShown(own.length), []);
    const place = { ...at, path: `${at.path}[${key} ${value}]` };
    for (const [index, entry] of own.entries()) {
      const change = firstChange(others[index], entry, place);
      if (change !== undefined) return changedAt(operationId, { ...change, path: [...path, ...change.path] });
    }
  }
  return undefined;
}

function byKey(entries: readonly unknown[], key: string): ReadonlyMap<string, readonly unknown[]> {
  const groups = new Map<string, unknown[]>();
  for (const entry of entries) {
    const value = JSON.stringify(member(entry, key) ?? null);
    groups.set(value, [...(groups.get(value) ?? []), entry]);
  }
  // Sorting by content pairs those of the same key.
  for (const group of groups.values()) group.sort((a, b) => (canonicalText(a) < canonicalText(b) ? -1 : 1));
  return groups;
}

function changedAt(operationId: string, { after, before, at, path }: Change): Violation {
  return violationAt(at, `unchanged: ${asShown(before)}`, asShown(after), gapsOfField(operationId, path));
}

/** Whether a reading is empty: no value, no entry, a page without entries, or only empty members. */
function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (typeof value !== 'object') return false;
  const isPage = Reflect.get(value, 'pagination') !== undefined;
  return isPage ? isNothing(Reflect.get(value, 'items')) : Object.values(value).every(isNothing);
}

/** All of a merchant's data that a write can change, as the lists show it. */
export type MerchantState = Readonly<Record<keyof typeof lists, readonly unknown[]>>;

const merchantData = inWordsOf('words', "the merchant's data");

const lists = {
  products: { operationId: 'listProducts', path: ['items', '0'], key: 'sku' },
  rejected: { operationId: 'listRejectedProducts', path: ['items', '0'], key: 'style_key' },
  orders: { operationId: 'listOrders', path: ['items', '0'], key: 'order_number' },
  webhooks: { operationId: 'listWebhooks', path: ['0'], key: 'id' },
} as const satisfies Readonly<Record<string, Omit<ReadList, 'at'>>>;

const namedLists = (Object.keys(lists) as (keyof typeof lists)[]).map(
  (name) => [name, { ...lists[name], at: below(merchantData, name) }] as const,
);

/**
 * Two readings of a merchant's data, or of the same parts of it, are the same: the same products, rejected products,
 * orders and subscriptions, all unchanged (clauses 5 and 7). Only fields that the contract documents count, and a
 * difference in an assumed field rests on its gap. If both readings are empty, nothing could have changed.
 * @param write one that would change something if the target accepted it: it must have succeeded since
 */
export function keepTheDataOf(
  after: Partial<MerchantState>,
  before: Partial<MerchantState>,
  write?: Exchange,
): OracleResult {
  for (const [name, list] of namedLists) {
    const violation = holdTheSameEntries(after[name] ?? [], before[name] ?? [], list);
    if (violation !== undefined) return violation;
  }
  if (write?.succeeded === false) {
    const { message, gaps } = notAccepted('the write was not accepted later either', write);
    return { inconclusive: message, open: gaps.map(({ gap }) => gap) };
  }
  return Object.values(before).every(({ length }) => length === 0)
    ? { inconclusive: "there is nothing in the merchant's data" }
    : undefined;
}
