import { withHeaders } from '../faults/plants/answers.js';
import { isObject } from '../schema/check.js';
import { linked, list, record, words } from './change.js';
import type { World } from './world.js';

/** The product statuses that the description doesn't name; it names draft, active and inactive (clause 3.1). */
const product = words({
  pending_approval: 'in_review',
  rejected: 'declined',
  pending_active: 'approved',
  problem: 'needs_attention',
});
/** The statuses of orders and their items. */
const order = words({
  open: 'new',
  shipped: 'dispatched',
  cancelled: 'called_off',
  returned: 'sent_back',
  mixed: 'partly_done',
});

const productQuery = record({ status: product });
const orderQuery = record({ order_status: order });

/** Uses other words where the description names none. */
export const statusWords: World = {
  name: 'status-words',
  does: 'Statuses of products and orders that the description does not name are other words, and only the status results send X-RateLimit-Reset.',
  words: {
    listProducts: {
      query: productQuery,
      answer: record({ items: list(record({ status: product })), pagination: linked(productQuery) }),
    },
    listOrders: {
      query: orderQuery,
      answer: record({
        items: list(record({ status: order, order_items: list(record({ status: order })) })),
        pagination: linked(orderQuery),
      }),
    },
  },
  delivery: {
    body: record({
      message: record({ status: { ...product, tell: (status) => order.tell(product.tell(status)) } }),
    }),
  },
  send: (sent, { operation }) =>
    operation?.id === 'getStatusResults' ? sent : withHeaders(sent, { 'x-ratelimit-reset': undefined }),
  describe(operation) {
    if (operation.operationId === 'getStatusResults') return operation;
    const responses = Object.entries(Object(operation.responses)).map(([status, response]) => {
      if (!isObject(response) || !isObject(response.headers)) return [status, response];
      const { 'X-RateLimit-Reset': _, ...headers } = response.headers;
      return [status, { ...response, headers }];
    });
    return { ...operation, responses: Object.fromEntries(responses) };
  },
};
