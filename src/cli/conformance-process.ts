import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConformanceReport } from '../report/conformance-report.js';
import { settingsFileVariable } from '../target/environment.js';

/** A command of the project that ran in a process of its own. */
export interface EndedCommand {
  /** Null where a signal ended it, as after its time. */
  readonly exitCode: number | null;
  /** Standard output and standard error. */
  readonly output: string;
  readonly milliseconds: number;
}

/** A run of the suite as its user starts it, in a process and a report folder of its own. */
export interface ConformanceRun extends EndedCommand {
  /** Undefined where the run ended before it wrote one. */
  readonly report: ConformanceReport | undefined;
}

/** How long a command may take: from its start, or since it last printed something. */
interface Patience {
  readonly milliseconds: number;
  readonly since: 'start' | 'output';
}

/**
 * A run tells of its progress as long as it makes any: one that is silent for so long hangs. How long a run takes from its
 * start says nothing, as that depends on what else the machine does.
 */
const runPatience: Patience = { milliseconds: 300_000, since: 'output' };

const root = fileURLToPath(new URL('../..', import.meta.url));

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
  // What is known to fail on somebody's target is no concern of a run that the project starts itself.
  const environment = { CONFORMANCE_KNOWN_FAILURES: 'none', ...settings, CONFORMANCE_REPORTS: folder };
  const command = ['--import', 'tsx', 'src/cli/main.ts', 'run', ...args];
  const ended = await run(process.execPath, command, environment, runPatience, signal);
  const file = join(folder, 'conformance.json');
  return { ...ended, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined };
}

/**
 * Runs a command of the project, and keeps what it prints.
 * @param args its file, and what a user would write behind `npm run NAME --`
 * @param environment the only TARGET_ and CONFORMANCE_ variables that it sees
 * @param timeout milliseconds after which it is ended
 * @param signal ends it
 */
export function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  timeout: number,
  signal?: AbortSignal,
): Promise<EndedCommand> {
  const patience: Patience = { milliseconds: timeout, since: 'start' };
  return run(process.execPath, ['--import', 'tsx', ...args], environment, patience, signal);
}

/**
 * Runs a line in a shell at the top of the project, as a user types it there, and keeps what it prints.
 * @param environment the only TARGET_ and CONFORMANCE_ variables that it sees
 */
export function runLine(line: string, environment: Readonly<Record<string, string>>): Promise<EndedCommand> {
  return run('sh', ['-c', line], environment, runPatience);
}

async function run(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  patience: Patience,
  signal?: AbortSignal,
): Promise<EndedCommand> {
  const start = performance.now();
  const child = spawn(program, args, {
    cwd: root,
    env: { ...inherited(), [settingsFileVariable]: 'none', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal === undefined ? {} : { signal }),
  });
  // That it was ended shows in its exit code.
  child.on('error', () => {});
  const timer = setTimeout(() => child.kill(), patience.milliseconds);
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      chunks.push(String(data));
      if (patience.since === 'output') timer.refresh();
    });
  const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  return { exitCode, output: chunks.join(''), milliseconds: performance.now() - start };
}

/** This process may be a Playwright worker with settings of its own, or a step of a CI job: the command must see none of that. */
function inherited(): NodeJS.ProcessEnv {
  const own = /^(TARGET_|CONFORMANCE_|TEST_|PW_|PLAYWRIGHT_|NODE_OPTIONS$|FORCE_COLOR$|GITHUB_STEP_SUMMARY$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}
