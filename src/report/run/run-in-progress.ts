import { join } from 'node:path';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import { sourceOfSpec } from '../../contract/documents/folders.js';
import { requirementAnnotation } from '../../contract/requirements/covers.js';
import type { Run } from '../../target/run/run.js';
import type { RanTest } from '../data/build-report.js';
import type { Resumption, TestReport } from '../data/conformance-report.js';
import {
  type Closing,
  type EndedTest,
  type Journal,
  type JournalFile,
  type JournalHeader,
  journalName,
  laterRun,
  type PlannedTest,
  readJournal,
} from './evidence-journal.js';

/** Gathers the tests of a run as they end, in memory and in its journal, and continues an earlier journal. */
export class RunInProgress {
  readonly #began = Date.now();
  readonly #journal: JournalFile;
  readonly #earlier: Journal | undefined;
  readonly #resumption: Resumption | undefined;
  readonly #ended = new Map<string, EndedTest>();
  /** Tests that are not in Playwright's report of this part of the run. */
  readonly #onlyHere = new Set<string>();
  #planned: readonly PlannedTest[] = [];
  #isOpen = false;

  /**
   * @param journal is written from the first test on: a run that never gets there keeps the journal of an earlier one
   * @param earlier the journal of the run that is resumed
   */
  constructor(journal: JournalFile, earlier?: Journal) {
    this.#journal = journal;
    this.#earlier = earlier;
    if (earlier === undefined) return;
    for (const each of earlier.ended) {
      this.#ended.set(each.test.id, each);
      this.#onlyHere.add(each.test.id);
    }
    const kept = earlier.ended.filter(isSettled).length;
    this.#resumption = { at: new Date(this.#began).toISOString(), kept };
  }

  get startedAt(): Date {
    return new Date(this.#earlier?.run.startedAt ?? this.#began);
  }

  /** Milliseconds so far, without the time in which the run was interrupted. */
  get durationMs(): number {
    return (this.#earlier?.durationMs ?? 0) + this.#after;
  }

  get resumed(): readonly Resumption[] {
    return [...(this.#earlier?.resumed ?? []), ...(this.#resumption === undefined ? [] : [this.#resumption])];
  }

  /** The planned tests, including those that ran before the interruption. */
  get planned(): readonly PlannedTest[] {
    return this.#planned;
  }

  get ran(): readonly RanTest[] {
    return [...this.#ended.values()].map(({ test, evidence }) => ({
      test: this.#onlyHere.has(test.id) ? { ...test, onlyHere: true } : test,
      evidence,
    }));
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
    return `The suite has changed since the interrupted run: it has ${tests.length} of the ${left} remaining tests; start a new run without --resume.`;
  }

  /** Opens the journal, once. @param header describes the run; it is called when the target is known */
  open(header: (run: Pick<JournalHeader, 'startedAt' | 'tests'>) => JournalHeader): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    if (this.#resumption === undefined)
      this.#journal.begin(header({ startedAt: this.startedAt.toISOString(), tests: this.#planned }));
    else {
      this.#journal.goOn();
      this.#journal.add({ resumed: this.#resumption });
    }
  }

  /** @param result says when and where it ran; absent if that is unknown */
  ended(test: EndedTest, result?: Pick<TestResult, 'startTime' | 'parallelIndex'>): void {
    const { id } = test.test;
    const ended = result === undefined ? test : { ...test, test: this.#timed(test.test, result) };
    this.#ended.set(id, laterRun(this.#ended.get(id), ended));
    this.#onlyHere.delete(id);
    this.#journal.add({ ended, after: this.#after });
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

  closed(closing: Closing): void {
    if (this.#isOpen) this.#journal.add({ closed: closing, after: this.#after });
  }

  get #after(): number {
    return Date.now() - this.#began;
  }
}

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
