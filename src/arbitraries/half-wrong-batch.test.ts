import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { halfWrongBatch } from './half-wrong-batch.js';

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
