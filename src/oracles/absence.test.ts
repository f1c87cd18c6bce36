import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { listsNoEntryWith } from './absence.js';

const paged = (...items: unknown[]) => exampleExchange({ body: { items } });

test('a list without the entry holds, be it empty or of others', () => {
  for (const items of [[], [{ sku: 'b' }], [{ id: 'a' }], [null, 'a']])
    expect(listsNoEntryWith(paged(...items), 'items', 'sku', 'a')).toBeUndefined();
  expect(listsNoEntryWith(exampleExchange({ body: [{ id: 1 }] }), '', 'id', '1')).toBeUndefined();
});

test('an entry is found wherever it stands, and shown', () => {
  expect(listsNoEntryWith(paged({ sku: 'b' }, { sku: 'a' }), 'items', 'sku', 'a')).toEqual({
    expected: ['no entry whose sku is "a"'],
    actual: 'the object {"sku":"a"}',
    at: 'body items[1]',
  });
  expect(listsNoEntryWith(exampleExchange({ body: [{ id: 1 }] }), '', 'id', 1)).toMatchObject({
    at: 'body [0]',
  });
});

test('what is no list says nothing about its entries', () => {
  expect(
    listsNoEntryWith(exampleExchange({ status: 500, body: { items: [] } }), 'items', 'sku', 'a'),
  ).toEqual({
    expected: ['status 200'],
    actual: 'status 500',
    at: 'status',
  });
  expect(listsNoEntryWith(exampleExchange({ body: {} }), 'items', 'sku', 'a')).toMatchObject({
    expected: ['an array'],
    at: 'body items',
  });
  expect(listsNoEntryWith(exampleExchange({ body: { id: 1 } }), '', 'id', 2)).toMatchObject({ at: 'body' });
});
