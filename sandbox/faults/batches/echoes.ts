import type { OperationId } from '../../http/rate-limits.js';
import { isObject } from '../../schema/check.js';
import { changingEntries } from '../batch-results.js';
import type { Fault } from '../fault.js';

/** The results of items that have texts in them. */
const WITH_TEXTS = [
  'getProductResults',
  'getStatusResults',
  'getStockResults',
  'getPriceResults',
  'getShipResults',
  'getReturnResults',
] as const satisfies readonly OperationId[];
const WITH_PRICES = ['getProductResults', 'getPriceResults'] as const satisfies readonly OperationId[];

/** Plants a change of the items that are echoed. One that doesn't change keeps every character. */
function echoing(change: (item: unknown) => unknown): Fault['plant'] {
  return changingEntries((entries) =>
    entries.map((entry) => {
      const item: unknown = JSON.parse(entry.item);
      const changed = JSON.stringify(change(item));
      return changed === JSON.stringify(item) ? entry : { ...entry, item: changed };
    }),
  );
}

/** A value with each text, number and null in it changed; keys stay as they are. */
function eachLeaf(change: (leaf: unknown) => unknown): (value: unknown) => unknown {
  return function inside(value): unknown {
    if (Array.isArray(value)) return value.map(inside);
    if (!isObject(value)) return change(value);
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, inside(entry)]));
  };
}

function eachText(change: (text: string) => string): (value: unknown) => unknown {
  return eachLeaf((leaf) => (typeof leaf === 'string' ? change(leaf) : leaf));
}

/** Faults of the items that finished batches echo (clause 2.1). */
export const echoesFaults: readonly Fault[] = [
  {
    id: 'echoes-item-without-null-fields',
    violates: 'BAT-10',
    does: 'It leaves the fields that are null out of the items that it echoes.',
    operations: WITH_PRICES,
    showsFor: 'items with null in them',
    // A member that is undefined is left out where JSON is written.
    plant: echoing(eachLeaf((leaf) => leaf ?? undefined)),
  },
  {
    id: 'normalises-unicode-of-echo',
    violates: 'BAT-10',
    does: 'It echoes texts in the Unicode normalisation form C.',
    operations: WITH_TEXTS,
    showsFor: 'texts that are not in this form',
    plant: echoing(eachText((text) => text.normalize('NFC'))),
  },
  {
    id: 'breaks-surrogate-pairs-of-echo',
    violates: 'BAT-10',
    does: 'It echoes a question mark for each character outside the basic multilingual plane.',
    operations: WITH_TEXTS,
    showsFor: 'texts with a surrogate pair',
    plant: echoing(eachText((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?'))),
  },
  {
    id: 'echoes-times-in-utc',
    violates: 'BAT-10',
    does: 'It echoes the instant of a time, written in UTC, in place of the time as it was sent.',
    operations: ['getStockResults', 'getPriceResults'],
    showsFor: 'items with valid_at in another zone',
    plant: echoing(
      eachText((text) =>
        /^\d{4}-\d\d-\d\dT.*[-+]\d\d:\d\d$/.test(text) ? new Date(text).toISOString() : text,
      ),
    ),
  },
  {
    id: 'rounds-numbers-of-echo',
    violates: 'BAT-10',
    does: 'It echoes numbers rounded to two decimals.',
    operations: WITH_PRICES,
    showsFor: 'numbers with more than two decimals',
    plant: echoing(
      eachLeaf((leaf) =>
        typeof leaf === 'number' && Math.abs(leaf) < 1e15 ? Math.round(leaf * 100) / 100 : leaf,
      ),
    ),
  },
  {
    id: 'sorts-lists-of-echo',
    violates: 'BAT-10',
    does: 'It echoes the ids of order items in ascending order.',
    operations: ['getShipResults', 'getReturnResults'],
    showsFor: 'ids in another order',
    plant: echoing((item) =>
      isObject(item) && Array.isArray(item.order_items)
        ? { ...item, order_items: item.order_items.toSorted((a, b) => Number(a) - Number(b)) }
        : item,
    ),
  },
];
