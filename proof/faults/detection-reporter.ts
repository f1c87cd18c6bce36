import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullResult, Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import type { DetectionReport } from '../../src/report/report-file.js';
import { reportsFolder } from '../../src/target/environment.js';
import { restoresFailures } from '../../src/verdicts/finding.js';
import {
  detectionOf,
  detectionTable,
  evidenceIn,
  falseAlarmsIn,
  holds,
  type Tried,
  tells,
  titlesOf,
} from './detection.js';
import { nameOf } from './fault.js';
import { type Plan, planVariable, runAnnotation } from './plan.js';

/** Makes detection.json and a table of a proof; the exit code is 0 if every fault was caught for the right reason. */
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
    for (const { file } of this.#plan.exercise.tests) this.#caughtBy.set(file, new Set());
  }

  printsToStdio(): boolean {
    return true;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    test.expectedStatus = 'passed';
    const index = Number(test.annotations.find(({ type }) => type === runAnnotation)?.description);
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
    const fault = this.#plan.runs[index]?.planting?.fault;
    if (fault !== undefined && evidence.findings.some((finding) => tells(finding, fault)))
      this.#caughtBy.get(file)?.add(index);
  }

  onError({ message, value }: TestError): void {
    this.#errors.push(message ?? value ?? 'unknown error');
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    // After an interruption, the remaining faults are neither caught nor missed.
    if (status === 'interrupted') return { status };
    const { seed, world, complete, runs } = this.#plan;
    const triedOf = (index: number) => this.#tried.get(index) ?? [];
    const report: DetectionReport = {
      seed,
      ...(world === undefined ? {} : { world }),
      complete,
      durationMs: Date.now() - this.#startedAt,
      faults: runs.flatMap(({ planting }, index) =>
        planting === undefined ? [] : [detectionOf(planting, triedOf(index))],
      ),
      falseAlarms: [
        ...runs.flatMap(({ planting }, index) =>
          planting === undefined ? falseAlarmsIn(triedOf(index)) : [],
        ),
      ],
      files: Object.fromEntries([...this.#caughtBy].sort().map(([file, caught]) => [file, caught.size])),
      errors: this.#errors,
    };
    const folder = reportsFolder(process.env);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'detection.json'), `${JSON.stringify(report, null, 2)}\n`);
    process.stdout.write(`${detectionTable(report)}\n`);
    return { status: holds(report) ? 'passed' : 'failed' };
  }

  #nameOf(index: number): string {
    const planting = this.#plan.runs[index]?.planting;
    return planting === undefined ? 'the clean sandbox' : nameOf(planting);
  }
}
