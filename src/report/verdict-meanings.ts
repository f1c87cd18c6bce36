import type { Verdict } from '../verdicts/requirement-verdict.js';
import type { RequirementReport } from './conformance-report.js';

/** What each verdict says of a requirement, in a few words. */
export const verdictMeanings: Readonly<Record<Verdict, string>> = {
  passed: 'verified in this run',
  partial: 'verified at some of the operations that it speaks of',
  failed: 'a must is violated',
  warned: 'a should or may is violated',
  deviated: 'an unconfirmed assumption does not hold',
  blocked: 'could not be exercised',
  inapplicable: 'left out by the configuration of the target',
  untested: 'the catalogue has no check for it',
  unverified: 'no check of it ran',
};

/** What a verdict says of the requirements that have it, and how many of them are known to be violated. */
export function meaningAmong(verdict: Verdict, requirements: readonly RequirementReport[]): string {
  const known = requirements.filter((each) => each.verdict === verdict && each.known === true).length;
  return known === 0 ? verdictMeanings[verdict] : `${verdictMeanings[verdict]}; ${known} known`;
}
