import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { halfWrongBatch, halfWrongFields } from './half-wrong-batch.js';

test('a half wrong batch has the good items on both sides of one that is none', () => {
  const good = { sku: 'sku-1', quantity: 3 };
  const drawn = fc.sample(halfWrongBatch({ body: { items: [good] } }), { seed: 1, numRuns: 200 });
  for (const { request } of drawn) {
    const items: readonly unknown[] = Object(request.body).items;
    expect([items[0], items[2], items.length]).toEqual([good, good, 3]);
    expect(items[1]).not.toEqual(good);
  }
  const ways = new Set(drawn.map(({ what }) => what));
  expect([...ways].filter((what) => what.includes('whose'))).toHaveLength(2);
  expect(ways.size).toBe(7);
});

test('one field is wrong and comes last, the others are as they were', () => {
  const body = { url: 'https://receiver.invalid/', enabled: false };
  const valid = { path: { id: 'a' }, body };
  const drawn = fc.sample(halfWrongFields(valid) ?? fc.constant(undefined), { seed: 1, numRuns: 50 });
  const ways = new Set(drawn.map((each) => JSON.stringify(each?.request)));
  expect([...ways].sort()).toEqual([
    '{"path":{"id":"a"},"body":{"enabled":false,"url":{"strange":true}}}',
    '{"path":{"id":"a"},"body":{"url":"https://receiver.invalid/","enabled":{"strange":true}}}',
  ]);
});

test('a body of one field, or none, has nothing right beside what is wrong', () => {
  expect(halfWrongFields({ body: { enabled: false } })).toBeUndefined();
  expect(halfWrongFields({ path: { id: 'a' } })).toBeUndefined();
});
