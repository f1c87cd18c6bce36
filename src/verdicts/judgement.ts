import { isOperation } from '../contract/operations.js';
import type { Requirement } from '../contract/requirements/catalogue.js';
import { leavesAnswerOpen } from '../contract/unshown.js';
import type { Judgement } from './finding.js';
import type { Violation } from './oracles/violation.js';

/**
 * Judges a violated requirement. Where the oracle rests on an assumption that the target has not confirmed, the target
 * can only deviate from it; everything else fails where it is a must and warns where it isn't.
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

/** What doesn't hold, and the operation whose answer showed it. */
export interface Found extends Violation {
  readonly operationId: string;
  /** Present where the target's file closes what is violated. */
  readonly closed?: true;
}

/**
 * The gaps on whose assumptions a violation rests: those that the oracle names, and, for something in the content of an answer,
 * those of the requirement's assumed part, unless the description shows that content. A status or a header is not content. An
 * oracle that names none, with an empty list, knows that the description shows enough. What the target's file closes rests on
 * no gap any more.
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
