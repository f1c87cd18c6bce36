import type { TestCase, TestResult } from '@playwright/test/reporter';
import { requirementAnnotation } from '../contract/requirements/covers.js';
import { bucketBounds, type DurationHistogram, quantile } from '../http/duration-histogram.js';
import type { TestReport } from './conformance-report.js';
import type { ResponseTimes } from './coverage-report.js';

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

/** The number of neighbouring buckets in one bar of a plot. */
const bucketsOfBar = 4;

/** Statistics of a histogram of durations; undefined if there were no answers. */
export function responseTimes(durations: DurationHistogram): ResponseTimes | undefined {
  const median = quantile(durations, 0.5);
  const percentile95 = quantile(durations, 0.95);
  if (median === undefined || percentile95 === undefined) return undefined;
  const bars = new Map<number, number>();
  for (const [bucket, times] of Object.entries(durations)) {
    const bar = Math.floor(Number(bucket) / bucketsOfBar);
    bars.set(bar, (bars.get(bar) ?? 0) + times);
  }
  const [first, last] = [Math.min(...bars.keys()), Math.max(...bars.keys())];
  return {
    answers: [...bars.values()].reduce((sum, each) => sum + each, 0),
    median: rounded(median),
    percentile95: rounded(percentile95),
    histogram: Array.from({ length: last - first + 1 }, (_, index) => {
      const lowest = (first + index) * bucketsOfBar;
      const { from } = bucketBounds(lowest);
      const { to } = bucketBounds(lowest + bucketsOfBar - 1);
      return { from: rounded(from), to: rounded(to), answers: bars.get(first + index) ?? 0 };
    }),
  };
}

/** Rounds to three significant digits, the accuracy of a histogram. */
function rounded(milliseconds: number): number {
  return Number(milliseconds.toPrecision(3));
}
