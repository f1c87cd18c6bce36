import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
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
  for (let number = 1; ; number++) {
    const path = number === 1 ? folder : `${folder}.${number}`;
    if (!existsSync(join(path, journalName))) return path;
  }
}

/** The folder of the run of a process, if it is among those of all runs. */
export function runFolderOf(process: number): string | undefined {
  const name = entriesOf(runs)
    .filter((each) => each.endsWith(`-${process}`))
    .toSorted()
    .at(-1);
  return name && join(runs, name);
}

/**
 * Why a run can't write to its folder, before anything is sent: a folder that a person named must be new or empty.
 * @returns one sentence; undefined if it can
 */
export function problemWith(folder: string): string | undefined {
  const isNamed = dirname(folder) !== runs;
  const path = isNamed ? folder : runs;
  try {
    const [entry] = isNamed && existsSync(path) ? readdirSync(path) : [];
    if (entry !== undefined)
      return `A run can't write to ${resolve(path)}, because it holds ${entry}: name a new or an empty folder with --output.`;
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return `A run can't write to ${resolve(path)} (${code}): name a folder that you can write to with --output.`;
  }
}

/**
 * Makes a run that has ended the latest: `reports/latest` becomes a copy of what people read of it. Removes the oldest
 * runs of its target. A run in a folder that a person named changes neither.
 * @param exitCode of the run: with 2 it says nothing about the target, and doesn't replace one that may
 * @throws Error of the file system
 */
export function publish(folder: string, exitCode: number): void {
  const latest = join(reportsFolder, 'latest');
  const written = shown.filter((each) => existsSync(join(folder, each)));
  if (dirname(folder) !== runs || written.length === 0 || (exitCode === 2 && existsSync(latest))) return;
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
  removeOldest();
}

/** Removes all but the newest runs of each target; what no run made stays. */
function removeOldest(): void {
  const kept = new Map<string, number>();
  for (const name of entriesOf(runs).toSorted().toReversed()) {
    const target = runName.exec(name)?.[1];
    if (target === undefined || !isOfRun(join(runs, name))) continue;
    const newer = kept.get(target) ?? 0;
    kept.set(target, newer + 1);
    if (newer >= mostKept) rmSync(join(runs, name), { recursive: true, force: true });
  }
}

/** Whether a run made a folder; one that still goes on is among the newest. */
function isOfRun(folder: string): boolean {
  return [journalName, 'conformance.json'].some((name) => existsSync(join(folder, name)));
}

function entriesOf(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
