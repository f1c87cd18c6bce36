import { batchIdFaults } from './errors/batch-ids.js';
import { errorBodyFaults } from './errors/bodies.js';
import { carriedOutFaults } from './errors/carried-out.js';
import { crashFaults } from './errors/crashes.js';
import { malformedBatchFaults } from './errors/malformed-batches.js';
import { messageFaults } from './errors/messages.js';
import { statusFaults } from './errors/statuses.js';
import { unknownIdFaults } from './errors/unknown-ids.js';
import { unknownKeyFaults } from './errors/unknown-keys.js';
import type { Fault } from './fault.js';

/** Faults of refusals and of how they are answered (clauses 2.5 and 7). */
export const errorsFaults: readonly Fault[] = [
  ...errorBodyFaults,
  ...unknownIdFaults,
  ...batchIdFaults,
  ...malformedBatchFaults,
  ...crashFaults,
  ...carriedOutFaults,
  ...statusFaults,
  ...messageFaults,
  ...unknownKeyFaults,
];
