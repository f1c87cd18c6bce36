/** The requests of a limit that a run may send, if it uses a share of it: above 0 and up to 1. */
export function quotaOf(limit: number, share: number): number {
  return Math.max(1, Math.floor(limit * share));
}

/** The number of parallel tests if all share a key: they mostly wait, and more would wait for the same limits. */
export const sharingWorkers = 20;
