import type { Fault } from './fault.js';
import { boundsFaults } from './products/bounds.js';
import { flowFaults } from './products/flow.js';
import { listedValuesFaults, listFaults } from './products/list.js';
import { referencesFaults } from './products/references.js';
import { statusOnUpsertFaults } from './products/status-on-upsert.js';
import { typesFaults } from './products/types.js';
import { upsertFaults } from './products/upsert.js';

/** Faults of the product upsert and the product list (clauses 2.2 and 4.2). */
export const productsFaults: readonly Fault[] = [
  ...upsertFaults,
  ...statusOnUpsertFaults,
  ...listFaults,
  ...listedValuesFaults,
  ...referencesFaults,
  ...typesFaults,
  ...boundsFaults,
  ...flowFaults,
];
