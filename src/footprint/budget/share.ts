/** How many requests a run may send in a window with this limit. @param share of the limit, above 0 and up to 1 */
export function quotaOf(limit: number, share: number): number {
  return Math.max(1, Math.floor(limit * share));
}

/**
 * The number of parallel tests if all share a key: they mostly wait, and more tests would only wait for the same
 * limits.
 */
export const sharingWorkers = 20;
