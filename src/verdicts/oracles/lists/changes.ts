import { isDeepStrictEqual } from 'node:util';
import { documentedPart, gapsOfField, isDocumented } from '../../../contract/schemas/documented-fields.js';
import { groupedBy } from '../../../contract/values/groups.js';
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
  firstOf,
  numberShown,
  type OracleResult,
  type Violation,
  violationAt,
  withoutNulls,
} from '../violation.js';

/**
 * The effects can be read back: each field has one of the values that it may have. If the target's file says that its
 * list lacks a field, that field can't be read back; if no effect can be, there is nothing to look at.
 */
export function showTheEffects(after: Records, effects: readonly Effect[]): OracleResult {
  const shown = effects.filter(({ record, field }) => {
    const { operationId, path } = placeOf(record, field);
    return isDocumented(operationId, path);
  });
  const [unseen] = effects;
  if (unseen !== undefined && shown.length === 0)
    return { inconclusive: `the list has no field ${unseen.field} in which an effect would show` };
  const ofFields = groupedBy(shown, ({ record, field }) => JSON.stringify([record, field]));
  return firstOf([...ofFields.values()], (own) => {
    const [{ record, field }] = own;
    const fields = after.get(record);
    return fields === undefined ? missing(record) : unlessAcceptable(fields[field], own);
  });
}

/** A field has a value that one of its effects allows; an effect that names no value allows any. */
function unlessAcceptable(
  actual: unknown,
  effects: readonly [Effect, ...(readonly Effect[])],
): Violation | undefined {
  const [{ record, field }] = effects;
  const { operationId, path } = placeOf(record, field);
  // A target's list may lack a field of a price.
  const acceptable = effects
    .flatMap((effect) => effect.acceptable ?? [actual])
    .map((value) => documentedPart(operationId, value, path));
  const shown = withoutNulls(actual);
  if (acceptable.some((value) => isDeepStrictEqual(withoutNulls(value), shown))) return undefined;
  const expected = new Map(acceptable.map((each) => [`${asShown(each)}`, asShown(each)]));
  const gaps = [...effects.flatMap((effect) => effect.gaps ?? []), ...gapsOfField(operationId, path)];
  return violationAt(inRecord(record, field), [...expected.values()], asShown(actual), [...new Set(gaps)]);
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
  const foreseen = groupedBy(effects, ({ record }) => record);
  const result =
    showTheEffects(after, effects) ??
    firstOf([...after], ([name, fields]) =>
      unforeseenChange(name, fields, before.get(name), foreseen.get(name)),
    );
  if (result !== undefined) return result;
  const lost = [...before.keys()].find((name) => !after.has(name));
  if (lost !== undefined) return missing(lost);
  return after.size === 0 ? { inconclusive: 'there were neither products nor orders to read' } : undefined;
}

/** A record is new, or a field of it changed, although no effect of the record says so. */
function unforeseenChange(
  name: string,
  fields: Readonly<Record<string, unknown>>,
  former: Readonly<Record<string, unknown>> | undefined,
  effects: readonly Effect[] | undefined,
): Violation | undefined {
  if (former === undefined) {
    const isNew = violationAt(inWordsOf('words', name), `no ${name}, as before`, asShown(fields));
    return effects === undefined ? isNew : undefined;
  }
  const changed = [...new Set([...Object.keys(former), ...Object.keys(fields)])].find(
    (field) =>
      !effects?.some((effect) => effect.field === field) && !isDeepStrictEqual(fields[field], former[field]),
  );
  if (changed === undefined) return undefined;
  const { operationId, path } = placeOf(name, changed);
  const expected = `unchanged: ${asShown(former[changed])}`;
  const gaps = gapsOfField(operationId, path);
  return violationAt(inRecord(name, changed), expected, asShown(fields[changed]), gaps);
}

function missing(name: string): Violation {
  return violationAt(inWordsOf('words', name), `the ${name}`, 'nothing');
}

