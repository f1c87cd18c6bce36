import type { OpenSandbox } from '../testing/open-sandbox.js';
import { putProduct } from '../testing/put-product.js';
import { type Lie, testLies } from './lies.js';
import { stockFaults } from './stock.js';

type Items = readonly object[];

/** What comes of batches, one after the other: the successes of the last one, then the quantities of two products. */
function after(batches: readonly Items[], lie: unknown): Lie {
  return [
    async (sandbox: OpenSandbox) => {
      for (const sku of ['sku-1', 'sku-2']) putProduct(sandbox, { sku });
      let outcome: unknown[] = [];
      for (const items of batches) {
        const { status, body } = await sandbox.batch('PATCH', '/products/stock', 'stock', items);
        const entries: { success: boolean }[] = status === 200 ? Object(body).items : [];
        outcome = entries.map(({ success }) => success);
      }
      const quantities = sandbox.merchant.catalogue.all().map(({ values }) => values.quantity);
      return [...outcome, ...quantities];
    },
    lie,
  ];
}

const set = (quantity: number, valid_at?: string, sku = 'sku-1') => ({
  sku,
  quantity,
  ...(valid_at && { valid_at }),
});
const [early, late] = ['2025-01-01T10:00:00Z', '2025-01-01T12:00:00Z'];

testLies(stockFaults, {
  'updates-no-stock': after([[set(7)]], [true, 5, 5]),
  'adds-stock-instead-of-setting-it': after([[set(7)]], [true, 12, 5]),
  'takes-stock-of-zero-for-none-given': after([[set(0)]], [true, 5, 5]),
  'keeps-sixteen-bits-of-stock': after([[set(65_537)]], [true, 1, 5]),
  'sets-stock-of-the-first-item-only': after([[set(7), set(8, undefined, 'sku-2')]], [true, true, 7, 5]),
  'sets-stock-of-the-whole-style': after([[set(7)]], [true, 7, 7]),
  'passes-over-unknown-sku-of-stock': after([[set(7, undefined, 'unknown')]], [true, 5, 5]),
  'finds-sku-of-stock-in-any-case': after([[set(7, undefined, 'SKU-1')]], [true, 7, 5]),
  'judges-unknown-sku-by-the-item-before': after(
    [[set(1, undefined, 'unknown'), set(7), set(8, undefined, 'unknown')]],
    [false, true, true, 7, 5],
  ),
  'accepts-stock-above-a-million': after([[set(1_000_001)]], [true, 1_000_000, 5]),
  'takes-negative-stock-for-none': after([[set(-1)]], [true, 0, 5]),
  'rounds-stock': after([[set(1.5)]], [true, 2, 5]),
  'refuses-stock-of-a-million': after([[set(1_000_000)]], [false, 5, 5]),
  'carries-out-outdated-stock': after([[set(7, late)], [set(8, early)]], [true, 8, 5]),
  'reports-outdated-stock-as-success': after([[set(7, late)], [set(8, early)]], [true, 7, 5]),
  'forgets-valid-at-within-a-stock-batch': after([[set(7, late), set(8, early)]], [true, true, 8, 5]),
  'compares-valid-at-of-stock-without-zone': after(
    [[set(7, late)], [set(8, '2025-01-01T11:00:00-05:00')]],
    [false, 7, 5],
  ),
});
