/** How much a run does. */
export interface Profile {
  readonly name: ProfileName;
  /** Requests that one property may send, shrinking left aside. */
  readonly exchangesOfProperty: number;
  /** Runs that a property makes in any case. */
  readonly leastRuns: number;
  /** Examples that are tried to make a counterexample smaller. */
  readonly shrinkRuns: number;
  /** Whether nothing but reads is sent. */
  readonly readOnly: boolean;
  /** Whether rate limits are exhausted on targets without a control interface, where it takes others their share. */
  readonly exhaustsShared: boolean;
  /** Milliseconds until a test is given up. */
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

/** Name of the tag of the tests that the profile smoke runs. */
export const smokeTag = '@smoke';

export function isProfileName(name: string): name is ProfileName {
  return profileNames.some((each) => each === name);
}

/**
 * The profile of a run, as CONFORMANCE_PROFILE names it.
 * @throws Error with one sentence when there is no such profile
 */
export function profileIn(environment: Readonly<Record<string, string | undefined>>): Profile {
  const name = environment.CONFORMANCE_PROFILE || 'standard';
  if (!isProfileName(name))
    throw new Error(`There is no profile "${name}": the profiles are ${profileNames.join(', ')}.`);
  return profiles[name];
}
