/** Tests that run at a time where all share a key: enough that the limits, not the waiting, decide how long a run takes. */
export const sharingWorkers = 20;
