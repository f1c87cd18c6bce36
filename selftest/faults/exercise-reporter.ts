import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import type { ExercisedTest } from '../../fixtures/planted-tests.js';
import { meetingAnnotation, requirementAnnotation } from '../../src/contract/requirements/covers.js';
import { evidenceIn, titlesOf } from './detection-reporter.js';
import { exerciseVariable } from './plan.js';

/** Notes what each test of a run does, in addition to the reporter that makes the verdict. */
export default class ExerciseReporter implements Reporter {
  readonly #tests: ExercisedTest[] = [];

  printsToStdio(): boolean {
    return false;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const { file, titles, shown } = titlesOf(test);
    const evidence = evidenceIn(result);
    // The verdict of the run reports tests that ended without evidence.
    if (evidence === undefined) return;
    const twin = this.#tests.find((each) => JSON.stringify(each.titles) === JSON.stringify(titles));
    if (twin !== undefined)
      throw new Error(`"${shown}" has the titles of a test in ${twin.file}: a proof can't distinguish them.`);
    const named = (type: string) =>
      test.annotations.filter((each) => each.type === type).map(({ description = '' }) => description);
    const isClean = evidence.findings.length + evidence.blocked.length === 0;
    this.#tests.push({
      isClean,
      file,
      titles,
      covers: named(requirementAnnotation),
      mayMeet: named(meetingAnnotation),
      verified: Object.keys(evidence.verified),
      statuses: Object.fromEntries(
        Object.entries(evidence.operations).map(([id, statuses]) => [id, Object.keys(statuses)]),
      ),
      called: Object.fromEntries(
        Object.entries(evidence.operations).map(([id, statuses]) => [
          id,
          Object.values(statuses).reduce((sum, count) => sum + count, 0),
        ]),
      ),
    });
  }

  async onEnd(): Promise<void> {
    writeFileSync(process.env[exerciseVariable] ?? '', JSON.stringify(this.#tests));
  }
}
