import fc from 'fast-check';
import { type StockItem, stockItem } from '../stock-item.js';
import { type InvalidItem, invalidItem } from './invalid-item.js';
import { otherThan } from './json-shape.js';

interface Mistake {
  readonly field: keyof StockItem;
  readonly right: string;
  readonly put: (item: StockItem) => fc.Arbitrary<unknown>;
}

const missing = () => fc.constantFrom(undefined, null);

const mistakes = {
  'quantity below 0': {
    field: 'quantity',
    right: 'at least 0',
    put: () => fc.oneof(fc.constant(-1), fc.integer({ min: -1_000_000, max: -1 })),
  },
  'quantity above 1000000': {
    field: 'quantity',
    right: 'at most 1000000',
    put: () => fc.oneof(fc.constant(1_000_001), fc.integer({ min: 1_000_001, max: 2_147_483_647 })),
  },
  'quantity with a fraction': {
    field: 'quantity',
    right: 'an integer',
    put: () => fc.integer({ min: 0, max: 999_999 }).map((whole) => whole + 0.5),
  },
  'quantity of another type': {
    field: 'quantity',
    right: 'a number',
    put: ({ quantity }) => fc.constantFrom(...otherThan('a number', quantity)),
  },
  'quantity missing': { field: 'quantity', right: 'required', put: missing },
  'sku of another type': {
    field: 'sku',
    right: 'a string',
    put: ({ sku }) => fc.constantFrom(...otherThan('a string', sku)),
  },
  'sku missing': { field: 'sku', right: 'required', put: missing },
} as const satisfies Readonly<Record<string, Mistake>>;

export type StockMistake = keyof typeof mistakes;

/** What can be wrong with a stock update, as `quantity below 0` (gap G-11). */
export const stockMistakes = Object.keys(mistakes).filter((name): name is StockMistake => name in mistakes);

/**
 * A stock update with one mistake (gap G-11).
 * @param skus those to choose from; at least one
 * @param name one of stockMistakes
 */
export function invalidStockItem(
  skus: readonly string[],
  name: StockMistake,
): fc.Arbitrary<InvalidItem<StockItem>> {
  const { field, right, put }: Mistake = mistakes[name];
  return stockItem(skus).chain((item) =>
    put(item).map((value) => invalidItem(item, field, right, value, { [field]: value })),
  );
}
