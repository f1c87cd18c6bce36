import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import type { Finding } from '../finding.js';

/** A failure that is known and agreed to be lived with for a while. */
export interface KnownFailure {
  readonly requirement: RequirementId;
  /** The operation that shows it, or the write whose effect it is about; without one it is any. */
  readonly operation?: string;
  readonly reason: string;
  /** Where it is followed up: an http or https URL. */
  readonly link: string;
  /** The last day on which it counts, as `2030-01-31`, UTC. */
  readonly expires: string;
}

/** The known failures of a target. */
export interface KnownFailures {
  /** The file that names them, as it is shown. */
  readonly file: string;
  /** The day of the run, as `2030-01-31`, UTC. */
  readonly day: string;
  readonly entries: readonly KnownFailure[];
}

/** An entry as a sentence calls it: `REF-06 at listBrands`. */
export function nameOf({ requirement, operation }: Pick<KnownFailure, 'requirement' | 'operation'>): string {
  return operation === undefined ? requirement : `${requirement} at ${operation}`;
}

/** Whether an entry no longer counts. @param day `2030-01-31` */
export function isExpired({ expires }: KnownFailure, day: string): boolean {
  return expires < day;
}

/** Whether a finding is what an entry speaks of, whatever its date. */
export function speaksOf(
  { requirement, operation }: KnownFailure,
  finding: Pick<Finding, 'requirement' | 'operationId' | 'write'>,
): boolean {
  if (requirement !== finding.requirement) return false;
  return operation === undefined || operation === finding.operationId || operation === finding.write;
}

/**
 * Whether a finding is known: it fails or is warned of, as an entry says that it does. A deviation is none: it gates
 * nothing, so that nobody has to live with it.
 */
export function isKnown(
  finding: Pick<Finding, 'requirement' | 'operationId' | 'write' | 'judgement'>,
  known: KnownFailures | undefined,
): boolean {
  if (known === undefined || finding.judgement === 'deviated') return false;
  return known.entries.some((entry) => speaksOf(entry, finding) && !isExpired(entry, known.day));
}
