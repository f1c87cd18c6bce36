import { expect, test } from '#unit-test';
import { quotaOf, reserveOf, shareOfShard } from './share.js';

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
