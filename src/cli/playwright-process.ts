import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

/**
 * Runs `playwright test` in the terminal of this process, and ends it with this one.
 * @param environment in which it differs from this process's own
 * @returns its exit code; null where a signal ended it
 */
export function runPlaywright(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  { cwd }: { readonly cwd?: string } = {},
): Promise<number | null> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const child = spawn(process.execPath, [cli, 'test', ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    ...(cwd === undefined ? {} : { cwd }),
  });
  const terminate = () => child.kill('SIGTERM');
  const interrupt = () => {
    // Ctrl-C in a terminal reaches Playwright by itself; a second one would make it drop the reports.
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
