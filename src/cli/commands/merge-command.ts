import { readdirSync } from 'node:fs';
import { takeReports } from '../../target/folders/run-folder.js';
import { SettingsError } from '../../target/settings.js';
import type { Terminal } from '../program.js';
import { exitCodeIn } from '../run/conformance.js';
import { runPlaywright } from '../run/playwright-process.js';

/**
 * `npm run merge -- FOLDER`: makes one report of the shards of a run, with `playwright merge-reports`.
 * @param folder with the blobs of the shards
 * @returns the exit code of the run as a whole; 2 if they can't be merged
 */
export async function mergeCommand(
  folder: string,
  { environment, say, complain }: Pick<Terminal, 'environment' | 'say' | 'complain'>,
): Promise<number> {
  if (!hasBlob(folder)) {
    complain(`There is no report-N.zip, the blob of a shard, in ${folder}.`);
    return 2;
  }
  try {
    const taken = takeReports(environment, say);
    try {
      return await exitCodeIn(taken.folder, () =>
        runPlaywright(
          (fileOf) => [`--config=${fileOf('src/report/run/merge.config')}`, folder],
          environment,
          { command: 'merge-reports' },
        ),
      );
    } finally {
      taken.release();
    }
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    complain(error.message);
    return 2;
  }
}

function hasBlob(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.endsWith('.zip'));
  } catch {
    return false;
  }
}
