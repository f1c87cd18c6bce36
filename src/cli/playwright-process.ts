import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { suiteBundle } from './suite-bundle.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs `playwright test` with the bundle of the suite, in the terminal of this process, and ends it together with this
 * process.
 * @param environment variables in addition to those of this process
 * @returns its exit code; null if a signal ended it
 */
export async function runPlaywright(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  { cwd }: { readonly cwd?: string } = {},
): Promise<number | null> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const child = spawn(process.execPath, [cli, 'test', ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...(await suiteBundle(root, process.env)), ...environment },
    ...(cwd === undefined ? {} : { cwd }),
  });
  const terminate = () => child.kill('SIGTERM');
  const interrupt = () => {
    // Ctrl-C in a terminal already reaches Playwright; a second signal would make it drop the reports.
    if (!process.stdin.isTTY) child.kill('SIGINT');
  };
  process.on('SIGTERM', terminate);
  process.on('SIGINT', interrupt);
  return new Promise((resolve) =>
    child.on('close', (code) => {
      process.off('SIGTERM', terminate);
      process.off('SIGINT', interrupt);
      resolve(code);
    }),
  );
}
