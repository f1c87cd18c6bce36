import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { targetFilePath, targetFileVariable } from '../contract/closings/target-file.js';

/**
 * Names the file of a target for this process and all that it starts, and reads it. Must end before anything is imported that
 * reads the contract. Ends the process with exit code 2 and one sentence when the file is wrong.
 * @param name as `--target` gives it; otherwise TARGET_NAME says which target it is
 */
export async function chooseTarget(name = process.env.TARGET_NAME): Promise<void> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const path = process.env[targetFileVariable] || targetFilePath(name, root);
  if (path === undefined) return;
  process.env[targetFileVariable] = path;
  // Imported lazily: a run without a file doesn't wait for what reads one.
  const { TargetFileError } = await import('../contract/closings/read-target-file.js');
  try {
    await import('../contract/closings/target.js');
  } catch (error) {
    if (!(error instanceof TargetFileError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

/** The name of the target by the first journal below the folders; empty when none names one, which merging says. */
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
