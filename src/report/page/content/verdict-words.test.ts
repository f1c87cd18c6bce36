import { expect, test } from '#unit-test';
import type { RunVerdict } from '../../../verdicts/run-verdict.js';
import { exampleKnownFailures, exampleReport } from '../../example-report.js';
import { adviceOf } from './verdict-words.js';

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
