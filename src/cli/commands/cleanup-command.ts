import { cleanUp, cleanUpAfter } from '../../footprint/ledger/clean-up.js';
import { translated } from '../../http/transports/translated-transport.js';
import { undiciTransport } from '../../http/transports/transport.js';
import { sharedFolders, withSettingsFile } from '../../target/environment.js';
import { readSettings } from '../../target/settings.js';
import type { Terminal } from '../program.js';

/**
 * Removes the leftovers of runs that ended before they could clean up.
 * @param ofRun the process of the only run whose leftovers are removed, which has just ended
 * @returns the exit code: 0 if nothing is left, 1 if something is, 2 if that can't be determined
 */
export async function cleanupCommand(terminal: Terminal, ofRun?: number): Promise<number> {
  const { workingFolder, environment, print, complain } = terminal;
  const settings = readSettings(withSettingsFile(environment, workingFolder));
  const transport = translated(undiciTransport());
  const options = { settings, folders: sharedFolders, transport, print, complain };
  return ofRun === undefined ? cleanUp(options) : cleanUpAfter(ofRun, options);
}
