import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { workingFolder } from '../../contract/documents/folders.js';
import { SettingsError } from '../settings.js';

/** The file that marks a folder as one whose reports a run may replace. */
export const markerName = '.seller-api-conformance';

const marker =
  'The runs of the conformance suite write their reports to this folder, and replace earlier ones.\n';

/** The entries of a folder of reports that a run replaces, empties or removes. */
const replaced = [
  ...['conformance.json', 'evidence.jsonl', 'index.html', 'summary.md', 'junit.xml'],
  ...['playwright', 'artifacts', 'blob', '.earlier', 'nothing-said'],
];

/** Entries that the suite leaves in a folder before a run has written its reports there; no run replaces them. */
const besides =
  /^(?:running\.json(?:\.\d+)?|history|ledger|worlds|clean-sandbox|(?:detection|findings|null-servers)\.json)$/;

/**
 * Takes possession of a folder for reports: it must be new or empty, or have the reports of an earlier run.
 * @throws SettingsError, before anything is written or removed, if it holds anything else or can't be written
 */
export function claimFolder(folder: string): void {
  const problem = problemWith(folder);
  if (problem !== undefined)
    throw new SettingsError(
      'CONFORMANCE_REPORTS',
      `A run would replace files in ${resolve(folder)}, but ${problem}: name a new folder, an empty one, or one with the reports of an earlier run in CONFORMANCE_REPORTS.`,
    );
  writing(folder, 'CONFORMANCE_REPORTS', () => {
    makeFolder(folder);
    writeFileSync(join(folder, markerName), marker);
  });
}

/**
 * Makes the folder for the attachments of tests, unless it holds anything that Playwright should not remove.
 * @param reports the folder that the run has claimed
 * @throws SettingsError if it isn't a folder, can't be written, or holds anything that no run of Playwright left there
 */
export function claimOutput(folder: string, reports: string): void {
  if (isOther(folder))
    throw new SettingsError(
      '--output',
      `A run would replace ${resolve(folder)}, which is not a folder: name a new or an empty folder with --output.`,
    );
  const entries = entriesOf(folder);
  const isOfPlaywright = entries.some((name) => /^\.(?:last-run\.json|playwright-artifacts-\d+)$/.test(name));
  const isInside = isBelow(realOf(folder), realOf(reports)) && realOf(folder) !== realOf(reports);
  if (entries.length > 0 && !isOfPlaywright && !isInside)
    throw new SettingsError(
      '--output',
      `A run would empty ${resolve(folder)}, but it holds ${entries[0]}, which no run left there: name a new or an empty folder with --output.`,
    );
  writing(folder, '--output', () => {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
  });
}

/**
 * Makes a folder that a user named, and those above it, unless it is there. Node.js 20 can do this itself, but never
 * returns if the folder is below /proc.
 * @throws Error of the file system
 */
export function makeFolder(folder: string): void {
  const path = resolve(folder);
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(path)) throw error;
  }
}

/** @throws SettingsError that names the setting of a folder if it can't be written */
function writing(folder: string, setting: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingsError(
      setting,
      `A run can't write to ${resolve(folder)} (${code}): name a folder that you can write to ${setting.startsWith('--') ? 'with' : 'in'} ${setting}.`,
    );
  }
}

/** Whether something that isn't a folder has this path, even a link that leads nowhere. */
function isOther(path: string): boolean {
  try {
    lstatSync(path);
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true;
  } catch {
    return false;
  }
}

/** Why a run may not replace the files in a folder; undefined if it may. */
function problemWith(folder: string): string | undefined {
  const entries = entriesOf(folder);
  const real = realOf(folder);
  const inside = [
    ['the folder of the command', workingFolder],
    ['your home', homedir()],
  ].find(([, other = '']) => isBelow(realOf(other), real));
  if (inside !== undefined) return `it is ${inside[0]}, or holds it`;
  if (isOther(folder)) return 'it is not a folder';
  const link = replaced.find(
    (name) => entries.includes(name) && lstatSync(join(folder, name)).isSymbolicLink(),
  );
  if (link !== undefined) return `its ${link} is a link to another place`;
  const strange = entries.find((name) => !besides.test(name));
  if (strange === undefined || entries.includes(markerName) || hasReports(folder, entries)) return undefined;
  return `it holds ${strange}, and no run left its reports there`;
}

/** Whether a run left its reports in a folder: the runs of earlier versions left no marker. */
function hasReports(folder: string, entries: readonly string[]): boolean {
  const begins = (name: string, pattern: RegExp) =>
    entries.includes(name) && pattern.test(headOf(join(folder, name)));
  return (
    begins('evidence.jsonl', /^\{"run":\{"format":\d/) ||
    // A person may have copied the data of a run into a folder of their own.
    (begins('conformance.json', /^\{\s*"format": \d+,\s*"verdict": "/) &&
      entries.some((name) => ['index.html', 'summary.md'].includes(name)))
  );
}

/** The first bytes of a file as text. */
function headOf(file: string): string {
  const bytes = Buffer.alloc(100);
  try {
    const opened = openSync(file, 'r');
    try {
      readSync(opened, bytes);
    } finally {
      closeSync(opened);
    }
  } catch {
    return '';
  }
  return bytes.toString('latin1');
}

/** The names of a folder's entries; none if the folder doesn't exist or can't be read. */
function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The path of a folder without links; what doesn't exist has none. */
function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}

/** Whether a folder is another one, or lies below it. */
function isBelow(folder: string, other: string): boolean {
  return !/^\.\.(?:\/|\\|$)/.test(relative(other, folder));
}
