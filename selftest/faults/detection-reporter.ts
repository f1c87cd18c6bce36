import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullResult, Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import {
  catches,
  type ExercisedTest,
  type Plan,
  type Planting,
  planVariable,
  runNamedIn,
  titleInSpec,
} from '../../fixtures/planted-tests.js';
import { sourceOfSpec } from '../../src/contract/documents/folders.js';
import { counted } from '../../src/contract/values/words.js';
import { standardOutput } from '../../src/report/terminal/terminal.js';
import { outputVariable, proofFolder } from '../../src/target/environment.js';
import { type Evidence, evidenceAttachment, restoresFailures } from '../../src/verdicts/finding.js';
import { nameOf } from './plantings.js';
import { findingsOf } from './proof-finding.js';

/**
 * Writes detection.json and findings.json, and prints the table of a proof; the exit code is 0 if every fault was caught for the right
 * reason.
 */
export default class DetectionReporter implements Reporter {
  readonly #plan: Plan = JSON.parse(readFileSync(process.env[planVariable] ?? '', 'utf8'));
  readonly #startedAt = Date.now();
  /** By the index of the run. */
  readonly #tried = new Map<number, Tried[]>();
  /** By file, the runs whose fault one of its tests caught. */
  readonly #caughtBy = new Map<string, Set<number>>();
  readonly #errors: string[] = [];

  constructor() {
    process.env[restoresFailures] = '1';
    // If one test is enough, a file that catches nothing may only have come too late.
    const { everyTest, tests } = this.#plan;
    for (const { file } of everyTest ? tests : []) this.#caughtBy.set(file, new Set());
  }

  printsToStdio(): boolean {
    return true;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    test.expectedStatus = 'passed';
    const index = runNamedIn(test.title);
    const { planting, alteration } = this.#plan.runs[index] ?? {};
    if (alteration !== undefined) return;
    const { file, shown } = titlesOf(test);
    const evidence = evidenceIn(result);
    if (evidence === undefined) {
      // A test that is skipped because the fault is already caught has no evidence.
      if (result.status !== 'skipped')
        this.#errors.push(`${this.#nameOf(index)}: "${shown}" ended ${result.status} without evidence`);
      return;
    }
    if (evidence.suiteError !== undefined)
      this.#errors.push(`${this.#nameOf(index)}: ${evidence.suiteError}`);
    const tried = this.#tried.get(index) ?? [];
    tried.push({ test: shown, evidence });
    this.#tried.set(index, tried);
    if (planting !== undefined && evidence.findings.some((finding) => catches(finding, planting.fault)))
      this.#caughtBy.get(file)?.add(index);
  }

  onError({ message, value }: TestError): void {
    this.#errors.push(message ?? value ?? 'unknown error');
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    // After an interruption, the remaining faults are neither caught nor missed.
    if (status === 'interrupted') return { status };
    const { seed, world, complete, runs, tests } = this.#plan;
    const triedOf = (index: number) => this.#tried.get(index) ?? [];
    const report: DetectionReport = {
      seed,
      world,
      complete,
      durationMs: Date.now() - this.#startedAt,
      faults: runs.flatMap(({ planting }, index) =>
        planting === undefined ? [] : [detectionOf(planting, triedOf(index))],
      ),
      files: Object.fromEntries([...this.#caughtBy].sort().map(([file, caught]) => [file, caught.size])),
      errors: this.#errors,
    };
    const folder = process.env[outputVariable] ?? proofFolder;
    const write = (file: string, found: object) =>
      writeFileSync(join(folder, file), `${JSON.stringify(found, null, 2)}\n`);
    write('detection.json', report);
    // Which other tests still run depends on which one caught the fault first.
    const certain = runs.flatMap(({ planting, needed }, index) => {
      const names = tests.filter((_, number) => needed.includes(number)).map(shownTitle);
      const tried = triedOf(index).filter(({ test }) => names.includes(test));
      return planting === undefined
        ? []
        : tried.flatMap(({ test, evidence }) => findingsOf(nameOf(planting), test, evidence));
    });
    write('findings.json', certain);
    standardOutput.printAsIs(detectionTable(report));
    return { status: holds(report) ? 'passed' : 'failed' };
  }

  #nameOf(index: number): string {
    const planting = this.#plan.runs[index]?.planting;
    return planting === undefined ? 'the clean sandbox' : nameOf(planting);
  }
}

/** The result of one test against a sandbox. */
export interface Tried {
  /** Its file and its titles. */
  readonly test: string;
  readonly evidence: Evidence;
}

/** The result of a proof: the content of detection.json. */
export interface DetectionReport extends Pick<Plan, 'seed' | 'world' | 'complete'> {
  readonly durationMs: number;
  readonly faults: readonly Detection[];
  /** The number of faults that the tests of each file caught. */
  readonly files: Readonly<Record<string, number>>;
  /** Tests that could not be judged because of a mistake of the suite. */
  readonly errors: readonly string[];
}

type Detection = ReturnType<typeof detectionOf>;

/** Judges the results of the tests of one fault. @param tried in the order in which the tests ended */
export function detectionOf(planting: Planting, tried: readonly Tried[]) {
  const { fault } = planting;
  const { violates, does, showsFor } = fault;
  const by = tried.filter(({ evidence }) => evidence.findings.some((finding) => catches(finding, fault)));
  const [first] = by;
  const findings = tried.flatMap(({ evidence }) => evidence.findings);
  const own = findings.filter(({ requirement }) => requirement === violates);
  const others = findings.map(({ requirement }) => requirement).filter((id) => id !== violates);
  const until = first === undefined ? tried : tried.slice(0, tried.indexOf(first) + 1);
  const blocked = tried
    .flatMap(({ evidence }) => evidence.blocked)
    .filter(({ requirement }) => requirement === violates);
  return {
    fault: nameOf(planting),
    violates,
    does,
    showsFor,
    // It is missed even if a check of a different requirement failed.
    caught: by.length > 0,
    by: by.map(({ test }) => test),
    // Steps of the target's file that change the place of a finding.
    steps: unique(own.flatMap(({ steps }) => steps?.names ?? [])),
    // Unconfirmed gaps that kept findings about the requirement from counting.
    openGaps: unique(
      own.flatMap(({ gaps = [], judgement }) => (judgement === 'deviated' ? gaps : [])),
    ).sort(),
    alsoFailed: unique(others).sort(),
    tests: tried.length,
    exchanges: until.reduce((sum, { evidence }) => sum + exchangesIn(evidence), 0),
    blocked: unique(blocked.map(({ reason }) => reason)),
  };
}

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}

