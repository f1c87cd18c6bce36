import type { Verdict } from '../verdicts/requirement-verdict.js';
import type { ConformanceReport } from './conformance-report.js';

/** What changed between two runs of a target. No id and no title stands in two of the lists. */
export interface Comparison {
  /** The earlier run. */
  readonly run: { readonly startedAt: string; readonly seed: number; readonly profile: string };
  /** Ids of requirements that are violated now and were not, or that fail now and were only warned or deviated. */
  readonly newlyFailing: readonly string[];
  /** That were violated, and passed now. */
  readonly fixed: readonly string[];
  /** That passed now, and had been neither verified nor violated. */
  readonly newlyCovered: readonly string[];
  /** About which something was known, and nothing now, though nobody left them out. */
  readonly noLongerVerified: readonly string[];
  /** Files and titles of tests that were carried out, and were not now. */
  readonly noLongerRan: readonly string[];
}

/**
 * What changed since an earlier run.
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

/** Whether a run did all that it could: nothing was left out, and it was not ended early. */
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

/** Of two violations: whether the later one weighs more. */
function isWorse(verdict: Verdict, earlier: Verdict | undefined): boolean {
  return verdict === 'failed' && earlier !== 'failed';
}

function isVerified(verdict: Verdict | undefined): boolean {
  return verdict === 'passed' || verdict === 'partial';
}

function isKnown(verdict: Verdict | undefined): boolean {
  return isVerified(verdict) || isViolated(verdict);
}

/** Whether a requirement has no verdict because the operator did not want one. */
function isLeftOut(verdict: Verdict, report: ConformanceReport): boolean {
  return verdict === 'unverified' && !isWhole(report);
}

function verdictsOf({ requirements }: ConformanceReport): ReadonlyMap<string, Verdict> {
  return new Map(requirements.map(({ id, verdict }) => [id, verdict]));
}

/** Requirements of which the earlier run knew something, and that the catalogue no longer has. */
function goneFrom(now: ConformanceReport, before: ConformanceReport): string[] {
  const known = verdictsOf(now);
  return before.requirements
    .filter(({ id, verdict }) => isKnown(verdict) && !known.has(id))
    .map(({ id }) => id);
}

/** Tests that fell silent. A part of a run, or another profile, has other tests: that would say nothing of these. */
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
