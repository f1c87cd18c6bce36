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
