import { expect, test } from '#unit-test';
import { exampleTest } from './example-report.js';
import { paceInWords } from './pace-in-words.js';

const paced = { inTurn: 60_000, asleep: 0, refusals: 0, requests: {} };
const preflight = { checks: '', leftOut: [], noticed: [], requests: 4, expectedMinutes: 7.94 };

test('a run whose tests have limits of their own has no pace', () => {
  expect(paceInWords({ tests: [exampleTest('one')], durationMs: 1 })).toBeUndefined();
});

test('the minutes that were planned stand beside those that were taken', () => {
  const tests = [{ ...exampleTest('one'), paced }];
  expect(paceInWords({ tests, durationMs: 492_000, preflight })).toBe(
    'took 8.2 min, planned 7.9 min; no unprovoked 429',
  );
  expect(paceInWords({ tests, durationMs: 492_000 })).toBe('took 8.2 min; no unprovoked 429');
});

test('each 429 that nobody provoked is counted', () => {
  const tests = [1, 2].map((refusals) => ({ ...exampleTest('one'), paced: { ...paced, refusals } }));
  expect(paceInWords({ tests, durationMs: 60_000 })).toContain('; 3 unprovoked 429');
});
