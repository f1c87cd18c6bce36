import { join, resolve } from 'node:path';
import { targetFolder } from '../../contract/closings/target-file-path.js';
import { reportsFolder } from '../../target/reports-folder.js';

/**
 * The folder where the runs of a target enter what they create: `reports/ledger/TARGET`, or `ledger` inside the
 * folder that CONFORMANCE_REPORTS names. No run removes the folder.
 * @param target the target's name
 */
export function ledgerFolder(environment: NodeJS.ProcessEnv, target: string): string {
  const folder = reportsFolder(environment);
  const isUsual = resolve(folder) === resolve(reportsFolder({}));
  return join(isUsual ? 'reports' : folder, 'ledger', targetFolder(target));
}
