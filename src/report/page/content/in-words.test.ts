import { expect, test } from '#unit-test';
import { counted, durationInWords, grouped, momentInWords, spanInWords } from './in-words.js';

test('moments are told to the minute, in UTC', () => {
  expect(momentInWords('2030-01-02T03:04:05.678Z')).toBe('2030-01-02 03:04 UTC');
});

test('spans are told as a reader would', () => {
  const spans = [400, 1000, 59_400, 60_000, 252_000, 3_600_000, 3_900_000].map(spanInWords);
  expect(spans).toEqual(['400 ms', '1 s', '59 s', '1 min', '4 min 12 s', '1 h 0 min', '1 h 5 min']);
});

test('times of answers have two digits that count', () => {
  expect([0.641, 9.87, 14.9, 999, 1500, 12_345].map(durationInWords)).toEqual([
    '0.64 ms',
    '9.9 ms',
    '15 ms',
    '999 ms',
    '1.5 s',
    '12 s',
  ]);
});

test('one is singular', () => {
  expect([counted(0, 'test'), counted(1, 'test'), counted(1200, 'test')]).toEqual([
    '0 tests',
    '1 test',
    '1,200 tests',
  ]);
  expect(grouped(33_216)).toBe('33,216');
});