/** The lists with all of a merchant's data that a write can change. */
export const lists = {
  products: { operationId: 'listProducts', path: ['items', '0'], key: 'sku' },
  rejected: { operationId: 'listRejectedProducts', path: ['items', '0'], key: 'style_key' },
  orders: { operationId: 'listOrders', path: ['items', '0'], key: 'order_number' },
  webhooks: { operationId: 'listWebhooks', path: ['0'], key: 'id' },
} as const satisfies Readonly<Record<string, Omit<ReadList, 'at'>>>;

/** Where these lists show each kind of record (gaps G-05, G-08 and G-11). */
const places = [
  { begins: 'order item ', operationId: 'listOrders', path: ['items', '0', 'order_items', '0'] },
  { begins: 'order ', ...lists.orders },
  { begins: '', ...lists.products },
];

/** The place where a list shows a field of a record; the prices of a product are in one list. */
function placeOf(record: string, field: string): Pick<ReadList, 'operationId' | 'path'> {
  const { operationId = '', path = [] } = places.find(({ begins }) => record.startsWith(begins)) ?? {};
  return { operationId, path: [...path, ...(field.startsWith('price ') ? ['prices', '0'] : [field])] };
}

/**
 * Two readings of the same thing are equal. If both are empty, nothing could have changed.
 * @param after read later
 * @param before read earlier
 * @param what where the compared thing is found
 */
export function isUnchanged(after: unknown, before: unknown, what: Place): OracleResult {
  const change = firstChange(before, after, what);
  if (change === undefined)
    return isNothing(before) ? { inconclusive: `there is nothing in ${placeInWords(what)}` } : undefined;
  return violationAt(change.at, `unchanged: ${asShown(change.before)}`, asShown(change.after));
}

/**
 * Two responses to the same request are equal in every field that the contract documents; fields that a target adds may
 * differ. A difference in an assumed field rests on its gap. Responses that aren't JSON are compared as text.
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
  /** What findings call it. */
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
  const byContent = (one: unknown, other: unknown) => (canonicalText(one) < canonicalText(other) ? -1 : 1);
  const [later, former] = [after, before].map((entries) =>
    groupedBy(
      entries.map((entry) => documentedPart(operationId, entry, path)),
      (entry) => JSON.stringify(member(entry, key) ?? null),
    ),
  );
  return firstOf([...new Set([...(former?.keys() ?? []), ...(later?.keys() ?? [])])], (value) => {
    // Sorting by content pairs the entries that have the same key.
    const [own = [], others = []] = [later, former].map((groups) =>
      (groups?.get(value) ?? []).toSorted(byContent),
    );
    const entriesOf = `${others.length === 1 ? 'entry' : 'entries'} whose ${key} is ${value}`;
    if (own.length !== others.length)
      return violationAt(at, `${others.length} ${entriesOf}, as before`, numberShown(own.length), []);
    const place = { ...at, path: `${at.path}[${key} ${value}]` };
    return firstOf(own, (entry, index) => {
      const change = firstChange(others[index], entry, place);
      return change && changedAt(operationId, { ...change, path: [...path, ...change.path] });
    });
  });
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

/**
 * Two readings of a merchant's data, or of the same parts of it, are the same: the same products, rejected products,
 * orders and subscriptions, all unchanged (clauses 5 and 7). Only fields that the contract documents count, and a
 * difference in an assumed field rests on its gap. If both readings are empty, nothing could have changed.
 * @param write a write that would change something if the target accepted it; it must have succeeded after the two
 * readings
 */
export function keepTheDataOf(
  after: Partial<MerchantState>,
  before: Partial<MerchantState>,
  write?: Exchange,
): OracleResult {
  const violation = firstOf(Object.keys(lists) as (keyof typeof lists)[], (name) =>
    holdTheSameEntries(after[name] ?? [], before[name] ?? [], {
      ...lists[name],
      at: below(merchantData, name),
    }),
  );
  if (violation !== undefined) return violation;
  if (write?.succeeded === false) {
    const { message, gaps } = notAccepted('the write was not accepted later either', write);
    return { inconclusive: message, open: gaps.map(({ gap }) => gap) };
  }
  return Object.values(before).every(({ length }) => length === 0)
    ? { inconclusive: "there is nothing in the merchant's data" }
    : undefined;
}
