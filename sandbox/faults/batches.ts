import { acknowledgementFaults } from './batches/acknowledgement.js';
import { echoesFaults } from './batches/echoes.js';
import { effectsFaults } from './batches/effects.js';
import { entriesFaults } from './batches/entries.js';
import { identityFaults } from './batches/identity.js';
import { progressFaults } from './batches/progress.js';
import { sizeFaults } from './batches/size.js';
import type { Fault } from './fault.js';

/** Faults of batches and their results (clauses 2.1 and 3.2). */
export const batchesFaults: readonly Fault[] = [
  ...acknowledgementFaults,
  ...sizeFaults,
  ...progressFaults,
  ...identityFaults,
  ...entriesFaults,
  ...echoesFaults,
  ...effectsFaults,
];
