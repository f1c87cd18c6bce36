import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { startsAnewWith } from './next-window.js';

const answer = (status: number, remaining: string, reset?: string) =>
  exampleExchange({
    status,
    headers: {
      'x-ratelimit-remaining': remaining,
      ...(reset === undefined ? {} : { 'x-ratelimit-reset': reset }),
    },
  });
const lastSecond = answer(429, '0', '1');

test('closed to the last second, then open with all but one left, for a minute', () => {
  for (const reset of ['58', '59', '60'])
    expect(startsAnewWith({ lastSecond, opened: answer(200, '49', reset), gone: 2 }, 50)).toBeUndefined();
  expect(startsAnewWith({ opened: answer(404, '49') }, 50)).toBeUndefined();
});

test('a window that ends before it says is too short', () => {
  expect(
    startsAnewWith({ lastSecond: answer(200, '49', '60'), opened: answer(200, '48', '58') }, 50),
  ).toEqual({
    expected: ['status 429'],
    actual: 'status 200',
    at: 'status',
  });
});

test('a window that is still closed behind its end is too long', () => {
  expect(startsAnewWith({ lastSecond, opened: answer(429, '0', '60') }, 50)).toMatchObject({ at: 'status' });
});

test('a window that does not start anew is none', () => {
  expect(startsAnewWith({ opened: answer(200, '48') }, 50)).toEqual({
    expected: ['49, one less than the limit'],
    actual: '"48"',
    at: 'header x-ratelimit-remaining',
  });
  expect(startsAnewWith({ opened: exampleExchange() }, 50)?.actual).toBe('no such header');
});

test('a window of another length than a minute is told by its own header', () => {
  expect(startsAnewWith({ lastSecond, opened: answer(200, '49', '30'), gone: 2 }, 50)).toEqual({
    expected: ['58 to 60 at the beginning of a window of one minute'],
    actual: '"30"',
    at: 'header x-ratelimit-reset',
  });
  expect(startsAnewWith({ lastSecond, opened: answer(200, '49'), gone: 2 }, 50)).toBeUndefined();
  expect(startsAnewWith({ opened: answer(200, '49', '61'), gone: 2 }, 50)).toMatchObject({ actual: '"61"' });
});

test('how much of the new window may be gone decides what its header may say', () => {
  const unmet = (reset: string, gone?: number) =>
    startsAnewWith({ opened: answer(200, '49', reset), ...(gone === undefined ? {} : { gone }) }, 50);
  expect(unmet('56', 3.2)).toBeUndefined();
  expect(unmet('55', 3.2)).toMatchObject({
    expected: ['56 to 60 at the beginning of a window of one minute'],
  });
  // A target so slow that the next window may be over as well can't be held to anything.
  expect(unmet('0', 75)).toBeUndefined();
  expect(unmet('30')).toBeUndefined();
});
