import fc from 'fast-check';
import { expect, test } from '#testing/unit-test';
import { createRandom } from './random.js';

const draw = (seed: number) => {
  const { next } = createRandom(seed);
  return Array.from({ length: 20 }, () => next());
};

test('the same seed yields the same stream, and each half of a large seed counts', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (seed) => {
      const [one, other] = [draw(seed), draw(seed)];
      return one.join() === other.join();
    }),
  );
  const seeds = [0, 1, 2, -1, 2 ** 32, 2 ** 33, 2 ** 32 + 1];
  expect(new Set(seeds.map((seed) => draw(seed)[0])).size).toBe(seeds.length);
});
