import { type Judgement, judgements } from '../../../verdicts/finding.js';
import type { ReportedFinding } from '../../conformance-report.js';

/** What several tests found alike. */
export interface JoinedFinding {
  /** Its address in the page: `BAT-10-1` is the first of BAT-10. */
  readonly address: string;
  /** The one that is shown: the first that brings a counterexample, else the first. */
  readonly finding: ReportedFinding;
  /** The others, each of another test. */
  readonly alike: readonly ReportedFinding[];
}

/**
 * The findings of a requirement as they are shown, the worst first. The same, expected at the same place of the same
 * operation, is one; positions in lists don't matter.
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

/** The worst first, else as they stand. */
export function inOrder<Found extends { readonly judgement: Judgement }>(
  findings: readonly Found[],
): Found[] {
  return findings.toSorted((a, b) => judgements.indexOf(a.judgement) - judgements.indexOf(b.judgement));
}
