import { join } from 'node:path';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import { sourceOfSpec } from '../../contract/documents/folders.js';
import { requirementAnnotation } from '../../contract/requirements/covers.js';
import type { Run } from '../../target/run/run.js';
import type { RunRecord } from '../data/build-report.js';
import type { RanTest, TestReport } from '../data/conformance-report.js';
import {
  courseOf,
  type EndedTest,
  type Journal,
  type JournalFile,
  type JournalHeader,
  type JournalLine,
  journalName,
  type PlannedTest,
  type RunEnd,
  ranIn,
  readJournal,
  recordOf,
} from './evidence-journal.js';

/** Gathers the tests of a run as they end, in memory and in its journal, and continues an earlier journal. */
export class RunInProgress {
  readonly #began = Date.now();
  readonly #journal: JournalFile;
  readonly #earlier: Journal | undefined;
  readonly #lines: JournalLine[];
  #planned: readonly PlannedTest[] = [];
  #isOpen = false;

  /**
   * @param journal is written from the first test on: a run that never gets there keeps the journal of an earlier one
   * @param earlier the journal of the run that is resumed
   */
  constructor(journal: JournalFile, earlier?: Journal) {
    this.#journal = journal;
    this.#earlier = earlier;
    this.#lines = [...(earlier?.lines ?? [])];
    if (earlier === undefined) return;
    const kept = earlier.ended.filter(isSettled).length;
    this.#lines.push({ resumed: { at: new Date(this.#began).toISOString(), kept } });
  }

  get startedAt(): string {
    return this.#earlier?.run.startedAt ?? new Date(this.#began).toISOString();
  }

  /** The planned tests, including those that ran before the interruption. */
  get planned(): readonly PlannedTest[] {
    return this.#planned;
  }

  get ran(): readonly RanTest[] {
    return ranIn(courseOf(this, this.#lines));
  }

  get problem(): string | undefined {
    return this.#journal.problem;
  }

  /**
   * Records the tests that Playwright is about to run.
   * @returns a sentence if they are not the remaining tests of the resumed run
   */
  plan(tests: readonly PlannedTest[]): string | undefined {
    this.#planned = this.#earlier?.run.tests ?? tests;
    if (this.#earlier === undefined) return undefined;
    const left = leftIn(this.#earlier).length;
    if (tests.length === left) return undefined;
    return `The suite has changed since the interrupted run, or Playwright alone had started it: it has ${tests.length} of the ${left} remaining tests; start a new run without --resume.`;
  }

  /** Opens the journal, once. @param header describes the run; undefined as long as its target is not known */
  open(header: (run: OwnPart) => JournalHeader | undefined): void {
    if (this.#isOpen) return;
    const run = header(this.#own);
    if (run === undefined) return;
    this.#isOpen = true;
    if (this.#earlier === undefined) this.#journal.begin(run);
    else this.#journal.goOn();
    for (const line of this.#lines.slice(this.#earlier?.lines.length)) this.#journal.add(line);
  }

  /** @param result says when and where it ran; absent if that is unknown */
  ended(test: EndedTest, result?: Pick<TestResult, 'startTime' | 'parallelIndex'>): void {
    const ended = result === undefined ? test : { ...test, test: this.#timed(test.test, result) };
    this.#add({ ended, after: this.#after });
  }

  /** A test with its beginning; a test that was skipped before it reached a worker has none. */
  #timed(
    test: TestReport,
    { startTime, parallelIndex: worker }: Pick<TestResult, 'startTime' | 'parallelIndex'>,
  ): TestReport {
    if (worker < 0) return test;
    const before = this.#earlier?.durationMs ?? 0;
    return { ...test, began: { after: before + startTime.getTime() - this.#began, worker } };
  }

  /** @returns the record of the run, for its report */
  closed(closing: RunEnd, header: (run: OwnPart) => JournalHeader): RunRecord {
    this.#add({ closed: closing, after: this.#after });
    return recordOf(header(this.#own), courseOf(this, this.#lines));
  }

  #add(line: JournalLine): void {
    this.#lines.push(line);
    if (this.#isOpen) this.#journal.add(line);
  }

  get #own(): OwnPart {
    return { startedAt: this.startedAt, tests: this.#planned };
  }

  get #after(): number {
    return Date.now() - this.#began;
  }
}

/** The part of its header that a run in progress knows itself. */
type OwnPart = Pick<JournalHeader, 'startedAt' | 'tests'>;

/**
 * Whether a test verified everything that it can verify, so that a resumed run doesn't have to repeat it: it
 * finished, and nothing in it was blocked.
 */
export function isSettled({ status, evidence }: EndedTest): boolean {
  if (evidence === undefined || status === 'timedOut' || status === 'interrupted') return false;
  return evidence.suiteError === undefined && evidence.blocked.length === 0;
}

/** The remaining tests of a run: they did not end, or could not verify everything that they cover. */
export function leftIn({ run, ended }: Pick<Journal, 'run' | 'ended'>): readonly PlannedTest[] {
  const settled = new Set(ended.filter(isSettled).map(({ test }) => test.id));
  return run.tests.filter(({ id }) => !settled.has(id));
}

/**
 * Selects the remaining tests of a resumed run: the part of Playwright's configuration that leaves the other tests
 * out of every project. A reporter can't do this, because it can't change the tests of projects that come after
 * another.
 * @returns nothing if the run doesn't resume an earlier one
 */
export function leftTests({ resumes, folders }: Pick<Run, 'resumes' | 'folders'>): {
  readonly grep?: RegExp;
} {
  if (!resumes) return {};
  const left = leftIn(readJournal(join(folders.reports, journalName)));
  return { grep: matchingOne(left.map(({ path }) => path)) };
}

/** Playwright adds the tags of a test after its titles. */
function matchingOne(paths: readonly string[]): RegExp {
  const each = paths.map((path) => path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^ ?(?:${each.join('|')})(?: @|$)`);
}

/**
 * A test that ended, for the report.
 * @param outcome its outcome, by its evidence
 */
export function testReport(test: TestCase, result: TestResult, outcome: TestReport['outcome']): TestReport {
  const [, , file = '', ...titles] = test.titlePath();
  return {
    id: test.id,
    file: sourceOfSpec(file),
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
