import type { Requirement } from '../requirements/catalogue.js';
import type { Evidence } from './evidence.js';
import type { Finding } from './finding.js';
import type { Judgement } from './judgement.js';
import { summed } from './summed.js';

/**
 * The verdict of a requirement. `untested` is the catalogue's own word that there is no check (yet): it gates nothing,
 * and it is never counted as passed.
 */
export type Verdict =
  | 'passed'
  | 'failed'
  | 'warned'
  | 'deviated'
  | 'blocked'
  | 'inapplicable'
  | 'untested'
  | 'unverified';

/** All verdicts, the most pressing first. */
export const verdicts: readonly Verdict[] = [
  'failed',
  'blocked',
  'unverified',
  'warned',
  'deviated',
  'passed',
  'inapplicable',
  'untested',
];

/** What a run says about one requirement. */
export interface RequirementResult {
  readonly requirement: Requirement;
  readonly verdict: Verdict;
  /** Tests that cover it, or that came across it in an always-on check. */
  readonly tests: number;
  /** Exchanges in which it was verified. */
  readonly exchanges: number;
  /** The same for each operation. */
  readonly verifiedBy: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
  /** Present where all the findings that its verdict rests on are known, so that it doesn't gate. */
  readonly known?: true;
  /** Why it is neither passed nor failed, or what of it is not checked yet. */
  readonly reason?: string;
}

/**
 * Makes one verdict from what all tests learned. A failure outweighs everything; something that could not be
 * exercised outweighs what is no failure, or a known one; a requirement for which the catalogue has no check never passes.
 */
export function requirementResult(
  requirement: Requirement,
  evidence: readonly Evidence[],
): RequirementResult {
  const { id } = requirement;
  const findings = evidence.flatMap((each) => each.findings.filter((finding) => finding.requirement === id));
  const verifiedBy = summed(evidence.map((each) => each.verified[id] ?? {}));
  const exchanges = Object.values(verifiedBy).reduce((sum, each) => sum + each, 0);
  const about = evidence.filter(
    (each) =>
      each.covers.includes(id) ||
      each.verified[id] !== undefined ||
      each.findings.some((finding) => finding.requirement === id),
  );
  const result = { requirement, tests: about.length, exchanges, verifiedBy, findings };
  const found = (judgement: Judgement) => findings.some((finding) => finding.judgement === judgement);
  const isNews = (judgement: Judgement) =>
    findings.some((finding) => finding.judgement === judgement && finding.known === undefined);
  if (isNews('failed')) return { ...result, verdict: 'failed' };
  const blocked = evidence.flatMap((each) => each.blocked).find((each) => each.requirement === id);
  if (blocked !== undefined) return { ...result, verdict: 'blocked', reason: blocked.reason };
  if (found('failed')) return { ...result, verdict: 'failed', known: true };
  if (isNews('warned')) return { ...result, verdict: 'warned' };
  if (found('warned')) return { ...result, verdict: 'warned', known: true };
  if (found('deviated')) return { ...result, verdict: 'deviated' };
  if (requirement.notTested !== undefined)
    return { ...result, verdict: 'untested', reason: requirement.notTested.reason };
  if (exchanges > 0) {
    const open = requirement.notTestedPart;
    return {
      ...result,
      verdict: 'passed',
      ...(open === undefined ? {} : { reason: `not yet checked: ${open.what}` }),
    };
  }
  const inapplicable = evidence.flatMap((each) => each.inapplicable).find((each) => each.requirement === id);
  if (inapplicable !== undefined) return { ...result, verdict: 'inapplicable', reason: inapplicable.reason };
  return { ...result, verdict: 'unverified', reason: 'no check of it ran' };
}
