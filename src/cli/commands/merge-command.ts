import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { outputVariable } from '../../target/environment.js';
import { newRunFolder, problemWith } from '../../target/folders/run-folder.js';
import type { Terminal } from '../program.js';
import { exitCodeOf } from '../run/conformance.js';
import { runPlaywright } from '../run/playwright-process.js';

/**
 * `npm run merge -- FOLDER`: makes one report of the shards of a run, with `playwright merge-reports`.
 * @param folder with the blobs of the shards
 * @returns the exit code of the run as a whole; 2 if they can't be merged
 */
export async function mergeCommand(
  folder: string,
  { environment, complain }: Pick<Terminal, 'environment' | 'complain'>,
): Promise<number> {
  if (!hasBlob(folder)) {
    complain(`${folder} has no report-N.zip: copy there the reports/latest/blob of each shard.`);
    return 2;
  }
  const output = environment[outputVariable] ?? newRunFolder('merged');
  const problem = problemWith(output);
  if (problem !== undefined) {
    complain(problem);
    return 2;
  }
  const code = await runPlaywright(
    (fileOf) => [`--config=${fileOf('src/report/run/merge.config')}`, folder],
    { ...environment, [outputVariable]: output },
    { command: 'merge-reports' },
  );
  return exitCodeOf(code, existsSync(join(output, 'conformance.json')));
}

function hasBlob(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.endsWith('.zip'));
  } catch {
    return false;
  }
}
