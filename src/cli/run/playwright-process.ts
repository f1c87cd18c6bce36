import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { isPackage, moduleFile, sourceFile, workingFolder } from '../../contract/documents/folders.js';
import { parentVariable } from '../../target/processes/ends-with-parent.js';

/**
 * An option of Node.js: little of what a run allocates lives longer than an exchange, and with room for that, a run takes a
 * tenth less of the processor.
 */
const roomForExchanges = '--max-semi-space-size=32';

/** The file of a module of the suite, by its name, such as `sandbox/main`. */
type FileOf = (name: string) => string;

/**
 * A command of Playwright with the suite as this process has it, as JavaScript or as the sources; options that follow the
 * sources get the sources.
 * @param args of the command, given the files of the modules that it loads by their path
 * @param environment its environment, except for the variables that say how the suite is loaded
 */
function playwrightCommand(args: (fileOf: FileOf) => readonly string[], environment: NodeJS.ProcessEnv) {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  // With these options, Playwright watches the sources, or compares their names with those of changed files.
  const followsSources = args(moduleFile).some((each) => /^--(?:ui|only-changed)/.test(each));
  const given = args(followsSources && !isPackage ? sourceFile : moduleFile);
  const optionOf = (option: string) =>
    given.find((each) => each.startsWith(option))?.slice(option.length) ?? '';
  const [config, reporters] = [optionOf('--config='), optionOf('--reporter=')];
  const isOthers = (reporter: string) => /[./\\]/.test(reporter) && !reporter.startsWith(dirname(config));
  const isJavaScript = config.endsWith('.js') && !reporters.split(',').some(isOthers);
  return {
    args: [cli, ...given],
    env: {
      // By default, these reports are in the folder of the configuration, which may be that of the bundle.
      PLAYWRIGHT_JSON_OUTPUT_DIR: workingFolder,
      PLAYWRIGHT_JUNIT_OUTPUT_DIR: workingFolder,
      ...environment,
      // Playwright's loader of TypeScript takes a third of the time until the first test, even with nothing to compile.
      PW_DISABLE_TS_ESM: isJavaScript ? '1' : undefined,
      NODE_OPTIONS: `${roomForExchanges} ${environment.NODE_OPTIONS ?? ''}`,
    },
  };
}

interface PlaywrightOptions {
  /** The command of Playwright. Default: `test`. */
  readonly command?: 'merge-reports';
  readonly cwd?: string;
}

/**
 * Milliseconds that a run has for its verdict after SIGTERM: who sends it often waits for ten seconds, as Docker does, and
 * making a report of the evidence takes three.
 */
const patience = 5_000;

/**
 * Runs Playwright in the terminal of this process, and ends it together with this process.
 * @param args its arguments, given the files of the modules that it loads by their path
 * @param given its environment, except for the variables that say how the suite is loaded
 * @returns its exit code, null if a signal ended it, and the id that its process had; and whether it was stopped or
 *   killed, but not by a second signal, which ends everything at once
 */
export async function runPlaywright(
  args: (fileOf: FileOf) => readonly string[],
  given: NodeJS.ProcessEnv,
  { command: name, cwd }: PlaywrightOptions = {},
): Promise<{ readonly code: number | null; readonly pid: number; readonly isCutShort: boolean }> {
  const command = playwrightCommand((fileOf) => [name ?? 'test', ...args(fileOf)], given);
  const child = spawn(process.execPath, command.args, {
    // If Playwright could read from a terminal, its report would print a command after the verdict.
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...command.env, [parentVariable]: String(process.pid) },
    cwd,
  });
  let wasStopped = false;
  const terminate = () => {
    wasStopped = true;
    child.kill('SIGINT');
    setTimeout(() => child.kill('SIGTERM'), patience).unref();
  };
  const interrupt = () => {
    wasStopped = true;
    // Ctrl-C in a terminal already reaches Playwright; a second signal would make it drop the reports.
    if (!process.stdin.isTTY) child.kill('SIGINT');
  };
  process.on('SIGTERM', terminate);
  process.on('SIGINT', interrupt);
  return new Promise((resolve) =>
    child.on('close', (code, signal) => {
      process.off('SIGTERM', terminate);
      process.off('SIGINT', interrupt);
      const isCutShort = (code === null || wasStopped) && signal !== 'SIGINT';
      resolve({ code, pid: child.pid ?? 0, isCutShort });
    }),
  );
}
