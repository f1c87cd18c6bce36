export type ProfileName = 'smoke' | 'standard' | 'release';

/** The extent of a run. */
export type Profile = Readonly<typeof standard & { name: ProfileName }>;

const standard = {
  /** The requests that one property may send, not counting shrinking. */
  exchangesOfProperty: 20,
  /** The runs that a property makes at least. */
  leastRuns: 1,
  /** The examples that shrinking may try to make a counterexample smaller. */
  shrinkRuns: 60,
  readOnly: false,
  /**
   * Whether the run exhausts rate limits on targets without a control interface, where other clients share the limits.
   */
  exhaustsShared: false,
  /** Milliseconds until a test times out. */
  testTimeout: 60_000,
};

/** The profiles of `--profile`. */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  smoke: { ...standard, name: 'smoke', exchangesOfProperty: 10, readOnly: true },
  standard: { ...standard, name: 'standard' },
  release: {
    ...standard,
    name: 'release',
    exchangesOfProperty: 800,
    leastRuns: 20,
    shrinkRuns: 300,
    exhaustsShared: true,
    testTimeout: 600_000,
  },
};

/** The tag of the tests that the `smoke` profile runs. */
export const smokeTag = '@smoke';

/** The cost of one run of a property. */
export interface Cost {
  /** The approximate number of requests that one run sends. */
  readonly exchangesEach: number;
  /** The number of properties that it stands for: it may send as many requests as all of them. Default: one. */
  readonly standsFor?: number;
  /** Whether one run is enough, for example if nothing is drawn. */
  readonly once?: boolean;
  /** Whether the test has already tried a sample of every kind: then no run may be left. */
  readonly sampled?: boolean;
}

/** Requests that a property may send if all tests share the target's limits. */
const sharedExchanges = 30;

/**
 * How often a property runs: as often as its profile and the target's rate limits allow.
 * @param shared whether the tests of a run share one key and its windows
 */
export function runsOf(
  profile: Profile,
  { exchangesEach, standsFor = 1, once, sampled }: Cost,
  shared: boolean,
): number {
  if (once) return 1;
  const { exchangesOfProperty: most } = profile;
  const exchanges = shared ? Math.min(most, sharedExchanges) : most;
  const least = sampled ? 0 : shared ? 1 : profile.leastRuns;
  return Math.max(least, Math.floor((exchanges * standsFor) / exchangesEach));
}

/**
 * Makes the smoke profile run a test too: `test('...', inSmoke(covers('REF-05')), ...)`. Such a test sends a few reads
 * and no writes.
 */
export function inSmoke<Details extends { readonly tag: string[] }>(details: Details): Details {
  return { ...details, tag: [...details.tag, smokeTag] };
}
