import type { Unmet } from '../oracles/unmet.js';
import type { Requirement } from '../requirements/catalogue.js';

/** What a violation means for the target: only `failed` makes a run red. */
export type Judgement = (typeof judgements)[number];

/** All of them, the worst first. */
export const judgements = ['failed', 'warned', 'deviated'] as const;

/**
 * Judges a violated requirement. Where the oracle rests on an assumption that the target has not confirmed, the target
 * can only deviate from it; everything else fails where it is a must and warns where it isn't.
 * @param unmet what the oracle found
 * @param isConfirmed whether the target confirms a gap, as in TARGET_CONFIRMED_GAPS
 */
export function judge(
  requirement: Requirement,
  unmet: Unmet,
  isConfirmed: (gap: string) => boolean,
): Judgement {
  if (!gapsAtStake(requirement, unmet).every(isConfirmed)) return 'deviated';
  return requirement.strength === 'must' && unmet.atMost === undefined ? 'failed' : 'warned';
}

/**
 * The gaps on whose assumptions a violation rests. A part that is assumed is always about where something stands in a
 * body: a wrong status is wrong without it.
 */
export function gapsAtStake(requirement: Requirement, unmet: Unmet): readonly string[] {
  const own = unmet.gaps ?? [];
  if (requirement.from === 'assumed') return [...requirement.gap, ...own];
  const inBody = unmet.at?.startsWith('body') === true;
  return inBody ? [...own, ...(requirement.assumedPart?.gap ?? [])] : own;
}
