import { isOperation } from '../contract/operations.js';
import type { Requirement } from '../contract/requirements/catalogue.js';
import { leavesAnswerOpen } from '../contract/unshown.js';
import type { Judgement } from './finding.js';
import type { Violation } from './oracles/violation.js';

/**
 * Judges a violated requirement. If the oracle rests on an assumption that the target has not confirmed, the target
 * only deviates; otherwise a violated must fails, and anything weaker warns.
 * @param found what the oracle found, and the operation whose answer showed it
 * @param isConfirmed whether the target confirms a gap, as in TARGET_CONFIRMED_GAPS
 */
export function judge(
  requirement: Requirement,
  found: Found,
  isConfirmed: (gap: string) => boolean,
): Judgement {
  if (!gapsAtStake(requirement, found).every(isConfirmed)) return 'deviated';
  return requirement.strength === 'must' && found.atMost === undefined ? 'failed' : 'warned';
}

/** A violation, and the operation whose answer showed it. */
export interface Found extends Violation {
  readonly operationId: string;
  /** Present if the target's file closes the violated point. */
  readonly closed?: true;
}

/**
 * The gaps whose assumptions a violation rests on: the gaps that the oracle names and, if the violation is in the
 * content of an answer, the gaps of the requirement's assumed part, unless the description shows that content. A
 * status or a header is not content. If the oracle gives an empty list of gaps, it knows that the description shows
 * enough. A point that the target's file closes no longer rests on any gap.
 */
export function gapsAtStake(
  requirement: Requirement,
  { at, gaps, operationId, closed }: Found,
): readonly string[] {
  if (closed) return [];
  if (requirement.from === 'assumed') return [...new Set([...requirement.gap, ...(gaps ?? [])])];
  const isOpen = (gap: string) => !isOperation(operationId) || leavesAnswerOpen(gap, operationId);
  const isContent = at !== undefined && !/^(?:status$|header )/.test(at);
  const assumed = isContent && gaps?.length !== 0 ? (requirement.assumedPart?.gap ?? []).filter(isOpen) : [];
  return [...new Set([...(gaps ?? []), ...assumed])];
}
