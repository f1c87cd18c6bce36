import { tooFewItems } from '../../operations/prerequisites/dealt-orders.js';
import { inPart, type Verdict, whatIsMissing } from '../../verdicts/requirement-verdict.js';
import { extentOf } from '../../verdicts/run-verdict.js';
import type { ConformanceReport, RequirementReport } from './conformance-report.js';

type Judged = Pick<ConformanceReport, 'requirements' | 'deselected'>;

/** Requirements with the same verdict that were not verified, or only in part, for the same reason. */
export interface OpenRequirements {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly ids: readonly string[];
  /** Where they were verified, and which part of them is missing; empty if none of them was exercised. */
  readonly parts: readonly { readonly where: string; readonly ids: readonly string[] }[];
}

/**
 * The requirements that should have been verified and were not, or only in part, without those that the operator left
 * out.
 */
export function openRequirements({ requirements, deselected }: Judged): RequirementReport[] {
  return requirements.filter((each) => whatIsMissing(each, deselected !== undefined) !== undefined);
}

/** What all requirements that are open have in common, as a title. */
export function openTitleOf(report: Judged): string {
  const titles = {
    nothing: 'Not verified',
    'a part': 'Verified only in part',
    'a part of some': 'Not verified, or only in part',
  };
  return titles[extentOf(openRequirements(report))];
}

/** The open requirements by verdict and cause: one problem often blocks many, which may also lack the same part. */
export function openByCause(report: Judged): OpenRequirements[] {
  const groups = new Map<string, Group>();
  for (const requirement of openRequirements(report)) {
    const { id, verdict } = requirement;
    const missing = whatIsMissing(requirement, report.deselected !== undefined);
    // More orders solve all that lack items, even if some lack something else, too.
    const lacksItems = missing?.obstacles.includes('too few order items');
    const reason = lacksItems ? tooFewItems : (missing?.causes[0] ?? '');
    const key = `${verdict} ${reason}`;
    const group: Group = groups.get(key) ?? { verdict, reason, ids: [], parts: new Map() };
    groups.set(key, group);
    group.ids.push(id);
    if (extentOf([requirement]) === 'nothing') continue;
    const where = inPart(requirement, reason);
    group.parts.set(where, [...(group.parts.get(where) ?? []), id]);
  }
  return [...groups.values()].map(({ parts, ...group }) => ({
    ...group,
    parts: [...parts].map(([where, ids]) => ({ where, ids })),
  }));
}

interface Group extends Pick<OpenRequirements, 'verdict' | 'reason'> {
  readonly ids: string[];
  /** The ids of requirements by where they were verified. */
  readonly parts: Map<string, readonly string[]>;
}
