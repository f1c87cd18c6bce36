import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadTarget, TargetFileError } from '../contract/closings/read-target-file.js';
import { targetFilePath, targetFileVariable } from '../contract/closings/target-file.js';

/**
 * Names the file of a target for this process and all that it starts, and ends the process with exit code 2 and one
 * sentence if the file is wrong. To be called before anything is imported that reads the target's contract.
 * @param name as `--target` gives it; otherwise TARGET_NAME says which target it is
 */
export function chooseTarget(name = process.env.TARGET_NAME): void {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const path = process.env[targetFileVariable] || targetFilePath(name, root);
  if (path === undefined) return;
  process.env[targetFileVariable] = path;
  try {
    loadTarget(path);
  } catch (error) {
    if (!(error instanceof TargetFileError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

/**
 * The name of the target in the first journal below the folders; empty if no journal names one, which the merge
 * reports.
 */
export function targetOfShards(folders: readonly string[]): string {
  try {
    const journals = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => /(^|[\\/])evidence\.jsonl$/.test(path))
        .map((path) => join(folder, path)),
    );
    const [first = '{}'] = readFileSync(journals[0] ?? '', 'utf8').split('\n');
    return String(JSON.parse(first).run.target.name);
  } catch {
    return '';
  }
}
