import type { Verdict } from '../verdicts/requirement-verdict.js';
import type { RequirementReport } from './conformance-report.js';

/** The meaning of each verdict of a requirement, in a few words. */
export const verdictMeanings: Readonly<Record<Verdict, string>> = {
  passed: 'verified in this run',
  partial: 'verified at some of its operations',
  failed: 'a must is violated',
  warned: 'a should or may is violated',
  deviated: 'an unconfirmed assumption does not hold',
  blocked: 'could not be exercised',
  inapplicable: "left out by the target's configuration",
  untested: 'there is no check for it',
  unverified: 'no check of it ran',
};

/** The meaning of a verdict, and how many of the requirements with it have known violations. */
export function meaningAmong(verdict: Verdict, requirements: readonly RequirementReport[]): string {
  const known = requirements.filter((each) => each.verdict === verdict && each.known === true).length;
  return known === 0 ? verdictMeanings[verdict] : `${verdictMeanings[verdict]}; ${known} known`;
}
