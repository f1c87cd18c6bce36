import type { TestCase, TestResult } from '@playwright/test/reporter';
import { expect, test } from '#unit-test';
import { covers, mayMeet } from '../contract/requirements/covers.js';
import { durationBucket } from '../http/duration-histogram.js';
import { outcomeOf, responseTimes, testReport } from './test-report.js';

test('a test is named by its file and its titles, with what it covers and not what it may meet', () => {
  const { annotation: annotations } = mayMeet(covers('BAT-09', 'BAT-10'), 'ORD-01');
  const ended = {
    id: 'abc-1',
    annotations,
    location: { file: '/specs/batches/entries.spec.ts', line: 7, column: 3 },
    titlePath: () => ['', 'api', 'batches/entries.spec.ts', 'A finished batch', 'of GET /x'],
  } as unknown as TestCase;
  expect(testReport(ended, { duration: 12 } as TestResult, 'passed')).toEqual({
    id: 'abc-1',
    file: 'batches/entries.spec.ts',
    line: 7,
    title: 'A finished batch › of GET /x',
    outcome: 'passed',
    milliseconds: 12,
    covers: ['BAT-09', 'BAT-10'],
  });
});

for (const [status, outcome] of [
  ['passed', 'passed'],
  ['skipped', 'skipped'],
  ['failed', 'failed'],
  ['timedOut', 'failed'],
  ['interrupted', 'skipped'],
] as const)
  test(`a test that ended ${status} counts as ${outcome}`, () =>
    expect(outcomeOf({ status } as TestResult)).toBe(outcome));

test('median, 95th percentile and a histogram without gaps', () => {
  const durations = { [durationBucket(1)]: 90, [durationBucket(50)]: 10 };
  const times = responseTimes(durations);
  expect(times?.answers).toBe(100);
  expect(times?.median).toBeCloseTo(1, 1);
  expect(Math.abs((times?.percentile95 ?? 0) - 50)).toBeLessThan(2.5);
  const bars = times?.histogram ?? [];
  expect(bars.map(({ answers }) => answers).filter((answers) => answers > 0)).toEqual([90, 10]);
  for (const [index, { from }] of bars.entries()) if (index > 0) expect(bars[index - 1]?.to).toBe(from);
});

test('without a success there are no times', () => {
  expect(responseTimes({})).toBeUndefined();
});
