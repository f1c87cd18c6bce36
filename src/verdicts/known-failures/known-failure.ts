import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import type { Finding } from '../finding.js';

/** A known, accepted failure. */
export interface KnownFailure {
  readonly requirement: RequirementId;
  /** The operation that shows it, or the write whose effect is wrong; if absent, any operation. */
  readonly operation?: string;
  readonly reason: string;
  /** The page that tracks the failure: an http or https URL. */
  readonly link: string;
  /** The last day on which the entry counts, such as `2030-01-31`, in UTC. */
  readonly expires: string;
}

/** The known failures of a target. */
export interface KnownFailures {
  /** The file that names them, as users see it. */
  readonly file: string;
  /** The day of the run, such as `2030-01-31`, in UTC. */
  readonly day: string;
  readonly entries: readonly KnownFailure[];
}

/** The name of an entry in a sentence: `REF-06 at listBrands`. */
export function nameOf({ requirement, operation }: Pick<KnownFailure, 'requirement' | 'operation'>): string {
  return operation === undefined ? requirement : `${requirement} at ${operation}`;
}

/** Whether an entry no longer counts. @param day `2030-01-31` */
export function isExpired({ expires }: KnownFailure, day: string): boolean {
  return expires < day;
}

/** Whether an entry describes a finding, regardless of when the entry expires. */
export function speaksOf(
  { requirement, operation }: KnownFailure,
  finding: Pick<Finding, 'requirement' | 'operationId' | 'write'>,
): boolean {
  if (requirement !== finding.requirement) return false;
  return operation === undefined || operation === finding.operationId || operation === finding.write;
}

/**
 * Whether a finding is known: it fails or warns, and an entry that hasn't expired describes it. A deviation is never
 * a known failure: it doesn't gate, so it needs no acceptance.
 */
export function isKnown(
  finding: Pick<Finding, 'requirement' | 'operationId' | 'write' | 'judgement'>,
  known: KnownFailures | undefined,
): boolean {
  if (known === undefined || finding.judgement === 'deviated') return false;
  return known.entries.some((entry) => speaksOf(entry, finding) && !isExpired(entry, known.day));
}

/** How a run judges a known failure. */
export interface KnownFailureStanding extends KnownFailure {
  readonly standing: Standing;
  /** Whether a finding would have made the run non-conformant if it had not been known. */
  readonly excuses: boolean;
  /** A sentence: what the run saw, and what to do if the entry is out of date. */
  readonly says: string;
}

export type Standing = (typeof standings)[number];

/** All standings; those that turn a run red are first. */
const standings = ['passes', 'expired', 'unmatched', 'fails', 'deviates', 'not exercised'] as const;

/** Whether an entry is out of date, which turns the run red. */
export function isOutdated({ standing }: Pick<KnownFailureStanding, 'standing'>): boolean {
  return standing === 'passes' || standing === 'expired' || standing === 'unmatched';
}

/** Sorts the entries that turn a run red to the front; the others keep the order of their file. */
export function inOrderOfStanding(entries: readonly KnownFailureStanding[]): KnownFailureStanding[] {
  return entries.toSorted((a, b) => standings.indexOf(a.standing) - standings.indexOf(b.standing));
}
