/** Seeds are signed 32-bit integers, here and in the sandbox. */
export const largestSeed = 2 ** 31 - 1;

/** The seed in a text; undefined if the text is not a seed. */
export function seedIn(value: string): string | undefined {
  return /^\d{1,10}$/.test(value) && Number(value) <= largestSeed ? value : undefined;
}
