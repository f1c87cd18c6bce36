import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { reportsFolder, requestedReports } from '../environment.js';
import { claimFolder } from './claimed-folder.js';

/** The file that a run keeps in the folder of its reports while it is going. */
const lockName = 'running.json';

/** The process of a run that is going. A process on another machine can't be seen from here, and doesn't count. */
interface Runner {
  readonly pid: number;
  /** The process that it started for the tests: it goes on if only the first one is killed. */
  readonly child?: number;
  readonly host: string;
}

/** The folder that belongs to this process until it releases it. */
export interface TakenFolder {
  readonly folder: string;
  /** A sentence if a different run is going in the requested folder. */
  readonly notice?: string;
  /** Says that a child process belongs to the run too. */
  readonly shareWith: (child: number) => void;
  readonly release: () => void;
}

/**
 * Takes a folder for the reports that this process writes, as `takeFolder` does. The processes that it starts find the
 * folder in the environment.
 * @param say receives a sentence if a different run is going in the requested folder
 * @throws SettingsError if the folder holds files that no run wrote, or can't be written
 */
export function takeReports(environment: NodeJS.ProcessEnv, say: (notice: string) => void): TakenFolder {
  const requested = reportsFolder(environment);
  const taken = takeFolder(requested);
  if (taken.notice !== undefined) say(taken.notice);
  if (taken.folder !== requested) {
    environment.CONFORMANCE_REPORTS = taken.folder;
    environment[requestedReports] ??= requested;
  }
  return taken;
}

/** The most runs that may be going in one place: more than that is a mistake somewhere. */
const most = 99;

/**
 * Takes a folder for the reports of a run: the requested one or, while a different run is going there, the first free
 * one of `FOLDER-2`, `FOLDER-3` and so on. The lock of a process that has died counts for nothing.
 * @throws SettingsError if that folder holds files that no run wrote, or can't be written
 */
export function takeFolder(requested: string): TakenFolder {
  let runner: Runner | undefined;
  for (const folder of foldersOf(requested)) {
    const other = lock(folder);
    if (other === undefined)
      return {
        folder,
        ...(runner === undefined
          ? {}
          : {
              notice: `A run is going in ${requested} (process ${runner.pid}): this one writes to ${folder}.`,
            }),
        shareWith: (child) => share(join(folder, lockName), child),
        release: () => release(join(folder, lockName)),
      };
    runner ??= other;
  }
  throw new Error(`${most} runs are going in ${requested} and next to it: end some of them.`);
}

/**
 * The newest file of a name among those of the runs in a folder and in the folders next to it that `takeFolder` gives.
 * @returns its folder; undefined if there is none
 */
export function newestFolder(requested: string, name: string): string | undefined {
  const written = foldersOf(requested)
    .map((folder) => ({ folder, at: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs }))
    .filter(({ at }) => at !== undefined)
    .toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
  return written[0]?.folder;
}

/** The run that is going in a folder; undefined if there is none. */
export function runnerIn(folder: string): Runner | undefined {
  const runner = readLock(join(folder, lockName));
  return isGoing(runner) ? runner : undefined;
}

/** The folders that runs take, in this order. */
function foldersOf(requested: string): readonly string[] {
  return Array.from({ length: most }, (_, index) => (index === 0 ? requested : `${requested}-${index + 1}`));
}

/**
 * Locks a folder, unless the command that started this process has locked it for both.
 * @returns the run that is going there, if that is why it can't be locked
 */
function lock(folder: string): Runner | undefined {
  const file = join(folder, lockName);
  const own = JSON.stringify({ pid: process.pid, host: hostname() } satisfies Runner);
  claimFolder(folder);
  for (;;) {
    try {
      writeFileSync(file, own, { flag: 'wx' });
      return undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return undefined;
    }
    const runner = runnerIn(folder);
    // The command that started this process has locked the folder for both.
    if (runner !== undefined) return runner.pid === process.ppid ? undefined : runner;
    discard(file);
  }
}

function share(file: string, child: number): void {
  // Without a lock, the folder can't be written.
  if (readLock(file)?.pid !== process.pid) return;
  writeFileSync(file, JSON.stringify({ pid: process.pid, child, host: hostname() } satisfies Runner));
}

/** The command that started this process keeps its lock until it ends itself. */
function release(file: string): void {
  if (readLock(file)?.pid === process.pid) remove(file);
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The lock of a process that has ended counts for nothing.
  }
}

/** Removes the lock of a process that has died, unless another process has replaced it in the meantime. */
function discard(file: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    const runner = readLock(aside);
    if (isGoing(runner)) renameSync(aside, file);
  } catch {
    // Another process has already removed it.
  }
  remove(aside);
}

/** Undefined if there is no such file, or it doesn't say whose it is. */
function readLock(file: string): Runner | undefined {
  try {
    const { pid, child = pid, host } = Object(JSON.parse(readFileSync(file, 'utf8')));
    const isWhole = [pid, child].every((each) => Number.isInteger(each) && each > 0);
    return isWhole ? { pid, child, host: String(host) } : undefined;
  } catch {
    return undefined;
  }
}

function isGoing(runner: Runner | undefined): runner is Runner {
  return (
    runner !== undefined &&
    runner.host === hostname() &&
    [runner.pid, runner.child ?? runner.pid].some(isAlive)
  );
}

/** Whether a process of this machine still runs and belongs to a run. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // It exists, but belongs to a different user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  try {
    // A different program may have been given the same id since.
    return /playwright|conformance|cli.main/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
}
