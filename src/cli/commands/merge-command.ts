import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../../contract/refusal.js';
import { outputVariable } from '../../target/environment.js';
import { newRunFolder, requireFolder } from '../../target/folders/run-folder.js';
import type { Terminal } from '../program.js';
import { verdictIn } from '../run/conformance.js';
import { runPlaywright } from '../run/playwright-process.js';

/**
 * `npm run merge -- FOLDER`: makes one report of the shards of a run, with `playwright merge-reports`.
 * @param folder with the blobs of the shards
 * @returns the exit code of the run as a whole; 2 if they can't be merged
 * @throws Refusal if there is nothing to merge, or nothing can be written
 */
export async function mergeCommand(
  folder: string,
  { environment }: Pick<Terminal, 'environment'>,
): Promise<number> {
  if (!hasBlob(folder))
    throw new Refusal(`${folder} has no report-N.zip: copy there the reports/latest/blob of each shard.`);
  const output = environment[outputVariable] ?? newRunFolder('merged');
  requireFolder(output);
  const { code } = await runPlaywright(
    (fileOf) => [`--config=${fileOf('src/report/run/merge.config')}`, folder],
    { ...environment, [outputVariable]: output },
    { command: 'merge-reports' },
  );
  return verdictIn(code ?? 2, existsSync(join(output, 'conformance.json')));
}

function hasBlob(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.endsWith('.zip'));
  } catch {
    return false;
  }
}
