import { groupedBy } from '../../contract/values/groups.js';
import { tooFewItems } from '../../operations/prerequisites/dealt-orders.js';
import { inPart, isViolated, whatIsMissing } from '../../verdicts/requirement-verdict.js';
import { extentOf } from '../../verdicts/run-verdict.js';
import type { ConformanceReport, RequirementReport } from '../data/conformance-report.js';
import type { Entry } from './section.js';

type Judged = Pick<ConformanceReport, 'requirements' | 'deselected'>;

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
export function openByCause(report: Judged): (Entry & { readonly ids: readonly string[] })[] {
  const open = openRequirements(report).map((requirement) => {
    const missing = whatIsMissing(requirement, report.deselected !== undefined);
    // More orders solve all that lack items, even if some lack something else, too.
    const lacksItems = missing?.obstacles.includes('too few order items');
    return { requirement, reason: lacksItems ? tooFewItems : (missing?.causes[0] ?? '') };
  });
  const groups = groupedBy(open, ({ requirement, reason }) => `${requirement.verdict} ${reason}`);
  return [...groups.values()].map((group) => {
    const [{ requirement, reason }] = group;
    const { verdict } = requirement;
    const all = group.map((each) => each.requirement);
    const exercised = all.filter((each) => extentOf([each]) !== 'nothing');
    const parts = [...groupedBy(exercised, (each) => inPart(each, reason))];
    // What kept the rest from being verified is not what its verdict rests on.
    const label = isViolated(verdict) ? `${verdict}, and only in part verified` : verdict;
    return {
      ...{ label, look: verdict, text: reason },
      ids: all.map(({ id }) => id),
      parts: parts.map(([text, having]) => ({ text, ids: having.map(({ id }) => id) })),
    };
  });
}
