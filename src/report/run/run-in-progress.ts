import { stripVTControlCharacters } from 'node:util';
import type { TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { sourceOfSpec } from '../../contract/documents/folders.js';
import { anewAnnotation, type Evidence, evidenceAttachment } from '../../verdicts/finding.js';
import type { RunRecord } from '../data/build-report.js';
import type { RanTest, TestReport } from '../data/conformance-report.js';
import { coveredBy } from '../terminal/live-tests.js';
import {
  type EndedTest,
  type JournalFile,
  type JournalHeader,
  type PlannedTest,
  type RunEnd,
  recordOf,
} from './evidence-journal.js';

/** Gathers the tests of a run as they end, in memory and in its journal. */
export class RunInProgress {
  readonly #began = Date.now();
  readonly #journal: JournalFile;
  readonly #ended: EndedTest[] = [];
  /** The tests that Playwright is about to run. */
  planned: readonly PlannedTest[] = [];
  #isOpen = false;

  /** @param journal is written from the first test on */
  constructor(journal: JournalFile) {
    this.#journal = journal;
  }

  get ran(): readonly RanTest[] {
    return this.#ended;
  }

  get problem(): string | undefined {
    return this.#journal.problem;
  }

  /** Opens the journal, once. @param header describes the run; undefined as long as its target is not known */
  open(header: (run: OwnPart) => JournalHeader | undefined): void {
    if (this.#isOpen) return;
    const run = header(this.#own);
    if (run === undefined) return;
    this.#isOpen = true;
    this.#journal.begin(run);
    for (const ended of this.#ended) this.#journal.add({ ended, after: this.#after });
  }

  /** @param result says when and where it ran */
  ended({ test, ...how }: EndedTest, result: TimedResult): void {
    const ended = { ...how, test: timed(test, result, this.#began) };
    this.#ended.push(ended);
    if (this.#isOpen) this.#journal.add({ ended, after: this.#after });
  }

  /** @returns the record of the run, for its report */
  closed(closed: RunEnd, header: (run: OwnPart) => JournalHeader): RunRecord {
    const after = this.#after;
    if (this.#isOpen) this.#journal.add({ closed, after });
    return recordOf(header(this.#own), { ended: this.#ended, closed, durationMs: after });
  }

  get #own(): OwnPart {
    return { startedAt: new Date(this.#began).toISOString(), tests: this.planned };
  }

  get #after(): number {
    return Date.now() - this.#began;
  }
}

/** The part of its header that a run in progress knows itself. */
type OwnPart = Pick<JournalHeader, 'startedAt' | 'tests'>;

type TimedResult = Pick<TestResult, 'startTime' | 'parallelIndex'>;

/**
 * A test with its beginning; a test that was skipped before it reached a worker has none.
 * @param began when the run began, in milliseconds of the epoch
 */
export function timed(
  test: TestReport,
  { startTime, parallelIndex: worker }: TimedResult,
  began: number,
): TestReport {
  return worker < 0 ? test : { ...test, began: { after: startTime.getTime() - began, worker } };
}

/** A test that ended, for the report. @param evidence undefined if it left none */
export function endedTest(test: TestCase, result: TestResult, evidence: Evidence | undefined): EndedTest {
  const { status } = result;
  if (evidence === undefined)
    return { test: testReport(test, result, isSkipped(result) ? 'skipped' : 'broken'), status };
  const outcome = evidence.suiteError === undefined ? outcomeOf(result) : 'broken';
  return { test: testReport(test, result, outcome), evidence, status };
}

/** Whether another try of the test says it all: it begins anew, or Playwright tried it again in vain. */
export function begunAnew(result: TestResult): boolean {
  const hasEvidence = result.attachments.some(({ name }) => name === evidenceAttachment.name);
  return (
    result.annotations.some(({ type }) => type === anewAnnotation) ||
    (result.retry > 0 && !hasEvidence && isSkipped(result))
  );
}

/** Whether a test was skipped before it had any result. */
export function isSkipped({ status }: TestResult): boolean {
  return status === 'interrupted' || status === 'skipped';
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

/** @param outcome its outcome, by its evidence */
function testReport(test: TestCase, result: TestResult, outcome: TestReport['outcome']): TestReport {
  const [, , file = '', ...titles] = test.titlePath();
  return {
    id: test.id,
    file: sourceOfSpec(file),
    line: test.location.line,
    title: titles.join(' › '),
    outcome,
    milliseconds: result.duration,
    covers: coveredBy(test),
  };
}

/** The outcome of a test that has evidence. */
function outcomeOf({ status }: TestResult): TestReport['outcome'] {
  if (status === 'passed' || status === 'skipped') return status;
  // An interruption of the run also ended the test: its result says nothing about the target.
  return status === 'interrupted' ? 'skipped' : 'failed';
}
