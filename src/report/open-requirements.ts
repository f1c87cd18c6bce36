import type { Verdict } from '../verdicts/requirement-verdict.js';
import type { ConformanceReport, RequirementReport } from './conformance-report.js';

/** Requirements that were not verified for the same reason. */
export interface OpenRequirements {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly requirements: readonly RequirementReport[];
}

/** The requirements that should have been verified and were not, without those that the operator left out. */
export function openRequirements({
  requirements,
  deselected,
}: Pick<ConformanceReport, 'requirements' | 'deselected'>): RequirementReport[] {
  return requirements.filter(
    ({ verdict, missed }) =>
      verdict === 'blocked' ||
      missed?.kind === 'blocked' ||
      ((verdict === 'unverified' || missed?.kind === 'unverified') && deselected === undefined),
  );
}

/** The open requirements grouped by reason: one problem often blocks many requirements. */
export function openByReason(
  report: Pick<ConformanceReport, 'requirements' | 'deselected'>,
): OpenRequirements[] {
  const groups = new Map<string, OpenRequirements>();
  for (const requirement of openRequirements(report)) {
    const { verdict, missed, reason = missed?.reason ?? 'no reason is known' } = requirement;
    const key = `${verdict} ${reason}`;
    const alike = groups.get(key)?.requirements ?? [];
    groups.set(key, { verdict, reason, requirements: [...alike, requirement] });
  }
  return [...groups.values()];
}
