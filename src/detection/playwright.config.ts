import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { reportsFolder } from '../report/reports-folder.js';
import { type Plan, planVariable } from './plan.js';

/** The whole suite against a clean sandbox; with a plan, parts of it against sandboxes of which each has one fault. */
const root = join(import.meta.dirname, '../..');
const { [planVariable]: file } = process.env;
const plan: Plan | undefined = file === undefined ? undefined : JSON.parse(readFileSync(file, 'utf8'));

export default defineConfig({
  testDir: join(root, 'specs'),
  ...(plan === undefined ? {} : { testMatch: filesIn(plan) }),
  outputDir: resolve(root, reportsFolder(process.env), 'proof-artifacts'),
  fullyParallel: true,
  retries: 0,
  timeout: 60_000,
  workers: '100%',
  use: { trace: 'off' },
  reporter: [
    [join(import.meta.dirname, plan === undefined ? 'exercise-reporter.ts' : 'detection-reporter.ts')],
  ],
});

function filesIn({ exercise, runs }: Plan): string[] {
  const numbers = new Set(runs.flatMap(({ needed, further }) => [...needed, ...further]));
  return exercise.tests
    .filter((_test, number) => numbers.has(number))
    .map(({ file }) => join(root, 'specs', file));
}
