/** How much a run does. */
export interface Profile {
  readonly name: ProfileName;
  /** The requests that one property may send, not counting shrinking. */
  readonly exchangesOfProperty: number;
  /** The runs that a property makes at least. */
  readonly leastRuns: number;
  /** The examples that shrinking may try to make a counterexample smaller. */
  readonly shrinkRuns: number;
  /** Whether the run only sends reads. */
  readonly readOnly: boolean;
  /**
   * Whether the run exhausts rate limits on targets without a control interface, where other clients share the limits.
   */
  readonly exhaustsShared: boolean;
  /** Milliseconds until a test times out. */
  readonly testTimeout: number;
}

/** The profiles of `--profile`. */
export const profileNames = ['smoke', 'standard', 'release'] as const;
export type ProfileName = (typeof profileNames)[number];

const standard: Profile = {
  name: 'standard',
  exchangesOfProperty: 80,
  leastRuns: 2,
  shrinkRuns: 60,
  readOnly: false,
  exhaustsShared: false,
  testTimeout: 60_000,
};

const profiles: Readonly<Record<ProfileName, Profile>> = {
  smoke: { ...standard, name: 'smoke', exchangesOfProperty: 10, leastRuns: 1, readOnly: true },
  standard,
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

function isProfileName(name: string): name is ProfileName {
  return profileNames.some((each) => each === name);
}

/**
 * The profile that CONFORMANCE_PROFILE names; `standard` by default.
 * @throws Error with one sentence when there is no such profile
 */
export function profileIn(environment: Readonly<Record<string, string | undefined>>): Profile {
  const name = environment.CONFORMANCE_PROFILE || 'standard';
  if (!isProfileName(name))
    throw new Error(`There is no profile "${name}": the profiles are ${profileNames.join(', ')}.`);
  return profiles[name];
}
