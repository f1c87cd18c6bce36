import { readFileSync, writeFileSync } from 'node:fs';
import type { FullResult, Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import {
  type ExercisedTest,
  type Plan,
  planVariable,
  runNamedIn,
  titleInSpec,
} from '../../fixtures/planted-tests.js';
import { sourceOfSpec } from '../../src/contract/documents/folders.js';
import { meetingAnnotation, requirementAnnotation } from '../../src/contract/requirements/covers.js';
import {
  type Evidence,
  evidenceAttachment,
  type Finding,
  restoresFailures,
} from '../../src/verdicts/finding.js';

/** Environment variable with the file for what the tests of a run show. */
export const observedVariable = 'CONFORMANCE_PROOF_EXERCISE';

/** What one test showed, of the clean sandbox or of an altered one. */
export interface ObservedTest extends ExercisedTest {
  /** What its sandbox does otherwise, by its id. */
  readonly alteration?: string;
  /** Its file and its titles, in one line. */
  readonly name: string;
  readonly findings: readonly Pick<Finding, 'requirement' | 'judgement' | 'gaps' | 'at'>[];
  readonly blocked: Evidence['blocked'];
  readonly inapplicable: Evidence['inapplicable'];
}

/** Everything that a run showed. */
export interface Observed {
  readonly tests: readonly ObservedTest[];
  /** Mistakes of the suite. */
  readonly errors: readonly string[];
}

/** Notes what each test shows. In a run of the whole suite, another reporter makes the verdict. */
export default class ObservingReporter implements Reporter {
  readonly #plan: Plan | undefined;
  readonly #observed: ObservedTest[] = [];
  readonly #errors: string[] = [];

  constructor() {
    const file = process.env[planVariable];
    if (file === undefined) return;
    this.#plan = JSON.parse(readFileSync(file, 'utf8'));
    process.env[restoresFailures] = '1';
  }

  printsToStdio(): boolean {
    return this.#plan !== undefined;
  }

  onTestEnd(test: TestCase, { attachments, status }: TestResult): void {
    if (this.#plan !== undefined) test.expectedStatus = 'passed';
    const [, , loaded = '', ...numbered] = test.titlePath();
    const [file, titles] = [sourceOfSpec(loaded), numbered.map(titleInSpec)];
    const name = [file, ...titles].join(' › ');
    const body = attachments.find((each) => each.name === evidenceAttachment.name)?.body;
    if (body === undefined) {
      // A test that is skipped because another one has told the alteration has no evidence.
      if (status !== 'skipped') this.#errors.push(`"${name}" ended ${status} without evidence`);
      return;
    }
    const evidence: Evidence = JSON.parse(body.toString('utf8'));
    const named = (type: string) =>
      test.annotations.filter((each) => each.type === type).map(({ description = '' }) => description);
    const alteration = this.#plan?.runs[runNamedIn(test.title)]?.alteration;
    if (evidence.suiteError !== undefined) this.#errors.push(`${alteration}: ${evidence.suiteError}`);
    this.#observed.push({
      alteration,
      name,
      file,
      titles,
      covers: named(requirementAnnotation),
      mayMeet: named(meetingAnnotation),
      verified: Object.keys(evidence.verified),
      called: evidence.operations,
      findings: evidence.findings.map(({ requirement, judgement, gaps, at }) => {
        return { requirement, judgement, gaps, at };
      }),
      blocked: evidence.blocked,
      inapplicable: evidence.inapplicable,
    });
  }

  onError({ message, value }: TestError): void {
    this.#errors.push(message ?? value ?? 'unknown error');
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] } | undefined> {
    const observed: Observed = { tests: this.#observed, errors: this.#errors };
    writeFileSync(process.env[observedVariable] ?? '', JSON.stringify(observed));
    if (this.#plan === undefined) return undefined;
    return { status: status === 'interrupted' ? status : 'passed' };
  }
}
