import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import { standardError } from '../terminal/terminal.js';
import { isRunAgain } from './ended-test.js';

/** What `playwright merge-reports` reads from the blobs of a run's shards. */
export interface Shards {
  readonly metadata: FullConfig['metadata'];
  readonly suite: Suite;
  readonly ended: readonly (readonly [TestCase, TestResult])[];
  readonly errors: readonly TestError[];
}

/** Gives the verdict of a run whose shards Playwright merges. */
export default class MergeReporter implements Reporter {
  readonly #ended: [TestCase, TestResult][] = [];
  readonly #errors: TestError[] = [];
  #merged: Pick<Shards, 'metadata' | 'suite'> | undefined;
  #finish = () => {};

  printsToStdio(): boolean {
    return true;
  }

  onBegin({ metadata }: FullConfig, suite: Suite): void {
    this.#merged = { metadata, suite };
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (!isRunAgain(test, result)) this.#ended.push([test, result]);
  }

  onError(error: TestError): void {
    this.#errors.push(error);
  }

  async onEnd({ duration }: FullResult): Promise<void> {
    if (this.#merged === undefined) return;
    const shards: Shards = { ...this.#merged, ended: this.#ended, errors: this.#errors };
    const [first] = Object.values(shards.metadata).flatMap((each) => Object(each).target?.name ?? []);
    // The contract of this target is read when a module imports it.
    process.env.TARGET_NAME = String(first ?? '');
    try {
      const { reportMerged } = await import('./merged-shards.js');
      const { exitCode, finish } = await reportMerged(shards, duration);
      this.#finish = finish;
      // Playwright itself only knows 0 and 1.
      process.once('exit', () => {
        process.exitCode = exitCode;
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      standardError.say(
        `Verdict   nothing can be said (exit 2): The shards can't be merged: ${reason.replace(/\.$/, '')}.`,
      );
      // At once, so that no other reporter replaces what an earlier run wrote.
      process.exit(2);
    }
  }

  /** At this point, Playwright's reports are written, so that nothing comes after the verdict. */
  async onExit(): Promise<void> {
    this.#finish();
  }
}
