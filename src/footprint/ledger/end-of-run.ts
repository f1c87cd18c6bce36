import { translated } from '../../http/translated-transport.js';
import { undiciTransport } from '../../http/undici-transport.js';
import { authoritiesIn } from '../../target/authorities.js';
import type { Settings } from '../../target/settings.js';
import type { Budget } from '../budget/rate-budget.js';
import { ledgerFolder } from './ledger-folder.js';
import { inTurn } from './removal-transport.js';
import { closeLedger, enteredRun, removeEntered } from './remove-own.js';
import { noteResidue } from './residue-note.js';
import { runPrefix } from './run-prefix.js';

/**
 * Runs after the last test of a run, however the run ended unless it was killed: removes what it created on a
 * merchant that others use too, and notes the outcome for its report.
 * @param budget the run's budget
 */
export async function endRun(
  settings: Settings,
  environment: NodeJS.ProcessEnv,
  budget: Budget,
): Promise<void> {
  const [folder, prefix] = [ledgerFolder(environment, settings.name), runPrefix(environment)];
  const run = enteredRun(folder, prefix);
  if (run === undefined) return closeLedger(folder, prefix);
  // Only the workers, which this process started, trust the authorities of TARGET_CA_FILE on their own.
  const transport = translated(undiciTransport(undefined, authoritiesIn(settings)));
  noteResidue(folder, await removeEntered(run, folder, settings, inTurn(transport, budget, settings)));
  await transport.close();
}
