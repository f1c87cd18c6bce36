import type { Verdict } from '../../../verdicts/requirement-verdict.js';
import type { RunVerdict } from '../../../verdicts/run-verdict.js';
import type { ConformanceReport } from '../../conformance-report.js';
import type { Detection, DetectionReport } from '../../report-file.js';

/** A date and time for readers: `2026-11-21 18:39 UTC`. @param iso ISO 8601 */
export function momentInWords(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** A duration for readers: `30 s`, `4 min 12 s`, `1 h 5 min`. */
export function spanInWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 1) return `${Math.round(milliseconds)} ms`;
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The duration of an answer for readers: `0.6 ms`, `120 ms`, `1.5 s`. */
export function durationInWords(milliseconds: number): string {
  if (milliseconds >= 1000) return `${Number((milliseconds / 1000).toPrecision(2))} s`;
  return `${milliseconds < 10 ? Number(milliseconds.toPrecision(2)) : Math.round(milliseconds)} ms`;
}

/** A number with its noun: `1 test`, `12 tests`. */
export function counted(count: number, thing: string): string {
  return `${grouped(count)} ${thing}${count === 1 ? '' : 's'}`;
}

/** A number with separated thousands: `33,216`. */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

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

/** The results of a proof of the checks. */
export interface Proof {
  /** Undefined if there was no proof. */
  readonly ran: Pick<DetectionReport, 'seed' | 'complete'> | undefined;
  /** The faults that were planted against a requirement, by its id. */
  readonly faultsOf: (requirement: string) => readonly Detection[];
}

/** The faults of a proof, by the requirement that each one violates. */
export function provenBy(proof: DetectionReport | undefined): Proof {
  const faults = new Map<string, Detection[]>();
  for (const fault of proof?.faults ?? [])
    faults.set(fault.violates, [...(faults.get(fault.violates) ?? []), fault]);
  return { ran: proof, faultsOf: (requirement) => faults.get(requirement) ?? [] };
}
