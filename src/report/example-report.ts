import { buildReport } from './build-report.js';
import type { ConformanceReport, TestReport } from './conformance-report.js';

/** A test that passed, but for what a unit test says. */
export function exampleTest(id: string, given: Partial<TestReport> = {}): TestReport {
  return {
    id,
    file: 'batches/entries.spec.ts',
    line: 7,
    title: `A finished batch › ${id}`,
    outcome: 'passed',
    milliseconds: 12,
    covers: [],
    ...given,
  };
}

/** The report of a run in which no test ran, but for what a unit test says. */
export function exampleReport(given: Partial<ConformanceReport> = {}): ConformanceReport {
  const report = buildReport({
    settings: undefined,
    ran: [],
    errors: [],
    strict: false,
    profile: 'standard',
    seed: 42,
    startedAt: new Date('2030-01-02T03:04:05.678Z'),
    durationMs: 1234,
    tests: 0,
  });
  return { ...report, ...given };
}
