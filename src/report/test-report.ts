import type { TestCase, TestResult } from '@playwright/test/reporter';
import { requirementAnnotation } from '../contract/requirements/covers.js';
import type { TestReport } from './conformance-report.js';

/**
 * A test that ended, for the report.
 * @param outcome its outcome, by its evidence
 */
export function testReport(test: TestCase, result: TestResult, outcome: TestReport['outcome']): TestReport {
  const [, , file = '', ...titles] = test.titlePath();
  return {
    id: test.id,
    file,
    line: test.location.line,
    title: titles.join(' › '),
    outcome,
    milliseconds: result.duration,
    covers: test.annotations
      .filter(({ type }) => type === requirementAnnotation)
      .map(({ description = '' }) => description),
  };
}

/** The outcome of a test that has evidence. */
export function outcomeOf({ status }: TestResult): TestReport['outcome'] {
  if (status === 'passed' || status === 'skipped') return status;
  // An interruption of the run also ended the test: its result says nothing about the target.
  return status === 'interrupted' ? 'skipped' : 'failed';
}
