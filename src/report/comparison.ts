import type { Verdict } from '../verdicts/requirement-verdict.js';
import type { Comparison, ConformanceReport } from './conformance-report.js';

/**
 * Compares a run with an earlier one.
 * @param now the later run; its requirements give the lists their order
 * @param before the earlier run, of the same target
 */
export function compareRuns(now: ConformanceReport, before: ConformanceReport): Comparison {
  const verdictBefore = verdictsOf(before);
  const ids = (isIn: (now: Verdict, before: Verdict | undefined) => boolean) =>
    now.requirements.filter(({ id, verdict }) => isIn(verdict, verdictBefore.get(id))).map(({ id }) => id);
  const { startedAt, seed, profile } = before;
  return {
    run: { startedAt, seed, profile },
    newlyFailing: ids(
      (verdict, earlier) => isViolated(verdict) && (!isViolated(earlier) || isWorse(verdict, earlier)),
    ),
    fixed: ids((verdict, earlier) => isVerified(verdict) && isViolated(earlier)),
    newlyCovered: ids((verdict, earlier) => isVerified(verdict) && !isKnown(earlier)),
    noLongerVerified: [
      ...ids((verdict, earlier) => isKnown(earlier) && !isKnown(verdict) && !isLeftOut(verdict, now)),
      ...goneFrom(now, before),
    ],
    noLongerRan: noLongerRan(now, before),
  };
}

/** Whether a run did all that it could: nothing was left out, and it did not end early. */
export function isWhole(report: ConformanceReport): boolean {
  return report.deselected === undefined && report.endedEarly === undefined;
}

/** Whether a run verified anything, or found anything violated. */
export function saysSomething({ requirements }: ConformanceReport): boolean {
  return requirements.some(({ verdict }) => isKnown(verdict));
}

function isViolated(verdict: Verdict | undefined): boolean {
  return verdict === 'failed' || verdict === 'warned' || verdict === 'deviated';
}

/** Whether the later of two violations is more serious. */
function isWorse(verdict: Verdict, earlier: Verdict | undefined): boolean {
  return verdict === 'failed' && earlier !== 'failed';
}

function isVerified(verdict: Verdict | undefined): boolean {
  return verdict === 'passed' || verdict === 'partial';
}

function isKnown(verdict: Verdict | undefined): boolean {
  return isVerified(verdict) || isViolated(verdict);
}

/** Whether a requirement has no verdict because the operator left it out. */
function isLeftOut(verdict: Verdict, report: ConformanceReport): boolean {
  return verdict === 'unverified' && !isWhole(report);
}

function verdictsOf({ requirements }: ConformanceReport): ReadonlyMap<string, Verdict> {
  return new Map(requirements.map(({ id, verdict }) => [id, verdict]));
}

/** Requirements that have a result in the earlier run and are no longer in the catalogue. */
function goneFrom(now: ConformanceReport, before: ConformanceReport): string[] {
  const known = verdictsOf(now);
  return before.requirements
    .filter(({ id, verdict }) => isKnown(verdict) && !known.has(id))
    .map(({ id }) => id);
}

/** Tests that no longer ran. A partial run, or one with another profile, has other tests, so it can't be compared. */
function noLongerRan(now: ConformanceReport, before: ConformanceReport): string[] {
  if (!isWhole(now) || !isWhole(before) || now.profile !== before.profile) return [];
  const ranNow = carriedOut(now);
  return [...carriedOut(before)].filter((test) => !ranNow.has(test));
}

function carriedOut({ tests }: ConformanceReport): ReadonlySet<string> {
  return new Set(
    tests
      .filter(({ outcome }) => outcome === 'passed' || outcome === 'failed')
      .map(({ file, title }) => `${file} › ${title}`),
  );
}
