import { expect, test } from '#testing/unit-test';
import { quotaOf, reserveOf, shareOfShard } from './share.js';

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

test('all shards divide the share equally', () => {
  expect(shareOfShard(0.8, { current: 2, total: 4 })).toEqual({ part: 0.8, among: 4 });
  expect(shareOfShard(0.8)).toEqual({ part: 0.8, among: 1 });
});
