import { stripVTControlCharacters } from 'node:util';
import type { TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { sourceOfSpec } from '../../contract/documents/folders.js';
import { requirementAnnotation } from '../../contract/requirements/covers.js';
import { type Evidence, runAgainAnnotation } from '../../verdicts/finding.js';
import type { RanTest, TestReport } from '../data/conformance-report.js';

/** A test that ended, for the report. @param evidence undefined if it left none */
export function endedTest(test: TestCase, result: TestResult, evidence: Evidence | undefined): RanTest {
  const [, , file = '', ...titles] = test.titlePath();
  return {
    test: {
      id: test.id,
      file: sourceOfSpec(file),
      line: test.location.line,
      title: titles.join(' › '),
      outcome: outcomeOf(result, evidence),
      milliseconds: result.duration,
      covers: coveredBy(test),
    },
    evidence,
  };
}

function outcomeOf(result: TestResult, evidence: Evidence | undefined): TestReport['outcome'] {
  if (evidence === undefined) return isSkipped(result) ? 'skipped' : 'broken';
  if (evidence.suiteError !== undefined) return 'broken';
  // An interruption of the run also ended the test: its result says nothing about the target.
  if (isSkipped(result)) return 'skipped';
  return result.status === 'passed' ? 'passed' : 'failed';
}

/**
 * Whether a try of a test counts for nothing, because the test is run again. It changes what Playwright knows of the try,
 * so that Playwright's reports say the same about the test as ours.
 */
export function isRunAgain(test: TestCase, result: TestResult): boolean {
  const isAnew = result.annotations.some(({ type }) => type === runAgainAnnotation);
  // No test of this suite is meant to fail; see the fixtures, where the expectation is set.
  if (test.expectedStatus === 'failed') test.expectedStatus = 'passed';
  if (isAnew) result.status = 'interrupted';
  // Any other try is the last one: Playwright would try a test again that ran out of time, and call it flaky.
  else test.retries = result.retry;
  return isAnew;
}

/** Whether a test was skipped before it had any result. */
export function isSkipped({ status }: TestResult): boolean {
  return status === 'interrupted' || status === 'skipped';
}

/** The ids of the requirements that a test covers. */
export function coveredBy({ annotations }: Pick<TestCase, 'annotations'>): readonly string[] {
  return annotations
    .filter(({ type }) => type === requirementAnnotation)
    .flatMap(({ description }) => description ?? []);
}

/** A sentence about a test that left no evidence. */
export function silenceOf({ title }: TestCase, { status, error }: TestResult): string {
  return `"${title}" ended ${status} without evidence${error === undefined ? '' : `: ${firstLine(error)}`}`;
}

/** The first line of an error, without its class. */
export function firstLine(error: TestError): string {
  const [line = 'unknown error'] = stripVTControlCharacters(error.message ?? error.value ?? '').split('\n');
  return line.replace(/^\w*Error: /, '');
}