/**
 * Whether a proof holds: every fault was caught, with no mistake in the suite, and no spec file that catches nothing.
 */
export function holds(report: DetectionReport): boolean {
  const { faults, errors } = report;
  return (
    faults.length > 0 &&
    faults.every(({ caught }) => caught) &&
    errors.length === 0 &&
    idleFilesOf(report).length === 0
  );
}

/** Test files that caught no fault although every fault was planted: nothing shows that their checks can fail. */
function idleFilesOf({ complete, files }: DetectionReport): readonly string[] {
  return complete ? Object.keys(files).filter((file) => files[file] === 0) : [];
}

function exchangesIn({ operations, outside }: Evidence): number {
  const counts = Object.values(operations).flatMap((statuses) => Object.values(statuses));
  return counts.reduce((sum, count) => sum + count, outside);
}

/** A proof for the terminal: one line per fault, then all problems in full. */
export function detectionTable(report: DetectionReport): string {
  const { faults, errors, seed, world, durationMs } = report;
  const width = Math.max(0, ...faults.map(({ fault }) => fault.length));
  const missed = faults.filter(({ caught }) => !caught);
  return [
    ...faults.map((each) => line(each, width)),
    '',
    ...missed.map(reasonOf),
    ...idleFilesOf(report).map(
      (file) => `No fault was caught by specs/${file}: add one that it catches, or remove the file.`,
    ),
    ...errors.map((error) => `The suite failed: ${error}`),
    `${counted(faults.length, 'fault')}, ${faults.length - missed.length} caught for the right reason, ${missed.length} missed`,
    `Proof     ${holds(report) ? 'holds' : 'does not hold'}, ${world === undefined ? '' : `in the world "${world}", `}seed ${seed}, ${(durationMs / 1000).toFixed(1)} s`,
  ].join('\n');
}

function line({ fault, violates, caught, exchanges, by }: Detection, width: number): string {
  const [first = ''] = by;
  const more = by.length > 1 ? ` and ${by.length - 1} more` : '';
  return `${fault.padEnd(width)}  ${violates.padEnd(7)}  ${caught ? 'caught' : 'MISSED'}  ${String(exchanges).padStart(6)}  ${first}${more}`;
}

function reasonOf(missed: Detection): string {
  const { fault, violates, does, showsFor, tests, alsoFailed, blocked, openGaps } = missed;
  const others = alsoFailed.length > 0 ? ` Only other requirements failed: ${alsoFailed.join(', ')}.` : '';
  const open = openGaps.length > 0 ? ` It was only reported as a deviation, by ${openGaps.join(', ')}.` : '';
  const held = blocked.length > 0 ? ` Blocked: ${blocked.join('; ')}.` : '';
  const when = showsFor === undefined ? '' : ` It shows for ${showsFor}.`;
  return `Missed: ${fault} violates ${violates}. ${does}${when} ${counted(tests, 'test')} ran.${open}${others}${held}`;
}

/**
 * The file of a test, the titles of its groups and its own, without the number of the sandbox that it judges, and all
 * of these as reports show them.
 */
export function titlesOf(test: TestCase) {
  const [, , loaded = '', ...numbered] = test.titlePath();
  const [file, titles] = [sourceOfSpec(loaded), numbered.map(titleInSpec)];
  return { file, titles, shown: shownTitle({ file, titles }) };
}

/** A test as it is named in results. */
export function shownTitle({ file, titles }: Pick<ExercisedTest, 'file' | 'titles'>): string {
  return `${file} › ${titles.join(' › ')}`;
}

/** The evidence of a test; undefined if it ended before it could attach any. */
export function evidenceIn({ attachments }: TestResult): Evidence | undefined {
  const body = attachments.find(({ name }) => name === evidenceAttachment.name)?.body;
  return body === undefined ? undefined : JSON.parse(body.toString('utf8'));
}
