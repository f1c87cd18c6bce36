import { expect, test } from '#unit-test';
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
  expect(quotaOf(50, { part: 0.9, among: 1 })).toEqual({ requests: 45, windows: 1 });
  expect(reserveOf(50, { part: 0.9, among: 1 })).toBe(5);
  expect(quotaOf(1000, { part: 1, among: 1 })).toEqual({ requests: 1000, windows: 1 });
  expect(reserveOf(1000, { part: 1, among: 1 })).toBe(0);
});

test('shards divide the share, and all of them together never use more of it', () => {
  for (const limit of [1, 7, 10, 50, 1000])
    for (const part of [0.01, 0.5, 0.9, 1])
      for (const among of [1, 3, 4, 16]) {
        const { requests, windows } = quotaOf(limit, { part, among });
        expect((among * requests) / windows).toBeLessThanOrEqual(Math.max(1, Math.floor(limit * part)));
      }
});

test('a share of less than one request is one in several windows', () => {
  expect(quotaOf(10, { part: 0.2, among: 5 })).toEqual({ requests: 1, windows: 3 });
  expect(quotaOf(1, { part: 0.1, among: 1 })).toEqual({ requests: 1, windows: 1 });
});

test('a shard knows how many share with it, a whole run shares with none', () => {
  expect(shareOfShard(0.8, { current: 2, total: 4 })).toEqual({ part: 0.8, among: 4 });
  expect(shareOfShard(0.8)).toEqual({ part: 0.8, among: 1 });
});

test('a shard is read as --shard takes it', () => {
  expect(shardIn({ CONFORMANCE_SHARD: '2/4' })).toEqual({ current: 2, total: 4 });
  expect(shardAsText({ current: 2, total: 4 })).toBe('2/4');
  expect(shardIn({})).toBeUndefined();
});

for (const value of ['0/4', '5/4', '1', '/4', '1/', '1/0', '-1/4', '1.5/4', '1/4/2', ' 1/4', 'one/two'])
  test(`"${value}" is no shard`, () => {
    expect(shardNamed(value)).toBeUndefined();
  });

test('each shard has a prefix of its own, whose mark it adds once', () => {
  const stem = 'ct-8a1f02-';
  const second = prefixOfShard(stem, { current: 2, total: 4 });
  expect(second).toBe('ct-8a1f02-s2-');
  expect(prefixOfShard(second, { current: 2, total: 4 })).toBe(second);
  expect(prefixOfShard(stem, { current: 12, total: 12 })).toBe('ct-8a1f02-s12-');
  expect(prefixOfShard('ct-shards2-', { current: 2, total: 4 })).toBe('ct-shards2-s2-');
  expect(prefixOfShard(stem, undefined)).toBe(stem);
});

test('the prefixes of all shards of a run have one stem, also where that looks like a mark', () => {
  for (const stem of ['ct-8a1f02-', 'ct-runs2-'])
    for (const current of [1, 2, 12]) {
      const shard = { current, total: 12 };
      expect(stemOf(prefixOfShard(stem, shard), shard)).toBe(stem);
    }
});

const tests = Array.from({ length: 11 }, (_, number) => number);
const shardsOf = (total: number, isAlone: (test: number) => boolean) =>
  Array.from({ length: total }, (_, index) => testsOfShard({ current: index + 1, total }, tests, isAlone));

for (const total of [1, 2, 3, 4, 20]) {
  test(`each test is in exactly one of ${total} shards, of like sizes`, () => {
    const shards = shardsOf(total, () => false);
    expect(shards.flat().toSorted((a, b) => a - b)).toEqual(tests);
    const sizes = shards.map(({ length }) => length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  });
}

test('what must run alone is in the last shard, and nothing else is', () => {
  const shards = shardsOf(4, (test) => test >= 9);
  expect(shards[3]).toEqual([9, 10]);
  expect(
    shards
      .slice(0, 3)
      .flat()
      .toSorted((a, b) => a - b),
  ).toEqual(tests.slice(0, 9));
});

test('a run in one shard is a whole one, and where all must run alone the others have nothing', () => {
  expect(shardsOf(1, (test) => test >= 9)).toEqual([tests]);
  expect(shardsOf(2, () => true)).toEqual([[], tests]);
});

test('what is used once is dealt out over the shards, all of it and none twice', () => {
  const orders = ['A', 'B', 'C', 'D', 'E'];
  const parts = [1, 2, 3].map((current) => partOfShard(orders, { current, total: 3 }));
  expect(parts).toEqual([['A', 'D'], ['B', 'E'], ['C']]);
  expect(partOfShard(orders, undefined)).toEqual(orders);
});
