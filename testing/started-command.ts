import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { programArguments, suiteFolder } from '../src/contract/documents/folders.js';
import type { ConformanceReport } from '../src/report/data/conformance-report.js';
import { settingsFileVariable } from '../src/target/environment.js';

/** The outcome of a project command that ran in a separate process. */
interface EndedCommand {
  /** Null if a signal ended it, for example after the timeout. */
  readonly exitCode: number | null;
  /** Standard output and standard error. */
  readonly output: string;
  readonly milliseconds: number;
}

/** A run of the suite as users start it, in a separate process and report folder. */
export interface ConformanceRun extends EndedCommand {
  /** Undefined if the run ended before it wrote a report. */
  readonly report: ConformanceReport | undefined;
}

/**
 * Milliseconds of silence after which a run has hung, because it prints its progress. Its total duration shows nothing:
 * that depends on what else the machine is doing.
 */
const runPatience = 300_000;

/**
 * Runs the suite.
 * @param settings the only TARGET_ and CONFORMANCE_ variables of the run; without any it starts the embedded sandbox
 * @param folder of the run; what all runs share is next to it, in `home`
 * @param args the arguments that a user would write after `npm run conformance --`
 * @param signal ends the run
 */
export async function runConformance(
  settings: Readonly<Record<string, string>>,
  folder: string,
  args: readonly string[] = [],
  signal?: AbortSignal,
): Promise<ConformanceRun> {
  // A user's known failures don't apply to a run that the project starts itself.
  const environment = { CONFORMANCE_KNOWN_FAILURES: 'none', ...settings };
  const command = [...programArguments('src/cli/main'), 'run', '--output', resolve(folder), ...args];
  rmSync(folder, { recursive: true, force: true });
  const ended = await run(process.execPath, command, environment, homeOf(folder), runPatience, signal);
  const file = join(folder, 'conformance.json');
  return { ...ended, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined };
}

/**
 * Runs a command of the project, and captures its output.
 * @param args its program, such as `src/cli/main`, and the arguments that a user would write after `npm run NAME --`
 * @param environment the only TARGET_ and CONFORMANCE_ variables that it gets
 * @param patience milliseconds of silence after which it is ended
 * @param signal ends it
 * @param cwd the folder in which it runs
 */
export function runCommand(
  [program = '', ...args]: readonly string[],
  environment: Readonly<Record<string, string>>,
  patience: number,
  signal?: AbortSignal,
  cwd: string = suiteFolder,
): Promise<EndedCommand> {
  return run(process.execPath, [...programArguments(program), ...args], environment, cwd, patience, signal);
}

/** The folder, next to that of a run, in which the run is started: it has what all runs share. */
export function homeOf(folder: string): string {
  const home = join(dirname(folder), 'home');
  mkdirSync(home, { recursive: true });
  return home;
}

/**
 * Runs a line in a shell in the project's root, as a user would type it there, and captures its output.
 * @param environment the only TARGET_ and CONFORMANCE_ variables that it gets
 */
export function runLine(line: string, environment: Readonly<Record<string, string>>): Promise<EndedCommand> {
  return run('sh', ['-c', line], environment, suiteFolder, runPatience);
}

async function run(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  cwd: string,
  patience: number,
  signal?: AbortSignal,
): Promise<EndedCommand> {
  const start = performance.now();
  const child = spawn(program, args, {
    cwd,
    env: { ...inherited(), [settingsFileVariable]: 'none', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  // An aborted process reports an error here; its exit code already says so.
  child.on('error', () => {});
  const timer = setTimeout(() => child.kill(), patience);
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      chunks.push(String(data));
      timer.refresh();
    });
  const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  return { exitCode, output: chunks.join(''), milliseconds: performance.now() - start };
}

/**
 * The environment without settings. This process may be a Playwright worker with other settings, or a step of a CI job: the command must not inherit
 * them.
 */
export function inherited(): NodeJS.ProcessEnv {
  const own = /^(TARGET_|CONFORMANCE_|TEST_|PW_|PLAYWRIGHT_|NODE_OPTIONS$|FORCE_COLOR$|GITHUB_STEP_SUMMARY$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}
