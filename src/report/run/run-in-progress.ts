import { mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { sourceOfSpec } from '../../contract/documents/folders.js';
import { requirementAnnotation } from '../../contract/requirements/covers.js';
import { anewAnnotation, type Evidence } from '../../verdicts/finding.js';
import type { RunRecord } from '../data/build-report.js';
import type { RanTest, TestReport } from '../data/conformance-report.js';
import { type JournalHeader, type JournalLine, type RunEnd, recordOf } from './evidence-journal.js';

/** The part of its header that a run in progress knows itself. */
type OwnPart = Pick<JournalHeader, 'startedAt' | 'tests'>;

/**
 * Gathers the tests of a run as they end: in memory and, from the first test on, in its journal, line by line, so that
 * the evidence of each test survives however the run ends.
 */
export class RunInProgress {
  readonly #startedAt = new Date().toISOString();
  /** Of a clock that nobody sets while the run goes on. */
  readonly #began = performance.now();
  readonly #file: string;
  readonly #redact: (text: string) => string;
  readonly #ran: RanTest[] = [];
  #descriptor: number | undefined;
  /** The tests that Playwright is about to run. */
  planned: JournalHeader['tests'] = [];
  /** A sentence if the journal could not be written; the run then continues without it. */
  problem: string | undefined;

  /**
   * @param file of the journal; missing folders are created
   * @param redact replaces secrets in a string
   */
  constructor(file: string, redact: (text: string) => string) {
    this.#file = file;
    this.#redact = redact;
  }

  get ran(): readonly RanTest[] {
    return this.#ran;
  }

  /** Begins the journal, once. @param header describes the run; undefined as long as its target is not known */
  open(header: (run: OwnPart) => JournalHeader | undefined): void {
    if (this.#descriptor !== undefined || this.problem !== undefined) return;
    const run = header(this.#own);
    if (run === undefined) return;
    this.#attempt(() => {
      mkdirSync(dirname(this.#file), { recursive: true });
      this.#descriptor = openSync(this.#file, 'wx');
      this.#append({ run });
      for (const ended of this.#ran) this.#append({ ended, after: this.#after });
    });
  }

  /** @param result says when and where it ran */
  ended({ test, evidence }: RanTest, { parallelIndex, duration }: TestResult): void {
    const ended = { test: begun(test, parallelIndex, this.#after - duration), evidence };
    this.#ran.push(ended);
    this.#add({ ended, after: this.#after });
  }

  /** @returns the record of the run, for its report */
  closed(closed: RunEnd, header: (run: OwnPart) => JournalHeader): RunRecord {
    const after = this.#after;
    this.#add({ closed, after });
    return recordOf(header(this.#own), { ended: this.#ran, closed, durationMs: after });
  }

  get #own(): OwnPart {
    return { startedAt: this.#startedAt, tests: this.planned };
  }

  get #after(): number {
    return Math.round(performance.now() - this.#began);
  }

  #add(line: JournalLine): void {
    if (this.problem === undefined) this.#attempt(() => this.#append(line));
  }

  #append(line: JournalLine | { readonly run: JournalHeader }): void {
    if (this.#descriptor === undefined) return;
    const bytes = Buffer.from(`${this.#redact(JSON.stringify(line))}\n`);
    let written = 0;
    while (written < bytes.length) written += writeSync(this.#descriptor, bytes, written);
  }

  #attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.problem = `${this.#file} could not be written: ${reason}.`;
    }
  }
}

/**
 * A test with its beginning; a test that was skipped before it reached a worker has none.
 * @param after the milliseconds from the beginning of the run to that of the test
 */
export function begun(test: TestReport, worker: number, after: number): TestReport {
  return worker < 0 ? test : { ...test, began: { after: Math.max(0, after), worker } };
}

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
 * Whether a try of a test counts for nothing, because the test begins anew. It changes what Playwright knows of the try,
 * so that Playwright's reports tell the same of the test as ours.
 */
export function beginsAnew(test: TestCase, result: TestResult): boolean {
  const isAnew = result.annotations.some(({ type }) => type === anewAnnotation);
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
