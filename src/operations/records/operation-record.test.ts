import fc from 'fast-check';
import { expect, test } from '#testing/unit-test';
import { batchItems, largeMixtureOf, type Place } from './operation-record.js';

/** Good items are numbers, bad ones are strings. */
const place: Place<unknown, unknown> = async (drawn) =>
  drawn.map(({ good, item }) => ({ good, item, effects: [] }));
const none = () => Promise.reject(new Error('not needed'));
const { mixtures, framed } = batchItems({
  usual: none,
  futile: fc.nat(),
  unusual: none,
  good: fc.integer({ min: 1, max: 9 }),
  bad: fc.constantFrom('x', 'y'),
  place,
  records: none,
});

test('each mixture has 2 to 6 items, good and bad ones, in any order', async () => {
  const orders = new Set<string>();
  for (const mixture of fc.sample(mixtures, { seed: 1, numRuns: 200 })) {
    const items = await mixture.placed();
    orders.add(items.map(({ good, item }) => (good === (typeof item === 'number') ? +good : '?')).join(''));
  }
  expect([...orders].filter((order) => !/^(?=.*0)(?=.*1)[01]{2,6}$/.test(order))).toEqual([]);
  expect([...orders]).toEqual(expect.arrayContaining(['10', '01']));
  expect(orders.size).toBeGreaterThan(20);
});

test('a framed batch is good at both ends and bad in between', async () => {
  for (const mixture of fc.sample(framed, { seed: 1, numRuns: 5 }))
    expect((await mixture.placed()).map(({ good }) => good)).toEqual([true, false, true]);
});

test('fast-check prints a mixture as its items', () => {
  const [mixture] = fc.sample(mixtures, { seed: 1, numRuns: 1 });
  expect(fc.stringify(mixture)).toMatch(/^\[\{"good":(true|false),"item":/);
});

test('a large batch has the given size, and good items only at the landmarks', async () => {
  const large = largeMixtureOf(120, fc.nat(), fc.constant('x'), place);
  for (const mixture of fc.sample(large, { seed: 1, numRuns: 5 })) {
    const items = await mixture.placed();
    expect(items).toHaveLength(120);
    const good = items.flatMap((each, index) => (each.good ? index : []));
    expect(good).toEqual([0, 1, 49, 50, 99, 100, 118, 119]);
    expect(items.every(({ good, item }) => good === (typeof item === 'number'))).toBe(true);
  }
});
