import { expect, test } from '#testing/unit-test';
import { labelledLimitsIn, loneNumberIn, requestsAMinuteIn } from './limit-in-words.js';

test('a limit is found at the end of millions of numbers', () => {
  const numbers = '111 '.repeat(500_000);
  expect(requestsAMinuteIn(`${numbers}, 50 requests per minute`)).toEqual([50]);
  expect(labelledLimitsIn(`${numbers}Rate limit: 1,000`)).toEqual([1000]);
  expect(requestsAMinuteIn(' '.repeat(2_000_000))).toEqual([]);
});

test('a number counts as a limit in each of its notations', () => {
  for (const text of [
    '50 requests per minute',
    'at most 50/min',
    '50 rpm',
    '50 calls a minute',
    '50 req. / 1 min',
  ])
    expect(requestsAMinuteIn(text), text).toEqual([50]);
  for (const text of ['50rpm', '1.50 per minute', 'v50 per minute', '50 per hour'])
    expect(requestsAMinuteIn(text), text).toEqual([]);
  for (const text of ['Rate limit: 1,000', 'x-rate-limit 1 000', 'requests per minute = 1000'])
    expect(labelledLimitsIn(text), text).toEqual([1000]);
  expect(['1,000 ', '1.5', '50 a', ''].map(loneNumberIn)).toEqual([1000, undefined, undefined, undefined]);
});
