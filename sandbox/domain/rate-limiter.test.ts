import { expect, test } from '#unit-test';
import { createRateLimiter } from './rate-limiter.js';

test('exactly as many requests pass in a window as the limit allows', () => {
  const limiter = createRateLimiter();
  const verdicts = [0, 10, 59_999, 60_000].map((now) => limiter.count('key', 'operation', 2, now));
  expect(verdicts).toEqual([
    { allowed: true, limit: 2, remaining: 1, resetSeconds: 60 },
    { allowed: true, limit: 2, remaining: 0, resetSeconds: 60 },
    { allowed: false, limit: 2, remaining: 0, resetSeconds: 1 },
    { allowed: true, limit: 2, remaining: 1, resetSeconds: 60 },
  ]);
});

test('the seconds until the reset count down with the clock, and are never too few', () => {
  const limiter = createRateLimiter();
  const moments = Array.from({ length: 6_000 }, (_, index) => index * 10);
  const shown = moments.map((now) => limiter.count('key', 'operation', 1, now).resetSeconds);
  expect(shown).toEqual(moments.map((now) => Math.ceil((60_000 - now) / 1_000)));
  expect(moments.every((now, index) => now + (shown[index] ?? 0) * 1_000 >= 60_000)).toBe(true);
  expect(limiter.count('key', 'operation', 1, 59_999)).toMatchObject({ allowed: false, resetSeconds: 1 });
});

test('a window is not moved by what it refuses, and the next one begins with the next request', () => {
  const limiter = createRateLimiter();
  const verdicts = [0, 30_000, 59_999, 90_000, 149_999, 150_000].map((now) =>
    limiter.count('k', 'o', 1, now),
  );
  expect(verdicts.map(({ allowed, resetSeconds }) => [allowed, resetSeconds])).toEqual([
    [true, 60],
    [false, 30],
    [false, 1],
    [true, 60],
    [false, 1],
    [true, 60],
  ]);
});

test('a window begins with its first request', () => {
  const limiter = createRateLimiter();
  limiter.count('key', 'operation', 1, 1_000);
  expect(limiter.count('key', 'operation', 1, 60_999).allowed).toBe(false);
  expect(limiter.count('key', 'operation', 1, 61_000).allowed).toBe(true);
});

test('keys and operations are counted apart', () => {
  const limiter = createRateLimiter();
  const counts = [
    ['a', 'x'],
    ['a', 'y'],
    ['b', 'x'],
    ['a', 'x'],
  ] as const;
  const allowed = counts.map(([key, operation]) => limiter.count(key, operation, 1, 0).allowed);
  expect(allowed).toEqual([true, true, true, false]);
  limiter.clear();
  expect(limiter.count('a', 'x', 1, 0).allowed).toBe(true);
});
