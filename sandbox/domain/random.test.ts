import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { createRandom } from './random.js';

test('the same seed yields the same stream, seeds beyond 32 bits included', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (seed) => {
      const [one, other] = [createRandom(seed), createRandom(seed)];
      for (let draw = 0; draw < 20; draw += 1) {
        if (one.next() !== other.next()) throw new Error(`draw ${draw} differs`);
      }
    }),
  );
});

test('neighbouring seeds and both halves of a large seed yield different streams', () => {
  const firsts = [0, 1, 2, -1, 2 ** 32, 2 ** 33, 2 ** 32 + 1].map((seed) => createRandom(seed).next());
  expect(new Set(firsts).size).toBe(firsts.length);
});

test('next is at least 0, below 1 and spread evenly', () => {
  const random = createRandom(7);
  const draws = Array.from({ length: 20_000 }, () => random.next());
  expect(draws.every((draw) => draw >= 0 && draw < 1)).toBe(true);
  const tenths = draws.reduce(
    (counts, draw) => counts.with(Math.floor(draw * 10), (counts[Math.floor(draw * 10)] ?? 0) + 1),
    Array<number>(10).fill(0),
  );
  expect(Math.min(...tenths)).toBeGreaterThan(1_800);
  expect(Math.max(...tenths)).toBeLessThan(2_200);
});

test('integer reaches both bounds and nothing beyond them', () => {
  const random = createRandom(3);
  const draws = new Set(Array.from({ length: 500 }, () => random.integer(-2, 2)));
  expect([...draws].sort((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2]);
  expect(random.integer(5, 5)).toBe(5);
  expect(() => random.integer(2, 1)).toThrow('no whole number lies between 2 and 1');
  expect(() => random.integer(Number.NaN, 1)).toThrow(RangeError);
});

test('pick reaches every entry, and refuses an empty list', () => {
  const random = createRandom(11);
  const picks = new Set(Array.from({ length: 200 }, () => random.pick(['a', 'b', 'c'])));
  expect(picks).toEqual(new Set(['a', 'b', 'c']));
  expect(() => random.pick([])).toThrow('cannot pick from an empty list');
});
