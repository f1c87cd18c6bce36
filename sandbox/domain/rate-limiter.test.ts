import { expect, test } from '@playwright/test';
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
