import { spawnSync } from 'node:child_process';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FullConfig, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { standardOutput } from '../src/report/terminal/terminal.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The environment variable with the seed of the project's own tests: of values that laws draw, and planted faults. */
export const seedVariable = 'PROOF_SEED';

/**
 * The seed that follows from the last commit: each commit draws different values and plants different faults. Changes
 * that are not committed yet have the seed of the commit before them; without git, the seed is 1.
 */
export function seedOfCommit(folder = root): string {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' });
  const [beginning] = /^[\da-f]{7}/.exec(stdout ?? '') ?? [];
  return beginning === undefined ? '1' : String(Number.parseInt(beginning, 16));
}

/** The type of annotations with the command that repeats what a test chose by the seed. */
export const repeatAnnotation = 'repeat';

/** Prints the seed of a run, what the tests chose by it and, if tests fail, the command that repeats them. */
export default class SeedReporter implements Reporter {
  readonly #seed = process.env[seedVariable] ?? '';
  readonly #chosen: string[] = [];
  readonly #failed = new Set<string>();
  #root = root;

  printsToStdio(): boolean {
    return true;
  }

  onBegin({ rootDir }: FullConfig): void {
    this.#root = rootDir;
    standardOutput.say(`Seed ${this.#seed}`);
  }

  onTestEnd(test: TestCase, { annotations }: TestResult): void {
    for (const { type, description = '' } of annotations)
      if (type === repeatAnnotation) this.#chosen.push(description);
    if (test.outcome() === 'unexpected')
      // The built unit tests are at the same places as their sources.
      this.#failed.add(relative(this.#root, test.location.file));
  }

  onEnd(): void {
    for (const command of this.#chosen) standardOutput.say(`Chosen by the seed: ${command}`);
    if (this.#failed.size === 0) return;
    const files = [...this.#failed].map((file) => file.replace(/\.js$/, '.ts'));
    standardOutput.say(
      `Repeat with the same seed: ${seedVariable}=${this.#seed} npx playwright test -c selftest ${files.join(' ')}`,
    );
  }
}
