import { nameTheirOwnDocuments, showTheStatusOfTheirItems } from '../oracles/order.js';
import { type Check, learned } from './check.js';

export const orderChecks = {
  /**
   * ORD-07: each listed order has the status of its items, or mixed if these differ (gap G-01). ORD-02: none names the
   * delivery document of another one (gaps G-05 and G-11); the check doesn't verify that, because it downloads no document.
   */
  listedOrders: {
    requirements: ['ORD-02', 'ORD-07'],
    run(exchange, { operationId }) {
      if (operationId !== 'listOrders' || exchange.status !== 200) return [];
      const foreign = nameTheirOwnDocuments(exchange);
      const ofDocuments = foreign === undefined ? [] : learned('ORD-02', foreign);
      return [...learned('ORD-07', showTheStatusOfTheirItems(exchange)), ...ofDocuments];
    },
  },
} satisfies Readonly<Record<string, Check>>;
