import { cleanUp, cleanUpAfter } from '../../footprint/ledger/clean-up.js';
import { translated } from '../../http/transports/translated-transport.js';
import { undiciTransport } from '../../http/transports/transport.js';
import { isEmbedded, reportsFolder, sharedFolders, withSettingsFile } from '../../target/environment.js';
import { readSettings } from '../../target/settings.js';
import type { Terminal } from '../program.js';

/**
 * Removes the leftovers of runs that ended before they could clean up.
 * @returns the exit code: 0 if nothing is left, 1 if something is, 2 if that can't be determined
 */
export function cleanupCommand(terminal: Terminal): Promise<number> {
  return withTarget(terminal, cleanUp);
}

/** Removes what a run created that was stopped and has given its verdict. @param pid of its process */
export async function removeAfterVerdict(pid: number, terminal: Terminal): Promise<void> {
  if (isEmbedded(withSettingsFile(terminal.environment, terminal.workingFolder))) return;
  await withTarget(terminal, (options) => cleanUpAfter(pid, options));
}

async function withTarget<Result>(
  { workingFolder, environment, print, complain }: Terminal,
  action: (options: Parameters<typeof cleanUp>[0]) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings(withSettingsFile(environment, workingFolder));
  const transport = translated(undiciTransport());
  try {
    return await action({ settings, folders: sharedFolders(reportsFolder), transport, print, complain });
  } finally {
    await transport.close();
  }
}
