import { showTheStatusOfTheirItems } from '../oracles/order.js';
import { type Check, learned } from './check.js';

/** ORD-07: each listed order has the status of its items, or mixed if these differ (gap G-01). */
export const statusOfOrders: Check = {
  id: 'status-of-orders',
  requirements: ['ORD-07'],
  run: (exchange, { operationId }) =>
    operationId === 'listOrders' && exchange.status === 200
      ? learned('ORD-07', showTheStatusOfTheirItems(exchange))
      : [],
};
