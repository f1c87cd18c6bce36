import type { Verdict } from '../verdicts/requirement-verdict.js';

/** What each verdict says of a requirement, in a few words. */
export const verdictMeanings: Readonly<Record<Verdict, string>> = {
  passed: 'verified in this run',
  failed: 'a must is violated',
  warned: 'a should or may is violated',
  deviated: 'an unconfirmed assumption does not hold',
  blocked: 'could not be exercised',
  inapplicable: 'left out by the configuration of the target',
  untested: 'the catalogue has no check for it',
  unverified: 'no check of it ran',
};
