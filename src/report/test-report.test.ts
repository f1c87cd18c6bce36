import type { TestCase, TestResult } from '@playwright/test/reporter';
import { expect, test } from '#unit-test';
import { covers, mayMeet } from '../contract/requirements/covers.js';
import { durationBucket } from '../http/duration-histogram.js';
import { outcomeOf, responseTimes, testReport } from './test-report.js';

test('a test has its file, its titles, and the requirements that it covers, not those that it may meet', () => {
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

test('an interrupted test counts as skipped, and one that timed out as failed', () => {
  const statuses = ['passed', 'skipped', 'failed', 'timedOut', 'interrupted'] as const;
  const outcomes = statuses.map((status) => outcomeOf({ status } as TestResult));
  expect(outcomes).toEqual(['passed', 'skipped', 'failed', 'failed', 'skipped']);
});

test('response times have a median, a 95th percentile and a histogram without gaps', () => {
  const durations = { [durationBucket(1)]: 90, [durationBucket(50)]: 10 };
  const times = responseTimes(durations);
  expect(times?.answers).toBe(100);
  expect(times?.median).toBeCloseTo(1, 1);
  expect(Math.abs((times?.percentile95 ?? 0) - 50)).toBeLessThan(2.5);
  const bars = times?.histogram ?? [];
  expect(bars.map(({ answers }) => answers).filter((answers) => answers > 0)).toEqual([90, 10]);
  for (const [index, { from }] of bars.entries()) if (index > 0) expect(bars[index - 1]?.to).toBe(from);
  expect(responseTimes({})).toBeUndefined();
});
