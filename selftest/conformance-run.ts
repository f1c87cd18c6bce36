import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { type ConformanceRun, runConformance as start } from '#testing/started-command';
import type { ConformanceReport } from '../src/report/data/conformance-report.js';

/** A run of the suite that wrote its reports below the folder of the test that started it. */
export interface ReportedRun extends ConformanceRun {
  readonly folder: string;
  readonly report: ConformanceReport;
}

/**
 * Runs the suite, and expects it to leave a report.
 * @param settings the only TARGET_ and CONFORMANCE_ variables of the run; without any it starts the embedded sandbox
 * @param args the arguments that a user would write after `npm run conformance --`
 */
export async function runConformance(
  settings: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<ReportedRun> {
  const folder = test.info().outputPath('reports');
  // Most of these runs are short and run in parallel with other tests: loading the suite in more workers would take
  // longer.
  const few = args.includes('--workers') ? [] : ['--workers', '1'];
  const run = await start(settings, folder, [...few, ...args]);
  expect(run.report, run.output).toBeDefined();
  return { ...run, folder, report: run.report as ConformanceReport };
}

/** The output folder of the sample proof, for the tests that follow it. */
export const sampleFolder = join(fileURLToPath(new URL('..', import.meta.url)), 'reports/selftest/proof');

/** The folder in it with the run of the whole suite against the clean sandbox. */
export const cleanRunFolder = join(sampleFolder, 'clean-sandbox');
