import { writeFileSync } from 'node:fs';
import type { FullResult, Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { meetingAnnotation, requirementAnnotation } from '../requirements/covers.js';
import { restoresFailures } from '../verdicts/evidence.js';
import { falseAlarmsIn, type Tried } from './detection.js';
import { type Exercise, type ExercisedTest, exerciseVariable } from './exercised-test.js';
import { evidenceIn, titlesOf } from './tried-test.js';

/** Notes what each test of the suite does on a clean sandbox, where nothing may be found. */
export default class ExerciseReporter implements Reporter {
  readonly #tests: ExercisedTest[] = [];
  readonly #tried: Tried[] = [];
  readonly #errors: string[] = [];

  constructor() {
    process.env[restoresFailures] = '1';
  }

  printsToStdio(): boolean {
    return true;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    test.expectedStatus = 'passed';
    const { file, titles, shown } = titlesOf(test);
    const evidence = evidenceIn(result);
    if (evidence === undefined || evidence.suiteError !== undefined) {
      this.#errors.push(
        `the clean sandbox: ${evidence?.suiteError ?? `"${shown}" ended ${result.status} without evidence`}`,
      );
      return;
    }
    const twin = this.#tests.find((each) => JSON.stringify(each.titles) === JSON.stringify(titles));
    if (twin !== undefined)
      this.#errors.push(`"${shown}" has the titles of a test in ${twin.file}: a proof can't tell them apart`);
    const named = (type: string) =>
      test.annotations.filter((each) => each.type === type).map(({ description = '' }) => description);
    this.#tests.push({
      file,
      titles,
      covers: named(requirementAnnotation),
      mayMeet: named(meetingAnnotation),
      verified: Object.keys(evidence.verified),
      called: Object.fromEntries(
        Object.entries(evidence.operations).map(([id, statuses]) => [id, sumOf(Object.values(statuses))]),
      ),
    });
    this.#tried.push({ test: shown, evidence });
  }

  onError({ message, value }: TestError): void {
    this.#errors.push(message ?? value ?? 'unknown error');
  }

  async onEnd(_result: FullResult): Promise<{ status: FullResult['status'] }> {
    const exercise: Exercise = {
      tests: this.#tests,
      falseAlarms: falseAlarmsIn(this.#tried),
      errors: this.#errors,
    };
    writeFileSync(process.env[exerciseVariable] ?? '', JSON.stringify(exercise));
    return { status: 'passed' };
  }
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
