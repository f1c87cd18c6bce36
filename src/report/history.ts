import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { targetFolder } from '../contract/closings/target-file.js';
import type { KnownCosts } from '../footprint/plan/plan.js';
import { costsOf, measuredCosts } from '../footprint/plan/test-cost.js';
import type { ProfileName } from '../target/profile.js';
import { type Settings, shownSettings } from '../target/settings.js';
import type { Finding } from '../verdicts/finding.js';
import type { RanTest } from './build-report.js';
import { isWhole, saysSomething } from './comparison.js';
import type { ConformanceReport } from './conformance-report.js';
import { placeOf } from './in-words.js';
import { readReport, writeAtomically } from './report-file.js';

/** A test that ended: a line of the journal. */
export interface EndedTest extends RanTest {
  /** Playwright's word for how it ended. */
  readonly status: 'passed' | 'failed' | 'timedOut' | 'skipped' | 'interrupted';
}

/** The largest number of kept runs of a target. */
const most = 1000;

/** When a run started, and whether other runs can be compared with it. */
const keptName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z(?<partial>-partial)?\.json$/;

/**
 * How many runs of each target are kept: CONFORMANCE_HISTORY, or 20 if it is not set. With 0 there is no history:
 * nothing is kept, removed or compared.
 * @throws Error with one sentence if it is not a whole number from 0 to 1000
 */
export function historySize(environment: Readonly<Record<string, string | undefined>>): number {
  const value = environment.CONFORMANCE_HISTORY?.trim() || '20';
  if (!/^\d{1,4}$/.test(value) || Number(value) > most)
    throw new Error(`CONFORMANCE_HISTORY must be a whole number from 0 to ${most}, but is "${value}".`);
  return Number(value);
}

/**
 * The newest kept run of the same target that is earlier than this one and can be compared with it: a whole run of
 * this version of the suite that verified or found something. Unreadable files are ignored.
 * @param folder with the runs of all targets
 */
export function previousRun(folder: string, now: ConformanceReport): ConformanceReport | undefined {
  const own = join(folder, targetFolder(now.target.name));
  for (const { name, isPartial } of keptIn(own)) {
    if (isPartial || name >= nameOf(now)) continue;
    const before = readIfPossible(join(own, name));
    if (before !== undefined && isComparable(before) && before.target.name === now.target.name) return before;
  }
  return undefined;
}

/**
 * The newest whole run that is kept of a target.
 * @param folder with the runs of all targets
 * @param isWanted restricts the search to some runs
 */
function latestRun(
  folder: string,
  target: string,
  isWanted: (report: ConformanceReport) => boolean,
): ConformanceReport | undefined {
  const own = join(folder, targetFolder(target));
  for (const { name, isPartial } of keptIn(own)) {
    const kept = isPartial ? undefined : readIfPossible(join(own, name));
    if (kept !== undefined && isComparable(kept) && kept.target.name === target && isWanted(kept))
      return kept;
  }
  return undefined;
}

/**
 * Keeps a run in which something was verified or found, and removes the oldest one of its target. Whole and partial
 * runs are counted separately, so that many partial runs never push out a whole one.
 * @param folder with the runs of all targets
 * @param size the number of runs that are kept of each target
 * @param report the run
 * @param text its conformance.json, free of secrets
 * @throws Error of the file system
 */
export function keepRun(folder: string, size: number, report: ConformanceReport, text: string): void {
  if (size === 0 || !saysSomething(report)) return;
  const own = join(folder, targetFolder(report.target.name));
  writeAtomically(join(own, nameOf(report)), text);
  const kept = keptIn(own);
  // If somebody built the page of a kept run, it is next to it.
  for (const partial of [true, false])
    for (const { name } of kept.filter(({ isPartial }) => isPartial === partial).slice(size))
      for (const file of [name, name.replace(/\.json$/, '.html')]) rmSync(join(own, file), { force: true });
}

