import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { targetFolder } from '../../contract/mapping/file/target-file.js';
import type { ProfileName } from '../../target/profile.js';
import type { Settings } from '../../target/settings.js';
import { isExercised } from '../../verdicts/requirement-verdict.js';
import { type ConformanceReport, isWhole, nameOfTest, type TrendPoint } from './conformance-report.js';
import { readReport, writeAtomically } from './report-file.js';

/** The number of runs that are kept of each target. */
export const mostKept = 20;

/** When a run started, its seed, and whether other runs can be compared with it. Older names have no seed. */
const keptName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z(-\d+)?(-partial)?\.json$/;

/**
 * The newest kept run of the same target that is earlier than this one and can be compared with it: a whole run of
 * this version of the suite that verified or found something. Unreadable files are ignored.
 * @param folder with the runs of all targets
 */
export function previousRun(folder: string, now: ConformanceReport): ConformanceReport | undefined {
  return latestRun(folder, now.target.name, () => true, nameOf(now));
}

/**
 * The newest whole run that is kept of a target.
 * @param folder with the runs of all targets
 * @param isWanted restricts the search to some runs
 * @param before the name of a kept run: only older ones count
 */
function latestRun(
  folder: string,
  target: string,
  isWanted: (report: ConformanceReport) => boolean,
  before?: string,
): ConformanceReport | undefined {
  const own = join(folder, targetFolder(target));
  for (const { name, isPartial } of keptIn(own)) {
    if (isPartial || (before !== undefined && momentIn(name) >= momentIn(before))) continue;
    const kept = readIfPossible(join(own, name));
    if (kept !== undefined && isComparable(kept) && kept.target.name === target && isWanted(kept))
      return kept;
  }
  return undefined;
}

/**
 * Keeps a run in which something was verified or found, and removes the oldest one of its target. Whole and partial
 * runs are counted separately, so that many partial runs never push out a whole one.
 * @param folder with the runs of all targets
 * @param report the run
 * @param text its conformance.json, free of secrets
 * @throws Error of the file system
 */
export function keepRun(folder: string, report: ConformanceReport, text: string): void {
  if (!saysSomething(report)) return;
  const own = join(folder, targetFolder(report.target.name));
  writeAtomically(join(own, nameOf(report)), text);
  const kept = keptIn(own);
  // If the page of a kept run was built, it is next to the run.
  for (const partial of [true, false])
    for (const { name } of kept.filter(({ isPartial }) => isPartial === partial).slice(mostKept))
      for (const file of [name, name.replace(/\.json$/, '.html')]) rmSync(join(own, file), { force: true });
}

function isComparable(report: ConformanceReport): boolean {
  return isWhole(report) && report.verdict !== 'nothing can be said';
}

/** Runs with different seeds may start at the same moment. Only Unix allows a colon in a name. */
function nameOf(report: ConformanceReport): string {
  const moment = report.startedAt.replaceAll(':', '-');
  return `${moment}-${report.seed}${isComparable(report) ? '' : '-partial'}.json`;
}

/** When a kept run started, to the millisecond. */
function momentIn(name: string): string {
  return name.replace(/Z.*/, '');
}

/** The runs in a folder, the newest first; other files there are not ours. */
function keptIn(folder: string): readonly { readonly name: string; readonly isPartial: boolean }[] {
  try {
    return readdirSync(folder)
      .filter((name) => keptName.test(name))
      .map((name) => ({ name, isPartial: name.endsWith('-partial.json') }))
      .sort((a, b) => (a.name < b.name ? 1 : -1));
  } catch {
    // Either this is the target's first run, or the folder has a problem that shows when a run is kept in it.
    return [];
  }
}

function readIfPossible(file: string): ConformanceReport | undefined {
  try {
    return readReport(file);
  } catch {
    return undefined;
  }
}

/**
 * The seconds of each test of a profile in the target's last whole run, by its file and title; empty if none is kept.
 * @param history folder with the kept runs
 */
export function knownSeconds(
  settings: Settings,
  profile: ProfileName,
  history: string,
): ReadonlyMap<string, number> {
  const last = latestRun(history, settings.name, (report) => report.profile === profile);
  return new Map(last?.tests.map((test) => [nameOfTest(test), test.milliseconds / 1000]));
}

/**
 * The kept whole runs up to this one, oldest first. Each run carries on the trend of the one before: reading all of
 * them would take longer than the rest of the report.
 */
export function trendAfter({
  trend = [],
  verdict,
  startedAt,
  durationMs,
  totals: { verdicts },
}: ConformanceReport): readonly TrendPoint[] {
  return [...trend, { verdict, startedAt, durationMs, verdicts }];
}

/** Whether a run verified anything, or found anything violated. */
export function saysSomething({ requirements }: ConformanceReport): boolean {
  return requirements.some(({ verdict }) => isExercised(verdict));
}
