import { spawnSync } from 'node:child_process';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestCase } from '@playwright/test/reporter';
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

/** A test that failed: the project of the configuration that it belongs to, and its file. */
interface FailedTest {
  readonly project: string;
  readonly file: string;
}

/** The commands that repeat failed tests with the same seed. */
export function repeatingCommands(failed: readonly FailedTest[], seed: string): readonly string[] {
  const files = failed.filter(({ project }) => project !== 'proof').map(({ file }) => file);
  return [
    ...(failed.length === files.length ? [] : [`npm run prove -- --sample ${seed}`]),
    ...(files.length === 0
      ? []
      : [`${seedVariable}=${seed} npx playwright test -c selftest ${[...new Set(files)].join(' ')}`]),
  ];
}

/** Prints the seed of a run and, if tests fail, the commands that repeat them with the same seed. */
export default class SeedReporter implements Reporter {
  readonly #seed = process.env[seedVariable] ?? '';
  readonly #failed: FailedTest[] = [];

  printsToStdio(): boolean {
    return true;
  }

  onBegin(): void {
    standardOutput.say(`Seed ${this.#seed}`);
  }

  onTestEnd(test: TestCase): void {
    const { location, parent } = test;
    if (test.outcome() !== 'unexpected') return;
    this.#failed.push({ project: parent.project()?.name ?? '', file: relative(root, location.file) });
  }

  onEnd(): void {
    const commands = repeatingCommands(this.#failed, this.#seed);
    for (const command of commands) standardOutput.say(`Repeat with the same seed: ${command}`);
  }
}
