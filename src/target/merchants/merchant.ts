import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '../run/run.js';
import type { Settings } from '../settings.js';
import { type ControlledMerchant, createMerchant } from './control-interface.js';

/** Time as the target counts it. */
export interface TargetClock {
  /** Whether it stands still between two waits, which then take no real time. */
  readonly isHeld?: boolean;
  /**
   * Waits for a number of seconds of the target's time.
   * @param awaited what the caller waits for, as people read it while it does: `a batch to finish`
   */
  wait(seconds: number, awaited?: string): Promise<void>;
}

/** A clock that can't be set: waiting takes real time, divided by the speed of the target's clock. */
export function runningClock(speed: number): TargetClock {
  return { wait: (seconds) => sleep((seconds * 1000) / speed) };
}

/**
 * Times at which to check when the steps to the outcome matter, in seconds from now: immediately, and then every
 * second.
 */
export function* everySecond(deadline: number): Generator<number> {
  for (let seconds = 0; seconds <= deadline; seconds += 1) yield seconds;
}

/**
 * Times at which to check when only the outcome matters, in seconds from now: each pause is twice as long as the one
 * before, up to 8 seconds, and the last check is at the deadline. On a clock that is held, the first one is left out: it
 * rarely shows the outcome, and waiting takes no time.
 */
export function* lessAndLessOften(
  deadline: number,
  { isHeld = false }: Partial<TargetClock> = {},
): Generator<number> {
  let seconds = 0;
  let pause = 1;
  do {
    seconds = Math.min(seconds + pause, deadline);
    pause = Math.min(2 * pause, 8);
    if (!isHeld || seconds !== 1 || seconds === deadline) yield seconds;
  } while (seconds < deadline);
}

/**
 * Waits until each of the given times, and yields how many seconds have passed.
 * @param awaited what the caller waits for: `a batch to finish`
 */
export async function* looks(
  clock: TargetClock,
  times: Iterable<number>,
  awaited?: string,
): AsyncGenerator<number> {
  let passed = 0;
  for (const seconds of times) {
    if (seconds > passed) await clock.wait(seconds - passed, awaited);
    passed = seconds;
    yield seconds;
  }
}

/** The merchant whose data a test uses, and what the target can do for it; what the target can't do is absent. */
export interface Merchant extends Partial<Omit<ControlledMerchant, 'clock' | 'setClock'>> {
  readonly apiKey: string;
  readonly clock: TargetClock;
  /** Whether all tests of the run use this merchant and share its rate limits. */
  readonly shared: boolean;
  /** An image that products may show, if the configuration names one. */
  readonly imageUrl?: string;
  /** Releases the merchant after the test. */
  readonly release: () => Promise<void>;
}

/**
 * The merchant for one test: a separate one with a frozen clock if there is a control interface, otherwise the
 * configured one, whose keys are distributed over the workers. A separate one is grown and used with its second key,
 * unless it must be new.
 * @param worker the index of the worker, from 0
 * @param seed the seed of the test
 * @param run its mark is in the keys of a separate merchant
 * @param isNew whether a separate merchant must have no data
 */
export async function merchantFor(
  settings: Settings,
  worker: number,
  seed: number,
  { mark }: Pick<Run, 'mark'>,
  isNew = false,
): Promise<Merchant> {
  const { control, imageUrl, provocations } = settings;
  const made = control && (await createMerchant({ ...control, mark }, seed, isNew));
  await made?.setClock({ frozen: true });
  const swapped = made && !isNew && { apiKey: made.secondApiKey, secondApiKey: made.apiKey };
  const merchant: Merchant = { ...(made ?? configuredMerchant(settings, worker)), ...swapped };
  return { ...merchant, imageUrl, provocations: provocations ?? merchant.provocations };
}

function configuredMerchant(settings: Settings, worker: number): Merchant {
  const { apiKeys, otherApiKey, expiredApiKey, revokedApiKey, clockSpeed } = settings;
  const apiKey = apiKeys[worker % apiKeys.length];
  if (apiKey === undefined) throw new Error('TARGET_API_KEY is not set.');
  return {
    ...{ apiKey, otherApiKey, expiredApiKey, revokedApiKey },
    secondApiKey: apiKeys.find((key) => key !== apiKey),
    shared: true,
    clock: runningClock(clockSpeed),
    release: async () => {},
  };
}
