import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { isUnchanged, showsTheSameAs } from './unchanged.js';

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

/** Two bodies of one operation, and what is found. */
const answers: readonly (readonly [
  operationId: string,
  before: unknown,
  again: unknown,
  found?: Record<string, unknown>,
])[] = [
  ['getWebhook', { id: 'a', etag: 1 }, { id: 'a', etag: 2 }],
  ['getWebhook', { id: 'a', url: 'x' }, { id: 'a', url: 'y' }, { at: 'body.url', gaps: ['G-05', 'G-13'] }],
  ['listOrders', { items: [{ status: 'a' }] }, { items: [{ status: 'b' }] }, { at: 'body.items[0].status' }],
  ['listProducts', { items: [{}] }, { items: [] }, { gaps: ['G-08'] }],
  ['getStatusResults', { status: 'a' }, { status: 'b' }, { at: 'body.status', gaps: [] }],
  ['downloadReport', 'a,b', 'a,b'],
  ['downloadReport', 'a,b', 'a,c', { at: 'body' }],
  ['listBrands', [], [], { unseen: 'there is nothing in body' }],
];

for (const [operationId, before, again, found] of answers) {
  const different = found === undefined ? 'the same' : JSON.stringify(found);
  test(`${JSON.stringify(before)} and ${JSON.stringify(again)} at ${operationId}: ${different}`, () => {
    const [one, other] = [before, again].map((body) => exampleExchange({ operationId, body }));
    if (one === undefined || other === undefined) throw new Error('Two answers were expected.');
    if (found === undefined) expect(showsTheSameAs(other, one)).toBeUndefined();
    else expect(showsTheSameAs(other, one)).toMatchObject(found);
  });
}
