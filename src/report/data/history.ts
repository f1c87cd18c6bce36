import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { targetFolder } from '../../contract/mapping/file/target-file.js';
import { isExercised, verdicts } from '../../verdicts/requirement-verdict.js';
import { isWhole, type KeptRun } from './conformance-report.js';
import { writeAtomically } from './own-file.js';
import { readKeptRun } from './report-file.js';

/** The number of runs that are kept of each target. */
export const mostKept = 20;

/** When a run started, and its seed: runs with different seeds may start at the same moment. */
const keptName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-\d+\.json$/;

/** The names, at any depth, of what is kept of a run. */
const keptNames = [
  ...['format', 'target', 'name', 'profile', 'seed', 'startedAt', 'durationMs', 'trend', 'verdict'],
  ...['totals', 'verdicts', ...verdicts, 'requirements', 'id'],
];

/**
 * The newest kept run of the same target that is earlier than this one. Unreadable files are ignored.
 * @param folder with the runs of all targets
 */
export function previousRun(folder: string, now: KeptRun): KeptRun | undefined {
  const { name: target } = now.target;
  const own = join(folder, targetFolder(target));
  for (const name of keptIn(own)) {
    const run = readKeptRun(join(own, name));
    if (run?.target.name === target && run.startedAt < now.startedAt) return run;
  }
  return undefined;
}

/**
 * Keeps what later runs need of a whole run in which something was verified or found, and removes the oldest one of its
 * target.
 * @param folder with the runs of all targets
 * @param run free of secrets; of its members, only what is kept is written
 * @throws Error of the file system
 */
export function keepRun(folder: string, run: KeptRun): void {
  if (!isWhole(run) || run.verdict === 'nothing can be said') return;
  const own = join(folder, targetFolder(run.target.name));
  // Only Unix allows a colon in a name.
  const name = `${run.startedAt.replaceAll(':', '-')}-${run.seed}.json`;
  writeAtomically(join(own, name), JSON.stringify(run, keptNames));
  for (const old of keptIn(own).slice(mostKept)) rmSync(join(own, old), { force: true });
}

/** The names of the runs in a folder, the newest first; other files there are not ours. */
function keptIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => keptName.test(name))
      .sort()
      .reverse();
  } catch {
    // Either this is the target's first run, or the folder has a problem that shows when a run is kept in it.
    return [];
  }
}

/** Whether a run verified anything, or found anything violated. */
export function saysSomething({ requirements }: KeptRun): boolean {
  return requirements.some(({ verdict }) => isExercised(verdict));
}
