import fc from 'fast-check';
import { expect, test } from '#testing/unit-test';
import { createRandom } from './random.js';
import { createReferenceData } from './reference-data.js';

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

test('numbers are spread evenly from 0 to 1, and whole numbers reach both bounds', () => {
  const random = createRandom(7);
  const counts = Array<number>(10).fill(0);
  for (let count = 0; count < 20_000; count++) {
    const tenth = Math.floor(random.next() * 10);
    counts[tenth] = (counts[tenth] ?? 0) + 1;
  }
  expect(counts).toHaveLength(10);
  expect(counts.every((count) => count > 1_800 && count < 2_200)).toBe(true);
  const draws = new Set(Array.from({ length: 500 }, () => random.integer(-2, 2)));
  expect([...draws].sort((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2]);
  expect(() => random.integer(2, 1)).toThrow('no whole number lies between 2 and 1');
  expect(() => random.pick([])).toThrow('cannot pick from an empty list');
});

test('the same seed yields the same reference data, in which every id has only one meaning', () => {
  const [first, second, other] = [7, 7, 8].map((seed) => {
    const data = createReferenceData(seed);
    return { ...data, groups: data.categories.map(({ id }) => data.attributeGroups(id) ?? []) };
  });
  expect(JSON.stringify(second)).toBe(JSON.stringify(first));
  expect(JSON.stringify(other)).not.toBe(JSON.stringify(first));
  const meanings = new Map<number, Set<string>>();
  const means = (id: number, meaning: string) =>
    meanings.set(id, (meanings.get(id) ?? new Set()).add(meaning));
  for (const { id, path } of first?.categories ?? []) means(id, path);
  for (const { id, name } of first?.brands ?? []) means(id, name);
  for (const { id, frontend_name, name, attributes } of first?.groups.flat() ?? []) {
    means(id, `group ${name}`);
    for (const each of attributes)
      means(each.id, name === 'brand' ? each.name : `${frontend_name} ${each.name}`);
  }
  expect([...meanings.values()].filter(({ size }) => size > 1)).toEqual([]);
});
