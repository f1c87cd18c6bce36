import type { Verdict } from '../../../verdicts/requirement-verdict.js';
import type { RunVerdict } from '../../../verdicts/run-verdict.js';
import type { ConformanceReport } from '../../conformance-report.js';
import { counted } from './in-words.js';

/** A sign for each verdict, so that colour is not the only difference. */
export const signs: Readonly<Record<Verdict, string>> = {
  failed: '✕',
  blocked: '■',
  unverified: '?',
  warned: '!',
  deviated: '≠',
  partial: '◐',
  passed: '✓',
  inapplicable: '–',
  untested: '○',
};

/** The meaning of a run for a decision about a release. */
export function adviceOf({
  verdict,
  totals,
  knownFailures,
}: Pick<ConformanceReport, 'verdict' | 'totals' | 'knownFailures'>): string {
  const known = knownFailures?.entries.filter(({ excuses }) => excuses).length ?? 0;
  const { warned, deviated } = totals.verdicts;
  const differing = [
    ...(known > 0 ? [counted(known, 'known failure')] : []),
    ...(warned > 0 ? [counted(warned, 'warning')] : []),
    ...(deviated > 0 ? [counted(deviated, 'deviation')] : []),
  ].join(' and ');
  if (verdict === 'conformant')
    return differing === ''
      ? 'Go: everything we checked behaves as described.'
      : `Go, with ${differing} to look at.`;
  if (verdict === 'partial')
    return `No decision from this run alone: it checked only a part, in which nothing ${known > 0 ? 'else ' : ''}failed${differing === '' ? '' : `, with ${differing} to look at`}.`;
  if (verdict === 'conformant but for known failures')
    return `Go only if you accept ${differing}: promises are broken, and the list of known failures names them.`;
  return advice[verdict];
}

const advice: Readonly<
  Record<Exclude<RunVerdict, 'conformant' | 'conformant but for known failures' | 'partial'>, string>
> = {
  'non-conformant': 'No go: a promise is broken.',
  'known failures out of date':
    'No decision yet: the list of known failures is out of date. Nothing outside that list is violated.',
  incomplete: 'No decision yet: something that should have been checked could not be.',
  'nothing can be said': 'No decision: this run says nothing about the service.',
};

/** The look of a verdict of a run. */
export const looks: Readonly<Record<RunVerdict, Verdict>> = {
  conformant: 'passed',
  'conformant but for known failures': 'warned',
  'non-conformant': 'failed',
  'known failures out of date': 'failed',
  incomplete: 'blocked',
  partial: 'unverified',
  'nothing can be said': 'blocked',
};