function isComparable(report: ConformanceReport): boolean {
  return isWhole(report) && report.verdict !== 'nothing can be said';
}

/** Only Unix allows a colon in a name. */
function nameOf(report: ConformanceReport): string {
  const moment = report.startedAt.replaceAll(':', '-');
  return `${moment}${isComparable(report) ? '' : '-partial'}.json`;
}

interface Kept {
  readonly name: string;
  readonly isPartial: boolean;
}

/** The runs in a folder, the newest first; all other files there are not ours. */
function keptIn(folder: string): readonly Kept[] {
  return namesIn(folder)
    .flatMap((name) => {
      const found = keptName.exec(name);
      return found === null ? [] : [{ name, isPartial: found.groups?.partial !== undefined }];
    })
    .sort((a, b) => (a.name < b.name ? 1 : -1));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
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
 * Whether a test verified everything that it can verify, so that a resumed run doesn't have to repeat it: it
 * finished, and nothing in it was blocked.
 */
export function isSettled({ status, evidence }: EndedTest): boolean {
  if (evidence === undefined || status === 'timedOut' || status === 'interrupted') return false;
  return evidence.suiteError === undefined && evidence.blocked.length === 0;
}

/**
 * The result of a test that ran again. Its earlier findings remain: running a test again must not make a failure
 * disappear. The parts of the contract that it saw still count as seen.
 * @param earlier undefined if the test ended for the first time
 */
export function laterRun(earlier: EndedTest | undefined, later: EndedTest): EndedTest {
  const before = earlier?.evidence;
  if (earlier === undefined || before === undefined) return later;
  const { evidence } = later;
  if (evidence === undefined) return { ...later, evidence: before };
  const found = new Set(evidence.findings.map(keyOf));
  const kept = before.findings.filter((finding) => !found.has(keyOf(finding)));
  const isFailed = kept.some(({ judgement }) => judgement === 'failed');
  return {
    ...later,
    test: isFailed ? { ...later.test, outcome: 'failed' } : later.test,
    evidence: {
      ...evidence,
      findings: [...kept, ...evidence.findings],
      seen: [...new Set([...before.seen, ...evidence.seen])],
    },
  };
}

/** Two findings of a test with the same key are the same. */
function keyOf(finding: Finding): string {
  return JSON.stringify([finding.requirement, finding.operationId, placeOf(finding), finding.judgement]);
}

/**
 * The cost of a profile's tests on a target: that of its last whole run with the same settings, otherwise that on an
 * environment with everything that a target can have.
 * @param history folder with the kept runs
 */
export function knownCosts(settings: Settings, profile: ProfileName, history: string): KnownCosts {
  const isAlike = (report: ConformanceReport) =>
    report.profile === profile &&
    report.tests.some(({ paced }) => paced !== undefined) &&
    JSON.stringify(report.target.settings) === JSON.stringify(shownSettings(settings));
  const last = latestRun(history, settings.name, isAlike);
  if (last !== undefined) return { costs: costsOf(last.tests, settings.clockSpeed), since: last.startedAt };
  return { costs: measuredCosts(profile) };
}

/** The address of the page, relative to the folder of Playwright's report. */
const link =
  '<p style="margin:0;padding:8px 16px;font:14px/1.4 system-ui,sans-serif"><a href="../index.html">Back to the conformance report</a></p>';

/**
 * Puts a link to the page above Playwright's own report, which offers no place for one.
 * @param file the report's index.html; if it is missing, nothing happens
 */
export function linkBack(file: string): void {
  if (!existsSync(file)) return;
  const html = readFileSync(file, 'utf8');
  // The scripts before the body may also contain the text `<body`.
  const body = html.indexOf('>', html.lastIndexOf('<body')) + 1;
  if (body === 0 || html.includes(link)) return;
  writeFileSync(file, `${html.slice(0, body)}\n${link}${html.slice(body)}`);
}
