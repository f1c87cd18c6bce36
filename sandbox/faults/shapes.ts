import type { Fault } from './fault.js';
import { acknowledgementFaults } from './shapes/acknowledgements.js';
import { listShapeFaults } from './shapes/lists.js';
import { recordFaults } from './shapes/records.js';
import { resultShapeFaults } from './shapes/results.js';
import { refusedRequestFaults } from './shapes/successes.js';
import { webhookShapeFaults } from './shapes/webhooks.js';

/** Faults of the shapes of successful answers (clauses 2 and 4). */
export const shapesFaults: readonly Fault[] = [
  ...resultShapeFaults,
  ...recordFaults,
  ...listShapeFaults,
  ...acknowledgementFaults,
  ...webhookShapeFaults,
  ...refusedRequestFaults,
];
