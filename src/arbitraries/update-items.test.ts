import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { assertSound } from './assertions.js';
import { cancelItem, returnItem, shipItem } from './order-items.js';
import { priceItem } from './price-item.js';
import { present } from './rules/present.js';
import {
  brokenCancelRules,
  brokenPriceRules,
  brokenReturnRules,
  brokenShipRules,
  brokenStatusRules,
  brokenStockRules,
} from './rules/update-rules.js';
import { sampleOne } from './sample.js';
import { statusItem } from './status-item.js';
import { stockItem } from './stock-item.js';

const skus = ['sku-1', 'sku-2'];
const countries = ['DE', 'FR'];
const ids = [11, 12, 'thirteen'];

/** Each update item, and the rules that it keeps. */
const kinds: readonly (readonly [
  name: string,
  item: () => fc.Arbitrary<object>,
  broken: (item: unknown) => readonly string[],
])[] = [
  ['status', () => statusItem(['style-1', 'style-2']), brokenStatusRules],
  ['stock', () => stockItem(skus), brokenStockRules],
  ['price', () => priceItem(skus, countries), (item) => brokenPriceRules(item, countries)],
  ['ship', () => shipItem(ids, 'dhl'), brokenShipRules],
  ['cancel', () => cancelItem(ids), brokenCancelRules],
  ['return', () => returnItem(ids), brokenReturnRules],
];

for (const [name, item, broken] of kinds) {
  test(`a ${name} item keeps every rule`, () => {
    assertSound(item, (value) => {
      const rules = broken(value);
      return rules.length === 0 ? undefined : rules.join('; ');
    });
  });
}

test('updates go to all that they can go to, and to both bounds', () => {
  const stock = fc.sample(stockItem(skus), { seed: 1, numRuns: 300 });
  expect(new Set(stock.map(({ sku }) => sku))).toEqual(new Set(skus));
  expect(stock.map(({ quantity }) => quantity)).toEqual(expect.arrayContaining([0, 1_000_000]));
  const prices = fc.sample(priceItem(skus, countries), { seed: 1, numRuns: 300 });
  expect(new Set(prices.map(({ price }) => price.country_code))).toEqual(new Set(countries));
  const statuses = fc.sample(statusItem(['style-1']), { seed: 1, numRuns: 100 });
  expect(new Set(statuses.map(({ status }) => status)).size).toBe(3);
  expect(sampleOne(statusItem(['style-1'], ['draft']), 1)).toEqual({ style_key: 'style-1', status: 'draft' });
  const shipments = fc.sample(shipItem(ids, 'dhl'), { seed: 1, numRuns: 300 });
  expect(new Set(shipments.map(({ order_items }) => order_items.length))).toEqual(new Set([1, 2, 3]));
  expect(shipments.some(({ order_items }) => order_items.join() === '12,11')).toBe(true);
  const lengths = shipments.map(({ shipment_tracking_key }) => shipment_tracking_key.length);
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([1, 255]);
});

test('prices are awkward to a binary fraction, and whole to the cent', () => {
  const amounts = fc
    .sample(priceItem(skus, countries), { seed: 1, numRuns: 300 })
    .map(({ price }) => price.retail_price);
  expect(amounts.every((amount) => Number(amount.toFixed(2)) === amount)).toBe(true);
  const inexact = amounts.filter((amount) => !Number.isInteger(amount * 100));
  expect(inexact.length).toBeGreaterThan(30);
  expect(present(inexact[0]).toFixed(2)).toMatch(/^\d+\.\d{2}$/);
});
