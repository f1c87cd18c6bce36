import { expect, test } from '#unit-test';
import { exampleExchange } from '../../http/example-exchange.js';
import { readRecords } from './records.js';

const prices = [
  { country_code: 'DE', retail_price: 2, sale_price: null },
  { country_code: 'PL', retail_price: 9, sale_price: 8 },
];
const lists = {
  listProducts: [
    { sku: 'a', quantity: 1, prices },
    { sku: 'b', quantity: 2, prices: null },
  ],
  listOrders: [{ order_number: 'N-1', status: 'open', order_items: [{ id: 5, sku: 'a', status: 'open' }] }],
};

test('on a merchant of its own a test reads all, prices by country and order items by id', async () => {
  const { everyPage, asked } = pages();
  const { records, exchange } = await readRecords(everyPage, { shared: false, skus: ['a'] });
  expect(asked).toEqual([
    ['listProducts', {}],
    ['listOrders', {}],
  ]);
  expect(exchange.operationId).toBe('listProducts');
  expect([...records]).toEqual([
    ['product a', { sku: 'a', quantity: 1, 'price DE': prices[0], 'price PL': prices[1] }],
    ['product b', { sku: 'b', quantity: 2 }],
    ['order N-1', { order_number: 'N-1', status: 'open' }],
    ['order item 5', { id: 5, sku: 'a', status: 'open' }],
  ]);
});

test('on a shared merchant it asks for its own, each once', async () => {
  const { everyPage, asked } = pages();
  await readRecords(everyPage, { shared: true, skus: new Set(['a', 'c']), orders: ['N-1', 'N-1'] });
  expect(asked).toEqual([
    ['listProducts', { sku: 'a' }],
    ['listProducts', { sku: 'c' }],
    ['listOrders', { order_number: 'N-1' }],
  ]);
});

test('products that change by themselves are left out', async () => {
  const { everyPage } = pages();
  const { records } = await readRecords(everyPage, { shared: false, skus: [], without: new Set(['a']) });
  expect([...records.keys()]).toEqual(['product b', 'order N-1', 'order item 5']);
});

test('a reading of nothing is a mistake', async () => {
  await expect(readRecords(pages().everyPage, { shared: true, skus: [] })).rejects.toThrow('no record');
});

/** Lists that answer every query with the same entries. */
function pages() {
  const asked: unknown[] = [];
  const everyPage: Parameters<typeof readRecords>[0] = async (operationId, query) => {
    asked.push([operationId, query]);
    const entries = Object.entries(lists).find(([id]) => id === operationId)?.[1] ?? [];
    const exchange = exampleExchange({ operationId, body: { items: entries } });
    // The part of the contract's entries that the records look at.
    return { entries: entries as never[], exchanges: [exchange], last: exchange, links: [] };
  };
  return { everyPage, asked };
}
