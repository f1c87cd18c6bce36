/** Tests that run at a time where all share a key: enough that the limits, not the waiting, decide how long a run takes. */
export const sharingWorkers = 20;

/** How many of them may be of those that need the most of what is scarcest: the others go on beside them. */
export const scarceWorkers = 4;
