import type { OperationId } from '../../http/rate-limits.js';
import { isObject } from '../../schema/check.js';
import { changingEntries } from '../batch-results.js';
import { type Fault, liesIn, type Plant } from '../fault.js';

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
function echoing(change: (item: unknown) => unknown): Plant {
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
  ...liesIn(WITH_PRICES, {
    'BAT-10 echoes-item-without-null-fields': [
      'It leaves the fields that are null out of the items that it echoes.',
      'items with null in them',
      echoing(eachLeaf((leaf) => leaf ?? undefined)),
    ],
    'BAT-10 rounds-numbers-of-echo': [
      'It echoes numbers rounded to two decimals.',
      'numbers with more than two decimals',
      echoing(
        eachLeaf((leaf) =>
          typeof leaf === 'number' && Math.abs(leaf) < 1e15 ? Math.round(leaf * 100) / 100 : leaf,
        ),
      ),
    ],
  }),
  ...liesIn(WITH_TEXTS, {
    'BAT-10 normalises-unicode-of-echo': [
      'It echoes texts in the Unicode normalisation form C.',
      'texts that are not in this form',
      echoing(eachText((text) => text.normalize('NFC'))),
    ],
    'BAT-10 breaks-surrogate-pairs-of-echo': [
      'It echoes a question mark for each character outside the basic multilingual plane.',
      'texts with a surrogate pair',
      echoing(eachText((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?'))),
    ],
  }),
  ...liesIn(['getStockResults', 'getPriceResults'], {
    'BAT-10 echoes-times-in-utc': [
      'It echoes the instant of a time, written in UTC, in place of the time as it was sent.',
      'items with valid_at in another zone',
      echoing(
        eachText((text) =>
          /^\d{4}-\d\d-\d\dT.*[-+]\d\d:\d\d$/.test(text) ? new Date(text).toISOString() : text,
        ),
      ),
    ],
  }),
  ...liesIn(['getShipResults', 'getReturnResults'], {
    'BAT-10 sorts-lists-of-echo': [
      'It echoes the ids of order items in ascending order.',
      'ids in another order',
      echoing((item) =>
        isObject(item) && Array.isArray(item.order_items)
          ? { ...item, order_items: item.order_items.toSorted((a, b) => Number(a) - Number(b)) }
          : item,
      ),
    ],
  }),
];
