import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConformanceReport } from '../report/conformance-report.js';

/** A run of the suite as its user starts it, in a process and a report folder of its own. */
export interface ConformanceRun {
  /** Null where a signal ended it, as after its time. */
  readonly exitCode: number | null;
  /** Standard output and standard error. */
  readonly output: string;
  readonly milliseconds: number;
  /** Undefined where the run ended before it wrote one. */
  readonly report: ConformanceReport | undefined;
}

/** Milliseconds after which a run is ended: none that the project starts itself takes as long. */
const atMost = 220_000;

const root = new URL('../..', import.meta.url).pathname;

/**
 * Runs the suite.
 * @param settings the only TARGET_ and CONFORMANCE_ variables that the run sees; none starts the embedded sandbox
 * @param folder where the run writes its reports
 * @param args what a user would write behind `npm run conformance --`
 * @param signal ends the run
 */
export async function runConformance(
  settings: Readonly<Record<string, string>>,
  folder: string,
  args: readonly string[] = [],
  signal?: AbortSignal,
): Promise<ConformanceRun> {
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/conformance.ts', ...args], {
    cwd: root,
    env: { ...inherited(), ...settings, CONFORMANCE_REPORTS: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: atMost,
    ...(signal === undefined ? {} : { signal }),
  });
  // That it was ended shows in its exit code.
  child.on('error', () => {});
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => chunks.push(String(data)));
  const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const milliseconds = performance.now() - start;
  const file = join(folder, 'conformance.json');
  return {
    exitCode,
    output: chunks.join(''),
    milliseconds,
    report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined,
  };
}

/** This process may be a Playwright worker with settings of its own; the run must see none of them. */
function inherited(): NodeJS.ProcessEnv {
  const own = /^(TARGET_|CONFORMANCE_|TEST_|PW_|PLAYWRIGHT_|NODE_OPTIONS$|FORCE_COLOR$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}
