import { expect, test } from '#unit-test';
import { type DataLists, holdTheOrders, holdTheSubscriptions, keepTheData } from './merchant-data.js';

const before: DataLists = {
  products: [
    { sku: 'a', quantity: 1, read_at: 1 },
    { sku: 'b', quantity: 2 },
  ],
  rejected: [
    { style_key: 's', rejection_message: 'one' },
    { style_key: 's', rejection_message: 'two' },
  ],
  orders: [{ order_number: 'N', status: 'open', order_items: [{ id: 1, status: 'open' }] }],
  webhooks: [{ id: 'w', url: 'https://a.invalid' }],
};

/** What differs between two readings, and what is found. */
const readings: readonly (readonly [
  title: string,
  change: Partial<DataLists>,
  found: Record<string, unknown> | undefined,
])[] = [
  ['nothing', {}, undefined],
  [
    'a field that a target adds',
    { products: [{ sku: 'a', quantity: 1, read_at: 2 }, before.products[1]] },
    undefined,
  ],
  ['the order of entries', { rejected: before.rejected.toReversed() }, undefined],
  [
    'an assumed field of a product',
    { products: [{ sku: 'a', quantity: 3 }, before.products[1]] },
    { at: 'the merchant\'s data.products[sku "a"].quantity', gaps: ['G-08'], actual: 'the number 3' },
  ],
  [
    'an assumed field of an order item',
    { orders: [{ order_number: 'N', status: 'open', order_items: [{ id: 1, status: 'shipped' }] }] },
    { gaps: ['G-05', 'G-11'] },
  ],
  [
    'a field that the description shows',
    { rejected: [before.rejected[0], { style_key: 's', rejection_message: 'three' }] },
    { at: 'the merchant\'s data.rejected[style_key "s"].rejection_message', gaps: [] },
  ],
  [
    'an entry less',
    { webhooks: [] },
    { expected: ['1 entry whose id is "w", as before'], actual: '0', gaps: [] },
  ],
  [
    'an entry more',
    { products: [...before.products, { sku: 'c' }] },
    { expected: ['0 entries whose sku is "c", as before'], actual: '1', gaps: [] },
  ],
  [
    'a product that is listed twice',
    { products: [...before.products, { sku: 'a' }] },
    { actual: '2', gaps: [] },
  ],
];

for (const [title, change, found] of readings) {
  test(`two readings of a merchant's data that differ in ${title}: ${found === undefined ? 'kept' : 'changed'}`, () => {
    const unmet = keepTheData({ ...before, ...change }, before);
    if (found === undefined) expect(unmet).toBeUndefined();
    else expect(unmet).toMatchObject(found);
  });
}

test('where there is nothing, nothing could have changed', () => {
  const nothing = { products: [], rejected: [], orders: [], webhooks: [] };
  expect(keepTheData(nothing, nothing)).toEqual({ unseen: "there is nothing in the merchant's data" });
  expect(holdTheSubscriptions([], [])).toEqual({ unseen: 'there are no subscriptions' });
});

test('subscriptions are the same, one more is not', () => {
  const [webhook] = before.webhooks;
  expect(holdTheSubscriptions([{ ...Object(webhook), etag: 2 }], [webhook])).toBeUndefined();
  expect(holdTheSubscriptions([webhook], [])).toMatchObject({ gaps: [] });
  expect(holdTheSubscriptions([{ id: 'w', url: 'x' }], [webhook])).toMatchObject({ gaps: ['G-05', 'G-13'] });
});

test('orders are the same in their documented fields, and one whose item has moved is not', () => {
  const order = { order_number: 'N', order_items: [{ id: 1, status: 'open' }] };
  expect(holdTheOrders([{ ...order, warehouse: 'B' }], [order])).toBeUndefined();
  const moved = { ...order, order_items: [{ id: 1, status: 'shipped', warehouse: 'B' }] };
  expect(holdTheOrders([moved], [order])).toMatchObject({
    at: 'orders[order_number "N"].order_items[0].status',
    gaps: ['G-05', 'G-11'],
  });
  expect(holdTheOrders([], [])).toEqual({ unseen: 'there are no orders' });
});
