import { readFileSync, writeFileSync } from 'node:fs';
import type { FullResult, Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { type Plan, planVariable, runAnnotation } from '../../fixtures/planted-plan.js';
import { restoresFailures } from '../../src/verdicts/finding.js';
import { evidenceIn, titlesOf } from './detection-reporter.js';
import type { TriedLie } from './lies.js';

/** The file in which the results of a plan's tests are written. */
export function triedFile(planFile: string): string {
  return `${planFile}.tried`;
}

/** Notes what each test finds in the sandboxes that tell lies; `prove-lies.ts` judges it. */
export default class LieReporter implements Reporter {
  readonly #file = process.env[planVariable] ?? '';
  readonly #plan: Plan = JSON.parse(readFileSync(this.#file, 'utf8'));
  readonly #tried: TriedLie[] = [];

  constructor() {
    process.env[restoresFailures] = '1';
  }

  printsToStdio(): boolean {
    return true;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    test.expectedStatus = 'passed';
    const index = Number(test.annotations.find(({ type }) => type === runAnnotation)?.description);
    const { lie } = this.#plan.runs[index] ?? {};
    const evidence = evidenceIn(result);
    // A test that is skipped because the lie is already caught has no evidence; a blocked one has.
    if (lie === undefined || (evidence === undefined && result.status === 'skipped')) return;
    const { shown } = titlesOf(test);
    this.#tried.push({
      lie,
      test: shown,
      findings: (evidence?.findings ?? []).map(({ requirement, judgement, gaps = [], at }) => ({
        requirement,
        judgement,
        ...(gaps.length > 0 && { gaps }),
        ...(at !== undefined && { at }),
      })),
      blocked: (evidence?.blocked ?? []).map(({ reason }) => reason),
      errors:
        evidence === undefined ? [`"${shown}" ended without evidence`] : [evidence.suiteError ?? []].flat(),
    });
  }

  onError({ message, value }: TestError): void {
    const errors = [message ?? value ?? 'unknown error'];
    this.#tried.push({ lie: '', test: '', findings: [], blocked: [], errors });
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    writeFileSync(triedFile(this.#file), JSON.stringify(this.#tried));
    return { status: status === 'interrupted' ? status : 'passed' };
  }
}
