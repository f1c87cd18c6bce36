import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { reportsFolder } from '../report/reports-folder.js';
import { type Plan, planVariable } from './plan.js';

/** The suite, run in parts against sandboxes of which each has one fault. */
const root = join(import.meta.dirname, '../..');
const plan: Plan = JSON.parse(readFileSync(process.env[planVariable] ?? '', 'utf8'));
const files = new Set(plan.runs.flatMap(({ tests }) => tests.map(({ file }) => join(root, 'specs', file))));

export default defineConfig({
  testDir: join(root, 'specs'),
  testMatch: [...files],
  outputDir: resolve(root, reportsFolder(process.env), 'proof-artifacts'),
  fullyParallel: true,
  retries: 0,
  timeout: 60_000,
  workers: '100%',
  use: { trace: 'off' },
  reporter: [[join(import.meta.dirname, 'detection-reporter.ts')]],
});
