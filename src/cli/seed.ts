/** Seeds are 32-bit integers with a sign, here and in the sandbox. */
export const largestSeed = 2 ** 31 - 1;

/** A seed as it was written; undefined where it is none. */
export function seedIn(value: string): string | undefined {
  return /^\d{1,10}$/.test(value) && Number(value) <= largestSeed ? value : undefined;
}
