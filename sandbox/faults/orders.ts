import type { Fault } from './fault.js';
import { deliveryDocumentFaults } from './orders/delivery-documents.js';
import { orderListFaults } from './orders/order-list.js';
import { orderMoveFaults } from './orders/order-moves.js';
import { orderRefusalFaults } from './orders/order-refusals.js';

/** Faults of orders and their items. */
export const ordersFaults: readonly Fault[] = [
  ...orderListFaults,
  ...deliveryDocumentFaults,
  ...orderMoveFaults,
  ...orderRefusalFaults,
];
