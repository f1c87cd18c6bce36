import { expect, test } from '#testing/unit-test';
import { createRateLimiter } from './rate-limiter.js';

/** The verdicts on requests at these moments, with a limit of one. */
function verdictsAt(moments: readonly number[]) {
  const limiter = createRateLimiter();
  return moments.map((now) => limiter.count('key', 'operation', 1, now));
}

test('a window begins with its first request, and a refused request does not move it', () => {
  const verdicts = verdictsAt([1_000, 31_000, 60_999, 91_000, 150_999, 151_000]);
  expect(verdicts.map(({ allowed, remaining, resetSeconds }) => [allowed, remaining, resetSeconds])).toEqual([
    [true, 0, 60],
    [false, 0, 30],
    [false, 0, 1],
    [true, 0, 60],
    [false, 0, 1],
    [true, 0, 60],
  ]);
});

test('a client that waits for the announced seconds finds a fresh window', () => {
  const moments = Array.from({ length: 6_000 }, (_, index) => index * 10);
  const seconds = verdictsAt(moments).map(({ resetSeconds }) => resetSeconds);
  expect(seconds).toEqual(moments.map((now) => Math.ceil((60_000 - now) / 1_000)));
});

test('keys and operations have separate windows', () => {
  const limiter = createRateLimiter();
  const requests = ['a x', 'a y', 'b x', 'a x'].map((request) => request.split(' '));
  const allowed = requests.map(([key = '', operation = '']) => limiter.count(key, operation, 1, 0).allowed);
  expect(allowed).toEqual([true, true, true, false]);
  limiter.clear();
  expect(limiter.count('a', 'x', 1, 0).allowed).toBe(true);
});
