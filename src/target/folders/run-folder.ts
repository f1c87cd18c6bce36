import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Refusal } from '../../contract/refusal.js';
import { groupedBy } from '../../contract/values/groups.js';
import { reportsFolder } from '../environment.js';

/** The file, in the folder of a run, that keeps the evidence of each test as it ends. */
export const journalName = 'evidence.jsonl';

/** What people read of a run: `reports/latest` holds nothing else. */
const shown = ['conformance.json', 'index.html', 'summary.md', 'junit.xml', 'playwright', 'blob'];

const runs = join(reportsFolder, 'runs');

/** The name of a run's folder: when it began, its target, and its process. */
const runName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-([\w.-]+)-\d+(?:\.\d+)?$/;

/** The number of runs that are kept of each target. */
const mostKept = 20;

/** A folder that no other run has. It isn't made yet. */
export function newRunFolder(target: string, began = new Date()): string {
  const moment = began.toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
  return join(runs, `${moment}-${target.replaceAll(/[^\w.-]+/g, '-').slice(0, 60)}-${process.pid}`);
}

/** The folder of a run that begins now: that of a later run of one process, as in Playwright's UI, gets a number. */
export function freeFolder(folder: string): string {
  let path = folder;
  for (let number = 2; existsSync(join(path, journalName)); number++) path = `${folder}.${number}`;
  return path;
}

/** The folder of the run of a process, if it is among those of all runs. */
export function runFolderOf(process: number): string | undefined {
  const name = entriesOf(runs).findLast((each) => each.endsWith(`-${process}`));
  return name && join(runs, name);
}

/**
 * Makes sure, before anything is sent, that a run can write to its folder. One that a person named must be new or empty.
 * @throws Refusal if it can't
 */
export function requireFolder(folder: string): void {
  const [entry] = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
  if (entry !== undefined)
    throw new Refusal(
      `A run can't write to ${resolve(folder)}, because it holds ${entry}: name a new or an empty folder with --output.`,
    );
  // That of a run which has no test is never made.
  requireRoom(dirname(folder) === runs ? runs : folder, 'name a folder that you can write to with --output');
}

/**
 * Makes a folder, and writes a block there: a full disk also has room for a folder.
 * @param wayOut the end of the sentence that refuses it
 * @throws Refusal if nothing can be written there
 */
export function requireRoom(folder: string, wayOut: string): void {
  const probe = join(folder, `.room-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(probe, ' '.repeat(4096));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Refusal(`A run can't write to ${resolve(folder)} (${code}): ${wayOut}.`);
  } finally {
    if (existsSync(probe)) rmSync(probe);
  }
}

/**
 * Makes a run that has ended the latest: `reports/latest` becomes a copy of what people read of it. Removes the oldest
 * runs of its target. A run in a folder that a person named changes neither.
 * @param exitCode of the run: with 2 it says nothing about the target, and doesn't replace one that may
 * @param hasBegun whether it had a test: without one, all that it says is the verdict, and its folder is removed
 * @throws Error of the file system
 */
export function publish(folder: string, exitCode: number, hasBegun = true): void {
  const latest = join(reportsFolder, 'latest');
  const written = shown.filter((each) => existsSync(join(folder, each)));
  if (dirname(folder) !== runs || written.length === 0) return;
  const isLatest = exitCode !== 2 || !existsSync(latest);
  if (isLatest) copyTo(latest, folder, written);
  if (!hasBegun) rmSync(folder, { recursive: true, force: true });
  else if (isLatest) removeOldest();
}

function copyTo(latest: string, folder: string, written: readonly string[]): void {
  const beside = mkdtempSync(join(reportsFolder, '.latest-'));
  const [copy, earlier] = [join(beside, 'copy'), join(beside, 'earlier')];
  try {
    for (const name of written) cpSync(join(folder, name), join(copy, name), { recursive: true });
    // Of a link, only the link is moved.
    if (lstatSync(latest, { throwIfNoEntry: false })) renameSync(latest, earlier);
    renameSync(copy, latest);
    // A folder that holds anything else is no copy of a run.
    if (entriesOf(earlier).some((name) => !shown.includes(name)))
      renameSync(earlier, newRunFolder('latest', statSync(earlier).mtime));
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

/** Removes all but the newest runs of each target; what no run made stays. */
function removeOldest(): void {
  const made = entriesOf(runs).filter((name) => runName.test(name));
  for (const names of groupedBy(made, (name) => runName.exec(name)?.[1] ?? '').values())
    for (const name of names.slice(0, -mostKept)) rmSync(join(runs, name), { recursive: true, force: true });
}

/** The names in a folder, in their order. */
function entriesOf(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).toSorted() : [];
}
