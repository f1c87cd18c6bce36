import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from '@playwright/test';
import type { ConformanceReport } from '../src/report/conformance-report.js';

/** A run of the suite as its user starts it, in a process and a report folder of its own. */
export interface ConformanceRun {
  readonly exitCode: number;
  /** Standard output and standard error. */
  readonly output: string;
  readonly milliseconds: number;
  /** Where the run wrote its reports. */
  readonly folder: string;
  readonly report: ConformanceReport;
}

const root = new URL('..', import.meta.url).pathname;

/**
 * Runs the suite.
 * @param settings the only TARGET_ and CONFORMANCE_ variables that the run sees; none starts the embedded sandbox
 * @param args what a user would write behind `npm run conformance --`
 */
export async function runConformance(
  settings: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<ConformanceRun> {
  const folder = test.info().outputPath('reports');
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/conformance.ts', ...args], {
    cwd: root,
    env: { ...inherited(), ...settings, CONFORMANCE_REPORTS: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => chunks.push(String(data)));
  const exitCode = await new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? -1)));
  const milliseconds = performance.now() - start;
  const report: ConformanceReport = JSON.parse(await readFile(join(folder, 'conformance.json'), 'utf8'));
  return { exitCode, output: chunks.join(''), milliseconds, folder, report };
}

/** This process is a Playwright worker with settings of its own; the run must see neither. */
function inherited(): NodeJS.ProcessEnv {
  const own = /^(TARGET_|CONFORMANCE_|TEST_|PW_|PLAYWRIGHT_|NODE_OPTIONS$|FORCE_COLOR$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}
