import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { countsDownWithTheClock } from './reset.js';

const at = 'header x-ratelimit-reset';

/** Readings at seconds of a frozen clock. */
function frozen(...readings: readonly (readonly [seconds: number, reset?: string])[]) {
  return readings.map(([seconds, reset]) => reading(seconds, seconds, reset));
}

function reading(from: number, to: number, reset?: string) {
  const headers: Record<string, string> = reset === undefined ? {} : { 'x-ratelimit-reset': reset };
  return { exchange: exampleExchange({ headers }), from, to };
}

test('a whole number from 0 to 60 is a number of seconds, and nothing else is', () => {
  for (const reset of ['0', '33', '60']) {
    expect(countsDownWithTheClock(frozen([0, reset], [0, reset]))).toBeUndefined();
    expect(countsDownWithTheClock(frozen([0, reset]))).toEqual({
      unseen: 'no two answers carry X-RateLimit-Reset',
    });
  }
  for (const reset of ['61', '-1', '1.5', '60s', '']) {
    expect(countsDownWithTheClock(frozen([0, reset]))).toEqual({
      expected: ['a whole number from 0 to 60'],
      actual: `"${reset}"`,
      at,
    });
  }
  expect(countsDownWithTheClock(frozen([0]))?.actual).toBe('no such header');
});

test('on a frozen clock it goes down by what was waited, to the second', () => {
  expect(countsDownWithTheClock(frozen([0, '60'], [0, '60'], [5, '55'], [59, '1']))).toBeUndefined();
  expect(countsDownWithTheClock(frozen([0, '60'], [5, '56']))).toEqual({
    expected: ['55'],
    actual: '"56"',
    at,
  });
  expect(countsDownWithTheClock(frozen([0, '60'], [5, '60']))?.expected).toEqual(['55']);
  expect(countsDownWithTheClock(frozen([0, '60'], [5, '54']))?.expected).toEqual(['55']);
});

test('after the end of the window it starts anew, and not before', () => {
  expect(countsDownWithTheClock(frozen([0, '60'], [58, '2'], [61, '60']))).toBeUndefined();
  expect(countsDownWithTheClock(frozen([0, '20'], [21, '59']))).toBeUndefined();
  expect(countsDownWithTheClock(frozen([0, '60'], [58, '60']))?.expected).toEqual(['2']);
  expect(countsDownWithTheClock(frozen([0, '5'], [9, '0']))?.expected).toEqual(['54 to 60']);
  expect(countsDownWithTheClock(frozen([0, '5'], [9, '30']))?.expected).toEqual(['54 to 60']);
});

test('at its end both are right', () => {
  for (const reset of ['0', '58', '60'])
    expect(countsDownWithTheClock(frozen([0, '5'], [5, reset]))).toBeUndefined();
  expect(countsDownWithTheClock(frozen([0, '5'], [5, '30']))?.expected).toEqual(['0', '58 to 60']);
});

test('on a running clock the time that requests took leaves room', () => {
  const row = (reset: string) => [reading(0, 0.4, '60'), reading(5.1, 5.6, reset)];
  for (const reset of ['54', '55', '56']) expect(countsDownWithTheClock(row(reset))).toBeUndefined();
  for (const reset of ['53', '57'])
    expect(countsDownWithTheClock(row(reset))?.expected).toEqual(['54 to 56']);
});
