import { expect, test } from '#unit-test';
import { isUnchanged } from './unchanged.js';

const before = { products: [{ sku: 'a', quantity: 1 }], webhooks: [] };

test('equal readings are unchanged, whatever the order of their members', () => {
  expect(
    isUnchanged({ webhooks: [], products: [{ quantity: 1, sku: 'a' }] }, before, 'state'),
  ).toBeUndefined();
});

test('the innermost place that differs is named, with what was there before', () => {
  expect(isUnchanged({ ...before, products: [{ sku: 'a', quantity: 2 }] }, before, 'state')).toEqual({
    expected: ['unchanged: the number 1'],
    actual: 'the number 2',
    at: 'state.products[0].quantity',
  });
});

test('two readings of nothing show nothing', () => {
  const page = { items: [], pagination: { page: 1, total: 0 } };
  for (const nothing of [undefined, null, '', [], {}, { products: [], webhooks: [] }, page])
    expect(isUnchanged(structuredClone(nothing), nothing, 'state')).toEqual({
      unseen: 'there is nothing in state',
    });
  for (const something of [0, false, 'x', [0], { a: false }, { ...page, items: [1] }, { total: 0 }])
    expect(isUnchanged(structuredClone(something), something, 'state')).toBeUndefined();
  expect(isUnchanged({}, undefined, 'state')).toMatchObject({ at: 'state' });
});

test('an entry more, an entry less and another kind of value are changes', () => {
  expect(isUnchanged({ ...before, webhooks: [{}] }, before, 'state')?.at).toBe('state.webhooks[0]');
  expect(isUnchanged({ ...before, products: [] }, before, 'state')).toMatchObject({ actual: 'nothing' });
  expect(isUnchanged(null, before, 'body')).toMatchObject({ at: 'body', actual: 'null' });
  expect(isUnchanged('1', 1, 'body')).toMatchObject({ at: 'body' });
});
