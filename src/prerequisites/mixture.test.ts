import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { mixtureOf } from './mixture.js';

const mixtures = mixtureOf(fc.integer({ min: 1, max: 9 }), fc.constantFrom('x', 'y'), async (drawn) =>
  drawn.map(({ good, item }) => ({ good, item, effects: [] })),
);

test('each mixture holds good and bad items, 2 to 6 in all, in any order', async () => {
  const orders = new Set<string>();
  for (const mixture of fc.sample(mixtures, { seed: 1, numRuns: 200 })) {
    const items = await mixture.placed();
    expect(items.length).toBeGreaterThanOrEqual(2);
    expect(items.length).toBeLessThanOrEqual(6);
    expect(items.every(({ good, item }) => good === (typeof item === 'number'))).toBe(true);
    expect(new Set(items.map(({ good }) => good)).size).toBe(2);
    orders.add(items.map(({ good }) => (good ? 'g' : 'b')).join(''));
  }
  expect([...orders]).toEqual(expect.arrayContaining(['gb', 'bg']));
  expect(orders.size).toBeGreaterThan(20);
});

test('a mixture shows a reader what was drawn', () => {
  const [mixture] = fc.sample(mixtures, { seed: 1, numRuns: 1 });
  expect(fc.stringify(mixture)).toMatch(/^\[\{"good":(true|false),"item":/);
});
