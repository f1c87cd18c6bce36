import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '#testing/started-command';

/** Milliseconds after which a command hangs: on a merchant with real limits, a run takes ten minutes. */
const patience = 3_600_000;

/**
 * A user with a folder of their own and the settings of a target named shop there.
 * @param environment further variables of each command
 * @returns a function that calls a command with these arguments, and these variables too
 */
export function userOf(folder: string, settings: Readonly<Record<string, string>>, environment = {}) {
  mkdirSync(join(folder, 'targets'), { recursive: true });
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(folder, '.env.shop'), lines.join(''));
  return async (args: readonly string[], more: Readonly<Record<string, string>> = {}) => {
    const all = { CONFORMANCE_KNOWN_FAILURES: 'none', ...environment, ...more };
    return runCommand(['src/cli/main', ...args], all, patience, undefined, folder);
  };
}
