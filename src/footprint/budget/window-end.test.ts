import { expect, test } from '#unit-test';
import type { Answered } from '../../http/rate-window.js';
import { WindowEnd } from './window-end.js';

/** An answer with the time when its request was sent, and how long it took, both in milliseconds. */
const answer = (startedAt: number, milliseconds: number, reset?: string): Answered => ({
  startedAt,
  milliseconds,
  header: (name) => (name === 'x-ratelimit-reset' ? reset : undefined),
});

const endOf = (answered: Answered, speed: number): WindowEnd => {
  const end = WindowEnd.of(answered, speed);
  if (end === undefined) throw new Error('The answer says when its window ends.');
  return end;
};

test('the end is known to the second of rounding and the time that the answer took', () => {
  const end = endOf(answer(10_000, 500, '20'), 1);
  expect(end.secondsBefore(10_000)).toBe(19);
  expect(end.secondsUntilOver(10_500)).toBe(21);
  expect(end.secondsUntilOver(40_000)).toBe(0);
});

test('a request says something of the last seconds only when it was answered before the end', () => {
  const end = endOf(answer(10_000, 500, '20'), 1);
  expect(end.isAfter(answer(26_000, 2_999))).toBe(true);
  // A slow answer may have been counted after the end.
  expect(end.isAfter(answer(26_000, 3_000))).toBe(false);
});

test('a slow answer widens what may be gone of the next window', () => {
  const end = endOf(answer(10_000, 500, '20'), 1);
  expect(end.secondsPast(answer(32_500, 0))).toBe(3.5);
  expect(end.secondsPast(answer(32_500, 60_000))).toBe(63.5);
});

test('seconds are those of the target, whose clock may run faster', () => {
  const end = endOf(answer(10_000, 100, '20'), 10);
  expect(end.secondsBefore(10_000)).toBe(19);
  expect(end.secondsBefore(11_000)).toBe(9);
  expect(end.secondsUntilOver(10_100)).toBe(21);
  expect(end.isAfter(answer(11_600, 299))).toBe(true);
  expect(end.isAfter(answer(11_600, 300))).toBe(false);
  expect(end.secondsPast(answer(12_300, 0))).toBeCloseTo(4);
});

test('without X-RateLimit-Reset nothing tells', () => {
  expect(WindowEnd.of(answer(0, 10), 1)).toBeUndefined();
  expect(WindowEnd.of(answer(0, 10, '61'), 1)).toBeUndefined();
});
