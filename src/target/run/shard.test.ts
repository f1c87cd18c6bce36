import { expect, test } from '#testing/unit-test';
import { partOfShard, prefixOfShard, shardAsText, shardNamed, stemOf, testsOfShard } from './shard.js';

test('a shard is parsed as --shard accepts it', () => {
  expect(shardNamed('2/4')).toEqual({ current: 2, total: 4 });
  expect(shardAsText({ current: 2, total: 4 })).toBe('2/4');
  const wrong = ['0/4', '5/4', '1', '/4', '1/', '1/0', '-1/4', '1.5/4', '1/4/2', ' 1/4', 'one/two'];
  for (const value of wrong) expect(shardNamed(value), value).toBeUndefined();
});

test('each shard adds a mark to the prefix of the run, but only once', () => {
  const stem = 'ct-8a1f02-';
  const second = prefixOfShard(stem, { current: 2, total: 4 });
  expect(second).toBe('ct-8a1f02-s2-');
  expect(prefixOfShard(second, { current: 2, total: 4 })).toBe(second);
  expect(prefixOfShard(stem, { current: 12, total: 12 })).toBe('ct-8a1f02-s12-');
  expect(prefixOfShard('ct-shards2-', { current: 2, total: 4 })).toBe('ct-shards2-s2-');
  expect(prefixOfShard(stem, undefined)).toBe(stem);
});

test('the prefixes of all shards of a run have the same stem, even one that looks like a mark', () => {
  for (const stem of ['ct-8a1f02-', 'ct-runs2-'])
    for (const current of [1, 2, 12]) {
      const shard = { current, total: 12 };
      expect(stemOf(prefixOfShard(stem, shard), shard)).toBe(stem);
    }
});

const tests = Array.from({ length: 11 }, (_, number) => number);
const shardsOf = (total: number, isAlone: (test: number) => boolean) =>
  Array.from({ length: total }, (_, index) => testsOfShard({ current: index + 1, total }, tests, isAlone));

test('each test is in exactly one shard, of nearly equal sizes', () => {
  for (const total of [1, 2, 3, 4, 20]) {
    const shards = shardsOf(total, () => false);
    expect(shards.flat().toSorted((a, b) => a - b)).toEqual(tests);
    const sizes = shards.map(({ length }) => length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  }
});

test('the last of several shards has the tests that must run alone, and no others', () => {
  const [last, ...others] = shardsOf(4, (test) => test >= 9).toReversed();
  expect(last).toEqual([9, 10]);
  expect(others.flat().toSorted((a, b) => a - b)).toEqual(tests.slice(0, 9));
  expect(shardsOf(1, (test) => test >= 9)).toEqual([tests]);
  expect(shardsOf(2, () => true)).toEqual([[], tests]);
});

test('each thing that can be used only once goes to exactly one shard', () => {
  const orders = ['A', 'B', 'C', 'D', 'E'];
  const parts = [1, 2, 3].map((current) => partOfShard(orders, { current, total: 3 }));
  expect(parts).toEqual([['A', 'D'], ['B', 'E'], ['C']]);
  expect(partOfShard(orders, undefined)).toEqual(orders);
});
