import type { Fault } from './fault.js';
import { draftFaults } from './product-status/draft.js';
import { itemFaults } from './product-status/items.js';
import { publicationFaults } from './product-status/publication.js';

/** Faults of the product status (clause 3.1). */
export const productStatusFaults: readonly Fault[] = [...publicationFaults, ...draftFaults, ...itemFaults];
