import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { loadTarget } from '../../contract/mapping/file/read-target-file.js';
import { targetFilePath } from '../../contract/mapping/file/target-file.js';
import {
  againstFolder,
  reportsFolder,
  requestedReports,
  urlVariable,
  withSettingsFile,
} from '../../target/environment.js';
import { freeFolder } from '../../target/folders/run-folder.js';
import { parentVariable } from '../../target/processes/ends-with-parent.js';
import { seedIn } from '../../target/run/seed.js';
import { readSettings, SettingsError } from '../../target/settings.js';
import { compareCommand } from '../commands/compare-command.js';
import type { AskedRun, Terminal } from '../program.js';
import { contractProblem } from './contract-problem.js';

/** The exit codes of a run and of a comparison, the worst first. */
const worstFirst = [2, 1, 3, 0];

/**
 * Runs the suite against two targets, one after the other and with the same seed, and compares the runs. The second one
 * writes its reports to a folder of its own. An interrupted run, and one that says nothing about its target, ends
 * everything.
 * @param asked the first run, and the name of the other target in `against`
 * @returns 2 if one of the targets could not be tested, otherwise the worst exit code of the runs and the comparison
 */
export async function runAgainst(
  asked: AskedRun & { readonly against: string },
  {
    workingFolder,
    environment,
    print,
    complain,
  }: Pick<Terminal, 'workingFolder' | 'environment' | 'print' | 'complain'>,
): Promise<number> {
  const refuse = (sentence: string) => {
    complain(sentence);
    return 2;
  };
  if (environment.TARGET_URL || environment[urlVariable])
    return refuse(
      `${environment.TARGET_URL ? 'TARGET_URL' : urlVariable} is set in the environment, so both runs would test the same service: set TARGET_URL in the .env file of each target.`,
    );
  // An address on the command line is that of the first target.
  const second = { TARGET_NAME: asked.against, [urlVariable]: '' };
  const problem = problemOf(asked.against, { ...environment, ...second }, workingFolder);
  if (problem !== undefined) return refuse(problem);
  const requested = [reportsFolder(environment), againstFolder(environment)] as const;
  // Known beforehand, because the comparison reads what the runs write.
  const folders = requested.map(freeFolder);
  // Without this, each run would choose a seed.
  const common = { CONFORMANCE_SEED: String(seedIn(environment)), ...asked.environment };
  const codes: number[] = [];
  for (const [index, folder] of folders.entries()) {
    const isSecond = index === 1;
    const own = isSecond ? second : {};
    const args = isSecond ? asked.playwrightArguments.map(apart) : asked.playwrightArguments;
    print(
      `${isSecond ? 'B' : 'A'}         ${nameOf({ ...environment, ...common, ...own })}, reports in ${folder}`,
    );
    const { code, wasInterrupted } = await runOnce(['run', '--', ...args], {
      ...environment,
      ...common,
      ...own,
      CONFORMANCE_REPORTS: folder,
      [requestedReports]: requested[index],
    });
    if (wasInterrupted || code === 2) return code;
    codes.push(code);
  }
  const [a, b] = folders.map((folder) => join(folder, 'conformance.json')) as [string, string];
  print('');
  codes.push(compareCommand({ a, b }, { print, complain }));
  return worstFirst.find((code) => codes.includes(code)) ?? 2;
}

/**
 * Checks the settings and the file of the second target, before the first run takes its time.
 * @returns why the target can't be tested, in one sentence; undefined if they are in order
 */
function problemOf(name: string, environment: NodeJS.ProcessEnv, folder: string): string | undefined {
  try {
    seedIn(environment);
    readSettings(withSettingsFile(environment, folder));
    const file = targetFilePath(name, folder);
    if (file !== undefined) loadTarget(file);
    return undefined;
  } catch (error) {
    if (error instanceof SettingsError && error.setting === '--target')
      return `--against ${name} needs a file .env.${name} in ${folder}, with at least TARGET_URL and TARGET_API_KEY.`;
    if (error instanceof SettingsError)
      return `${error.setting.startsWith('TARGET_') ? `--against ${name}: ` : ''}${error.message}`;
    const problem = contractProblem(error);
    if (problem === undefined) throw error;
    return problem;
  }
}

function nameOf({ TARGET_NAME: name, [urlVariable]: url }: NodeJS.ProcessEnv): string {
  return name || url || 'the target of .env, or the embedded sandbox';
}

/** The artifacts of the second run must not replace those of the first. */
function apart(argument: string): string {
  return argument.startsWith('--output=') ? join(argument, 'against') : argument;
}

/** Runs a command of this program in its own process, which reads the contract of its own target. */
async function runOnce(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly code: number; readonly wasInterrupted: boolean }> {
  const [, program = ''] = process.argv;
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
    stdio: 'inherit',
    env: { ...environment, [parentVariable]: String(process.pid) },
  });
  let wasInterrupted = false;
  const stop = (signal: NodeJS.Signals) => {
    wasInterrupted = true;
    // Ctrl-C in a terminal reaches the child without this process.
    if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  process.off('SIGINT', stop).off('SIGTERM', stop);
  return { code: code ?? 2, wasInterrupted };
}
