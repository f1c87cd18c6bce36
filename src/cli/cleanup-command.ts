import { fileURLToPath } from 'node:url';
import { cleanUp } from '../footprint/ledger/clean-up.js';
import { translated } from '../http/translated-transport.js';
import { undiciTransport } from '../http/undici-transport.js';
import { authoritiesIn } from '../target/authorities.js';
import { withSettingsFile } from '../target/environment.js';
import { readSettings } from '../target/settings.js';
import { parseCleanupArguments } from './cleanup-arguments.js';

/**
 * `npm run cleanup -- --target NAME`: removes the things created by runs that ended before they could remove them.
 * The exit code is 0 if nothing is left, 1 if something is, 2 if that is unknown.
 */
process.exitCode = await main();

async function main(): Promise<number> {
  const complain = (sentence: string) => process.stderr.write(`${sentence}\n`);
  const parsed = parseCleanupArguments(process.argv.slice(2));
  if ('problem' in parsed) {
    complain(parsed.problem);
    return 2;
  }
  const { target } = parsed;
  const environment = { ...process.env, ...(target === undefined ? {} : { TARGET_NAME: target }) };
  try {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const settings = readSettings(withSettingsFile(environment, root));
    const transport = translated(undiciTransport(undefined, authoritiesIn(settings)));
    try {
      return await cleanUp({
        settings,
        environment,
        transport,
        print: (line) => process.stdout.write(`${line}\n`),
        complain,
      });
    } finally {
      await transport.close();
    }
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return 2;
  }
}
