import type { Requirement } from '../requirements/catalogue.js';

/** What a violation means for the target: only `failed` makes a run red. */
export type Judgement = 'failed' | 'warned' | 'deviated';

/**
 * Judges a violated requirement. An assumption that the target has not confirmed can only be deviated from;
 * everything else fails where it is a must and warns where it isn't.
 * @param isConfirmed whether the target confirms a gap, as in TARGET_CONFIRMED_GAPS
 * @param atMost keeps a violation that the description half allows from failing
 */
export function judge(
  requirement: Requirement,
  isConfirmed: (gap: string) => boolean,
  atMost?: 'warned',
): Judgement {
  if (requirement.from === 'assumed' && !requirement.gap.every(isConfirmed)) return 'deviated';
  return requirement.strength === 'must' && atMost === undefined ? 'failed' : 'warned';
}
