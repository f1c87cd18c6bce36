import { nameTheirOwnDocuments, showTheStatusOfTheirItems } from '../oracles/order.js';
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

/**
 * ORD-02: no listed order names the delivery document of another one (gaps G-05 and G-11). The check verifies nothing,
 * because it doesn't download a document.
 */
export const documentsOfOrders: Check = {
  id: 'documents-of-orders',
  requirements: ['ORD-02'],
  run(exchange, { operationId }) {
    if (operationId !== 'listOrders' || exchange.status !== 200) return [];
    const violation = nameTheirOwnDocuments(exchange);
    return violation === undefined ? [] : learned('ORD-02', violation);
  },
};
