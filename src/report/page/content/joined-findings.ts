import { type Judgement, judgements } from '../../../verdicts/finding.js';
import type { ReportedFinding } from '../../conformance-report.js';

/** The same finding of several tests. */
export interface JoinedFinding {
  /** Its address in the page: `BAT-10-1` is the first of BAT-10. */
  readonly address: string;
  /** The finding that is shown: the first with a counterexample, otherwise the first. */
  readonly finding: ReportedFinding;
  /** The findings of the other tests. */
  readonly alike: readonly ReportedFinding[];
}

/**
 * The findings of a requirement for display, the worst first. Findings with the same expectation at the same place of
 * the same operation are joined; positions in lists don't matter.
 */
export function joinedFindings(findings: readonly ReportedFinding[]): JoinedFinding[] {
  const groups = new Map<string, ReportedFinding[]>();
  for (const finding of inOrder(findings)) {
    const { judgement, operationId, write, at = '', expected } = finding;
    const key = JSON.stringify([judgement, operationId, write, at.replaceAll(/\[\d+\]/g, '[]'), expected]);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()].flatMap((group, index) => {
    const finding = group.find(({ counterexample }) => counterexample !== undefined) ?? group[0];
    if (finding === undefined) return [];
    const address = `${finding.requirement}-${index + 1}`;
    return [{ address, finding, alike: group.filter((each) => each !== finding) }];
  });
}

/** The worst first, otherwise in the given order. */
export function inOrder<Found extends { readonly judgement: Judgement }>(
  findings: readonly Found[],
): Found[] {
  return findings.toSorted((a, b) => judgements.indexOf(a.judgement) - judgements.indexOf(b.judgement));
}
