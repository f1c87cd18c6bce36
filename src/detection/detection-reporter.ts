import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullResult, Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { reportsFolder } from '../report/reports-folder.js';
import { type Evidence, evidenceAttachment, restoresFailures } from '../verdicts/evidence.js';
import { type DetectionReport, detectionOf, falseAlarmsIn, holds, type Tried } from './detection.js';
import { detectionTable } from './detection-table.js';
import { nameOf } from './fault.js';
import { type Plan, planVariable, runAnnotation } from './plan.js';

/** Makes detection.json and a table of a proof; the exit code is 0 where every fault was caught for the right reason. */
export default class DetectionReporter implements Reporter {
  readonly #plan: Plan = JSON.parse(readFileSync(process.env[planVariable] ?? '', 'utf8'));
  readonly #startedAt = Date.now();
  /** By the index of the run. */
  readonly #tried = new Map<number, Tried[]>();
  readonly #errors: string[] = [];

  constructor() {
    process.env[restoresFailures] = '1';
  }

  printsToStdio(): boolean {
    return true;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    test.expectedStatus = 'passed';
    const index = Number(test.annotations.find(({ type }) => type === runAnnotation)?.description);
    const [, , file = '', ...titles] = test.titlePath();
    const title = `${file} › ${titles.join(' › ').replace(/ \[\d+\]$/, '')}`;
    const body = result.attachments.find(({ name }) => name === evidenceAttachment.name)?.body;
    if (body === undefined) {
      this.#errors.push(`${this.#nameOf(index)}: "${title}" ended ${result.status} without evidence`);
      return;
    }
    const evidence: Evidence = JSON.parse(body.toString('utf8'));
    if (evidence.suiteError !== undefined)
      this.#errors.push(`${this.#nameOf(index)}: ${evidence.suiteError}`);
    const tried = this.#tried.get(index) ?? [];
    tried.push({ test: title, evidence });
    this.#tried.set(index, tried);
  }

  onError({ message, value }: TestError): void {
    this.#errors.push(message ?? value ?? 'unknown error');
  }

  async onEnd(_result: FullResult): Promise<{ status: FullResult['status'] }> {
    const report: DetectionReport = {
      seed: this.#plan.seed,
      durationMs: Date.now() - this.#startedAt,
      faults: this.#plan.runs.flatMap(({ planting }, index) =>
        planting === undefined ? [] : [detectionOf(planting, this.#tried.get(index) ?? [])],
      ),
      falseAlarms: this.#plan.runs.flatMap(({ planting }, index) =>
        planting === undefined ? falseAlarmsIn(this.#tried.get(index) ?? []) : [],
      ),
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
