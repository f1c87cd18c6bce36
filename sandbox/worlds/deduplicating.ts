import { BATCH_PACE } from '../domain/batches.js';
import * as at from '../faults/plants/operations.js';
import type { World } from './world.js';

/** Seconds after its end during which an equal submission still gets a batch's id. */
const SECONDS = 2;

const rule = `A submission equal to a batch that is in flight, or ended at most ${SECONDS} seconds ago, is answered with the id of that batch, and does nothing more.`;

/** Takes an equal submission for a repetition of the first one (gap G-21). */
export const deduplicating: World = {
  name: 'deduplicating',
  does: rule,
  words: {},
  rules: { batchPace: { ...BATCH_PACE, sharedFor: SECONDS * 1_000 } },
  describe: (operation) =>
    at.BATCH_WRITES.some((id) => id === operation.operationId)
      ? { ...operation, description: rule }
      : operation,
};
