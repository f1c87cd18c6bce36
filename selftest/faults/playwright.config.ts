import { readFileSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { type Plan, planVariable } from '../../fixtures/planted-tests.js';
import { specPattern, specsFolder } from '../../src/contract/documents/folders.js';
import { endWithParent } from '../../src/target/processes/ends-with-parent.js';
import { beginRun, isWorkerOfRun } from '../../src/target/run/run.js';
import { testChoiceIn } from '../../src/target/run/test-choice.js';

const isWorker = isWorkerOfRun(process.env);
endWithParent(process.env, isWorker);
// All its merchants are made for it: no name that it generates can be anybody else's.
process.env.CONFORMANCE_RUN_PREFIX = 'ct-alone-';
if (!isWorker) beginRun(process.env, testChoiceIn([]));

/** Runs the parts of the suite that a plan chooses against altered sandboxes. */
const plan: Plan = JSON.parse(readFileSync(process.env[planVariable] ?? '', 'utf8'));

export default defineConfig({
  testDir: specsFolder,
  testMatch: filesIn(plan),
  fullyParallel: true,
  retries: 0,
  timeout: 60_000,
  // Some tests wait long for what a fault keeps from coming. For a few runs, a third worker isn't worth its start.
  workers: plan.runs.length > 30 ? '150%' : 2,
  use: { trace: 'off' },
});

function filesIn({ tests, runs }: Plan): string[] {
  const numbers = new Set(runs.flatMap((run) => run.tests));
  return tests.filter((_, number) => numbers.has(number)).map(({ file }) => specPattern(file));
}
