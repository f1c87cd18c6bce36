import fc from 'fast-check';
import { expect, test } from '#testing/unit-test';
import { batchItems, largeMixture } from './operation-record.js';

const none = () => Promise.reject(new Error('not needed'));
/** Good items are numbers, bad ones are strings. */
const { mixtures = fc.constant([]) } = batchItems({
  usual: none,
  futile: fc.nat(),
  unusual: none,
  good: fc.nat(),
  bad: fc.constantFrom('x', 'y'),
  place: none,
  records: none,
});

test('each mixture has 2 to 6 items, good and bad ones, in any order', () => {
  const orders = fc
    .sample(mixtures, { seed: 1, numRuns: 200 })
    .map((mixture) =>
      mixture.map(({ good, item }) => (good === (typeof item === 'number') ? +good : '?')).join(''),
    );
  expect(orders.filter((order) => !/^(?=.*0)(?=.*1)[01]{2,6}$/.test(order))).toEqual([]);
  expect(orders).toEqual(expect.arrayContaining(['10', '01']));
  expect(new Set(orders).size).toBeGreaterThan(20);
});

test('a large batch has the given size, and good items only at the landmarks', () => {
  const large = largeMixture(120, fc.nat(), fc.constant('x'));
  for (const items of fc.sample(large, { seed: 1, numRuns: 5 })) {
    expect(items).toHaveLength(120);
    const good = items.flatMap((each, index) => (each.good ? index : []));
    expect(good).toEqual([0, 1, 49, 50, 99, 100, 118, 119]);
    expect(items.every(({ good, item }) => good === (typeof item === 'number'))).toBe(true);
  }
});
