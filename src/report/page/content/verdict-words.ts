import type { Verdict } from '../../../verdicts/requirement-verdict.js';
import type { RunVerdict } from '../../../verdicts/run-verdict.js';

/** A sign for each verdict, so that none is told by its colour alone. */
export const signs: Readonly<Record<Verdict, string>> = {
  failed: '✕',
  blocked: '■',
  unverified: '?',
  warned: '!',
  deviated: '≠',
  passed: '✓',
  inapplicable: '–',
  untested: '○',
};

/** What each verdict means, as the README has it. */
export const meanings: Readonly<Record<Verdict, string>> = {
  failed: 'A must is violated.',
  blocked: 'Applicable, but it could not be exercised.',
  unverified: 'It has a check, but none ran.',
  warned: 'A should or may is violated.',
  deviated: 'The service does otherwise than assumed where the description is silent.',
  passed: 'Verified in this run.',
  inapplicable: 'Left out by the configuration of the target.',
  untested: 'The catalogue has no check for it.',
};

/** What a verdict means to those who decide about a release. */
export const advice: Readonly<Record<RunVerdict, string>> = {
  conformant: 'Go: whatever was checked is as promised.',
  'non-conformant': 'No go: a promise is broken.',
  incomplete: 'No decision yet: something that should have been checked could not be.',
  partial: 'No decision by this run alone: only a part was asked for, and that part is as promised.',
  'nothing can be said': 'No decision: this run says nothing about the service.',
};

/** The look of a verdict of a run. */
export const looks: Readonly<Record<RunVerdict, Verdict>> = {
  conformant: 'passed',
  'non-conformant': 'failed',
  incomplete: 'blocked',
  partial: 'unverified',
  'nothing can be said': 'blocked',
};
