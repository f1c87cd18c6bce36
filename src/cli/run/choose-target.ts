import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { workingFolder } from '../../contract/documents/folders.js';
import { loadTarget, TargetFileError } from '../../contract/mapping/file/read-target-file.js';
import { targetFilePath, targetFileVariable } from '../../contract/mapping/file/target-file.js';
import { journalName, readJournal } from '../../report/run/evidence-journal.js';
import { standardError } from '../../report/terminal/terminal.js';

/**
 * Names the file of a target for this process and its child processes, and ends the process with exit code 2 and one
 * sentence if the file is wrong. Call this before importing any module that reads the target's contract.
 * @param name of the target, by default the value of TARGET_NAME
 */
export function chooseTarget(name = process.env.TARGET_NAME): void {
  const path = process.env[targetFileVariable] || targetFilePath(name, workingFolder);
  if (path === undefined) return;
  process.env[targetFileVariable] = path;
  try {
    loadTarget(path);
  } catch (error) {
    if (!(error instanceof TargetFileError)) throw error;
    standardError.say(error.message);
    process.exit(2);
  }
}

/** The journals of all shards below the folders. @throws Error of the file system */
export function journalsIn(folders: readonly string[]): string[] {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name === journalName)
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
  return [...new Set(files)];
}

/**
 * The name of the target in the first journal below the folders; empty if no journal names one, which the merge
 * reports.
 */
export function targetOfShards(folders: readonly string[]): string {
  try {
    return String(readJournal(journalsIn(folders)[0] ?? '').run.target.name);
  } catch {
    return '';
  }
}
