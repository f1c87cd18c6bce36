import type { TestCase, TestResult } from '@playwright/test/reporter';
import { exampleEvidence } from '#testing/example-finding';
import { expect, test } from '#testing/unit-test';
import { type Evidence, runAgainAnnotation } from '../../verdicts/finding.js';
import { endedTest, isRunAgain } from './ended-test.js';

const statuses = ['passed', 'skipped', 'failed', 'timedOut', 'interrupted'] as const;
const testCase = { annotations: [], location: {}, titlePath: () => [] } as unknown as TestCase;

test('an interrupted test counts as skipped, one that timed out as failed, and one without evidence as broken', () => {
  const outcomes = (evidence: Evidence | undefined) =>
    statuses.map((status) => endedTest(testCase, { status } as TestResult, evidence).test.outcome);
  expect(outcomes(exampleEvidence())).toEqual(['passed', 'skipped', 'failed', 'failed', 'skipped']);
  expect(outcomes(undefined)).toEqual(['broken', 'skipped', 'broken', 'broken', 'skipped']);
  expect(new Set(outcomes(exampleEvidence({ suiteError: 'no' })))).toEqual(new Set(['broken']));
});

test('a try that was lost counts for nothing in any report, and any other try is the last one', () => {
  const ended = (status: TestResult['status'], retry: number, ...annotations: TestResult['annotations']) => {
    const [tried, result] = [
      { expectedStatus: 'failed', retries: 2 },
      { status, retry, annotations },
    ];
    const isAnew = isRunAgain(tried as TestCase, result as TestResult);
    return [isAnew, result.status, tried.expectedStatus, tried.retries];
  };
  expect(ended('failed', 0, { type: runAgainAnnotation })).toEqual([true, 'interrupted', 'passed', 2]);
  for (const status of statuses)
    for (const retry of [0, 1]) expect(ended(status, retry)).toEqual([false, status, 'passed', retry]);
});
