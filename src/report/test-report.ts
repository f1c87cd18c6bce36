import type { TestCase, TestResult } from '@playwright/test/reporter';
import { requirementAnnotation } from '../contract/requirements/covers.js';
import type { TestReport } from './conformance-report.js';

/**
 * A test that ended, as the report names it.
 * @param outcome what became of it, by its evidence
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

/** What became of a test that says what it learned. */
export function outcomeOf({ status }: TestResult): TestReport['outcome'] {
  if (status === 'passed' || status === 'skipped') return status;
  // Whoever ended the run ended the test: it says nothing of the target.
  return status === 'interrupted' ? 'skipped' : 'failed';
}
