import type { Fault } from './fault.js';
import { rejectedListFaults } from './rejected-products/list.js';
import { rejectedPagesFaults } from './rejected-products/pages.js';

/** Faults of the list of rejected products (clause 2.3). */
export const rejectedProductsFaults: readonly Fault[] = [...rejectedListFaults, ...rejectedPagesFaults];
