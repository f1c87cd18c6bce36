/** Parallel tests if all share a key: enough that the limits, not the waiting, decide how long a run takes. */
export const sharingWorkers = 20;

/** How many of them may be tests that use the scarcest operation the most, so that others can go on as well. */
export const scarceWorkers = 4;
