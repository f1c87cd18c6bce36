import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Transport } from '../../http/transport.js';
import type { Settings } from '../../target/settings.js';
import { type EnteredRun, enteredRuns } from './entered-run.js';
import { removeRun } from './removal.js';
import type { Residue } from './residue.js';

/**
 * Removes what a run created, and its ledger if nothing is left.
 * @param folder the folder of the target's ledgers
 */
export async function removeEntered(
  run: EnteredRun,
  folder: string,
  settings: Settings,
  transport: Transport,
): Promise<Residue> {
  const residue = await removeRun(run, settings, transport);
  if (residue.left.length === 0 && residue.problem === undefined) closeLedger(folder, run.prefix);
  return residue;
}

/** The run with a prefix, according to its ledger; undefined if it entered nothing. */
export function enteredRun(folder: string, prefix: string): EnteredRun | undefined {
  return enteredRuns(folder).find((run) => run.prefix === prefix);
}

/** Removes the ledger of a run. */
export function closeLedger(folder: string, prefix: string): void {
  if (!existsSync(folder)) return;
  // The text after the prefix may belong to a longer prefix, of a run that still goes on.
  const isOwn = (name: string) =>
    name.startsWith(prefix) && /^\d+(-\d+)*\.jsonl$/.test(name.slice(prefix.length));
  for (const name of readdirSync(folder).filter(isOwn)) rmSync(join(folder, name), { force: true });
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
