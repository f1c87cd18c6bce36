import { randomInt } from 'node:crypto';
import { SettingsError } from '../settings.js';

/** Seeds are 32-bit integers with a sign, here and in the sandbox. */
export const largestSeed = 2 ** 31 - 1;

/** Whether a text is a seed: a whole number from 0 on. */
export function isSeed(text: string): boolean {
  return /^\d{1,10}$/.test(text) && Number(text) <= largestSeed;
}

/** A seed that no other run is likely to have. */
export function newSeed(): number {
  return randomInt(1, largestSeed + 1);
}

/**
 * The seed that CONFORMANCE_SEED names; if it is not set, 1 on a CI server, and a new one elsewhere.
 * @throws SettingsError if it isn't a seed
 */
export function seedIn({ CONFORMANCE_SEED: seed, CI }: Readonly<Record<string, string | undefined>>): number {
  if (seed && !isSeed(seed))
    throw new SettingsError(
      'CONFORMANCE_SEED',
      `CONFORMANCE_SEED must be a whole number from 0 to ${largestSeed}, but is ${JSON.stringify(seed)}: leave it out, and the run chooses one.`,
    );
  return seed ? Number(seed) : CI ? 1 : newSeed();
}
