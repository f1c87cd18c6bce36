import { readFileSync, writeFileSync } from 'node:fs';
import type { FullResult, Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { type Plan, planVariable, runNamedIn } from '../../fixtures/planted-tests.js';
import { restoresFailures } from '../../src/verdicts/finding.js';
import type { Tried } from './alterations.js';
import { evidenceIn, titlesOf } from './detection-reporter.js';

/** The file in which the results of a plan's tests are written. */
export function triedFile(planFile: string): string {
  return `${planFile}.tried`;
}

/** Notes what each test finds in the altered sandboxes; `prove-alterations.ts` judges it. */
export default class AlterationReporter implements Reporter {
  readonly #file = process.env[planVariable] ?? '';
  readonly #plan: Plan = JSON.parse(readFileSync(this.#file, 'utf8'));
  readonly #tried: Tried[] = [];

  constructor() {
    process.env[restoresFailures] = '1';
  }

  printsToStdio(): boolean {
    return true;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    test.expectedStatus = 'passed';
    const index = runNamedIn(test.title);
    const { alteration } = this.#plan.runs[index] ?? {};
    const evidence = evidenceIn(result);
    // A test that is skipped because the alteration is already caught has no evidence; a blocked one has.
    if (alteration === undefined || (evidence === undefined && result.status === 'skipped')) return;
    const { shown } = titlesOf(test);
    this.#tried.push({
      alteration,
      test: shown,
      findings: (evidence?.findings ?? []).map(({ requirement, judgement, gaps, at }) => {
        return { requirement, judgement, gaps, at };
      }),
      blocked: (evidence?.blocked ?? []).map(({ reason }) => reason),
      errors:
        evidence === undefined ? [`"${shown}" ended without evidence`] : [evidence.suiteError ?? []].flat(),
    });
  }

  onError({ message, value }: TestError): void {
    const errors = [message ?? value ?? 'unknown error'];
    this.#tried.push({ alteration: '', test: '', findings: [], blocked: [], errors });
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    writeFileSync(triedFile(this.#file), JSON.stringify(this.#tried));
    return { status: status === 'interrupted' ? status : 'passed' };
  }
}
