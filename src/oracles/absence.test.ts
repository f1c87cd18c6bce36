import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { listsNoEntryWith } from './absence.js';

const paged = (...items: unknown[]) => exampleExchange({ body: { items } });
/** A list that has the entry. */
const having = paged({ sku: 'c' }, { sku: 'a' });

test('a list without the entry holds, whether it is empty or has others, where another list has it', () => {
  for (const items of [[], [{ sku: 'b' }], [{ id: 'a' }], [null, 'a']])
    expect(listsNoEntryWith(paged(...items), 'items', 'sku', 'a', having)).toBeUndefined();
  const bare = (...ids: unknown[]) => exampleExchange({ body: ids.map((id) => ({ id })) });
  expect(listsNoEntryWith(bare(1), '', 'id', '1', bare('1'))).toBeUndefined();
});

test('a list without the entry shows nothing where no list has it', () => {
  for (const lacking of [paged(), paged({ sku: 'b' }), paged({ id: 'a' }), exampleExchange({ body: {} })])
    expect(listsNoEntryWith(paged(), 'items', 'sku', 'a', lacking)).toEqual({
      unseen: 'the list that should have the entry whose sku is "a" lacks it too',
    });
  expect(listsNoEntryWith(paged(), 'items', 'sku', undefined, paged({}))).toHaveProperty('unseen');
});

test('an entry is found wherever it stands, and shown', () => {
  expect(listsNoEntryWith(paged({ sku: 'b' }, { sku: 'a' }), 'items', 'sku', 'a', paged())).toEqual({
    expected: ['no entry whose sku is "a"'],
    actual: 'the object {"sku":"a"}',
    at: 'body items[1]',
  });
  expect(listsNoEntryWith(exampleExchange({ body: [{ id: 1 }] }), '', 'id', 1, having)).toMatchObject({
    at: 'body [0]',
  });
});

test('what is no list says nothing about its entries', () => {
  expect(
    listsNoEntryWith(exampleExchange({ status: 500, body: { items: [] } }), 'items', 'sku', 'a', having),
  ).toEqual({
    expected: ['status 200'],
    actual: 'status 500',
    at: 'status',
  });
  expect(listsNoEntryWith(exampleExchange({ body: {} }), 'items', 'sku', 'a', having)).toMatchObject({
    expected: ['an array'],
    at: 'body items',
  });
  const single = exampleExchange({ body: { id: 1 } });
  expect(listsNoEntryWith(single, '', 'id', 2, having)).toMatchObject({ at: 'body' });
});
