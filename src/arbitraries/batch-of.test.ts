import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { assertSound } from './assertions.js';
import { batchOf, batchOfSize } from './batch-of.js';

const item = fc.record({ sku: fc.uuid() });

test('a batch is never empty, and mostly small', () => {
  assertSound(
    () => batchOf(item),
    (items) => (items.length >= 1 && items.length <= 13 ? undefined : `${items.length} items`),
  );
  const sizes = fc.sample(batchOf(item), { seed: 1, numRuns: 100 }).map(({ length }) => length);
  expect(sizes.filter((size) => size <= 10).length).toBeGreaterThan(70);
});

test('some batches hold equal items, and some do not', () => {
  const batches = fc.sample(batchOf(item), { seed: 1, numRuns: 100 });
  const repeating = batches.filter((items) => new Set(items.map(({ sku }) => sku)).size < items.length);
  expect(repeating.length).toBeGreaterThan(20);
  expect(repeating.length).toBeLessThan(90);
});

test('a batch of a size has that size, smaller examples included', () => {
  assertSound(
    () => batchOfSize(item, 5),
    ({ length }) => (length === 5 ? undefined : `${length} items`),
  );
});
