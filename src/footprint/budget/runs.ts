import type { Profile } from '../../target/profile.js';

/** What one run of a property costs. */
export interface Cost {
  /** Requests that one run sends, about. */
  readonly exchangesEach: number;
  /** How many properties it stands for: it may send as much as all of them. One where it is left out. */
  readonly standsFor?: number;
  /** Whether one run is enough, as where nothing is drawn. */
  readonly once?: boolean;
}

/** Requests that a property may send where the target's limits are shared with everybody else. */
const sharedExchanges = 30;

/**
 * How often a property runs: as often as its profile and the target's rate limits allow.
 * @param shared whether the tests of a run share one key, and with it each window
 */
export function runsOf(
  profile: Profile,
  { exchangesEach, standsFor = 1, once }: Cost,
  shared: boolean,
): number {
  if (once) return 1;
  const exchanges = shared
    ? Math.min(profile.exchangesOfProperty, sharedExchanges)
    : profile.exchangesOfProperty;
  const least = shared ? 1 : profile.leastRuns;
  return Math.max(least, Math.floor((exchanges * standsFor) / exchangesEach));
}
