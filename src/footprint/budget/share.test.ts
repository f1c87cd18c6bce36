import { expect, test } from '#testing/unit-test';
import {
  partOfShard,
  prefixOfShard,
  quotaOf,
  reserveOf,
  shardAsText,
  shardIn,
  shardNamed,
  shareOfShard,
  stemOf,
  testsOfShard,
} from './share.js';

test('a share of a limit is rounded down, and the rest is left to others', () => {
  const quotas = [
    [50, 0.9, 1],
    [1000, 1, 1],
    [10, 0.2, 5],
    [1, 0.1, 1],
  ].map(([limit = 0, part = 0, among = 0]) => {
    const { requests, windows } = quotaOf(limit, { part, among });
    return [requests, windows, reserveOf(limit, { part, among })];
  });
  // A share of less than one request is one request in several windows.
  expect(quotas).toEqual([
    [45, 1, 5],
    [1000, 1, 0],
    [1, 3, 8],
    [1, 1, 0],
  ]);
});

test('shards divide the share, and all of them together never use more of it', () => {
  for (const limit of [1, 7, 10, 50, 1000])
    for (const part of [0.01, 0.5, 0.9, 1])
      for (const among of [1, 3, 4, 16]) {
        const { requests, windows } = quotaOf(limit, { part, among });
        expect((among * requests) / windows).toBeLessThanOrEqual(Math.max(1, Math.floor(limit * part)));
      }
});

test('a shard is parsed as --shard accepts it, and all shards divide the share equally', () => {
  const shard = shardIn({ CONFORMANCE_SHARD: '2/4' });
  if (shard === undefined) throw new Error('There is a shard.');
  expect([shardAsText(shard), shareOfShard(0.8, shard)]).toEqual(['2/4', { part: 0.8, among: 4 }]);
  expect([shardIn({}), shareOfShard(0.8)]).toEqual([undefined, { part: 0.8, among: 1 }]);
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
