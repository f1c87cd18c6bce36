import { expect, test } from '#unit-test';
import type { RunVerdict } from '../../../verdicts/run-verdict.js';
import { exampleKnownFailures, exampleReport } from '../../example-report.js';
import { adviceOf, counted, durationInWords, grouped, momentInWords, spanInWords } from './in-words.js';

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

test('a run in which all is as promised is a go', () => {
  expect(advised('conformant')).toBe('Go: everything we checked behaves as described.');
  expect(advised('non-conformant', 3, 1)).toBe('No go: a promise is broken.');
});

test('what is warned of or deviates is never called as promised', () => {
  expect(advised('conformant', 1)).toBe('Go, with 1 warning to look at.');
  expect(advised('conformant', 2, 3)).toBe('Go, with 2 warnings and 3 deviations to look at.');
  expect(advised('partial', 0, 1)).toBe(
    'No decision from this run alone: it checked only a part, in which nothing failed, with 1 deviation to look at.',
  );
});

test('known failures are no go by themselves', () => {
  const advice = (verdict: RunVerdict) =>
    adviceOf({ ...exampleReport(), verdict, knownFailures: exampleKnownFailures });
  expect(advice('conformant but for known failures')).toBe(
    'Go only if you accept 1 known failure: promises are broken, and the list of known failures names them.',
  );
  expect(advice('partial')).toBe(
    'No decision from this run alone: it checked only a part, in which nothing else failed, with 1 known failure to look at.',
  );
  expect(advice('known failures out of date')).toMatch(
    /^No decision yet: the list of known failures is out of/,
  );
});

function advised(verdict: RunVerdict, warned = 0, deviated = 0): string {
  const { totals } = exampleReport();
  return adviceOf({ verdict, totals: { ...totals, verdicts: { ...totals.verdicts, warned, deviated } } });
}
