import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runLine } from '#testing/started-command';
import { programArguments } from '../src/contract/documents/folders.js';
import { quote } from '../src/http/shown/shown-exchange.js';

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
    const command = [process.execPath, ...programArguments('src/cli/main'), ...args];
    const { exitCode, output } = await runLine(
      `cd ${quote(folder)} && exec ${command.map(quote).join(' ')}`,
      { CONFORMANCE_KNOWN_FAILURES: 'none', ...environment, ...more },
    );
    return { exitCode, output };
  };
}
