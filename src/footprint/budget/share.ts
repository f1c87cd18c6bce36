/** The requests of a limit that a run may send, if it uses a share of it: above 0 and up to 1. */
export function quotaOf(limit: number, share: number): number {
  return Math.max(1, Math.floor(limit * share));
}

/** The most parallel tests if all share a key: more would wait for the same limits. */
export const mostSharingWorkers = 20;

/** How many of them may be tests that use the scarcest operation the most, so that others can go on as well. */
export const scarceWorkers = 3;

/** How many of them may be tests that use the most drafts of others, so that each finds what those before it left. */
export const takingWorkers = 2;
