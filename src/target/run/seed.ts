import { randomInt } from 'node:crypto';
import { wrong } from '../setting.js';

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

/** @throws SettingsError if a text isn't a seed */
export function seedOf(text: string, name: string): number {
  if (isSeed(text)) return Number(text);
  throw wrong(
    name,
    `must be a whole number from 0 to ${largestSeed}, but is ${JSON.stringify(text)}: leave it out, and the run chooses one.`,
  );
}
