import { ALL, BATCH_WRITES } from '../faults/plants/requests.js';
import { withHeaders, withoutBody } from '../faults/plants/responses.js';
import { isObject } from '../schema/check.js';
import { linked, list, record, words } from './change.js';
import { inEach } from './words.js';
import type { World } from './world.js';

/** Uses different statuses where the description shows none, and a 429 that says only what clause 8.1 requires. */
export const statuses: World = {
  name: 'statuses',
  does: 'Batch writes and deletions answer 202, a created webhook 201, and invalid requests 422, except for the status results; a 429 has no body and no Retry-After.',
  words: {
    ...inEach(ALL, { refusal: 422 }),
    // The description shows no success for an operation that writes.
    ...inEach([...BATCH_WRITES, 'deleteWebhook'], { success: 202, refusal: 422 }),
    createWebhook: { success: 201, refusal: 422 },
    // Only the results of status updates show 400 (clause 4.4); clause 4.5 only shows 200.
    getStatusResults: {},
  },
  send: (sent) => (sent.status === 429 ? withoutBody(withHeaders(sent, { 'retry-after': undefined })) : sent),
  describe(operation) {
    const responses: Record<string, unknown> = Object(operation.responses);
    const { content: _, headers, ...response } = Object(responses[429]);
    const { 'Retry-After': __, ...kept } = isObject(headers) ? headers : {};
    return { ...operation, responses: { ...responses, 429: { ...response, headers: kept } } };
  },
};

/** The product statuses that the description doesn't name; it names draft, active and inactive (clause 3.1). */
const productWords = words({
  pending_approval: 'in_review',
  rejected: 'declined',
  pending_active: 'approved',
  problem: 'needs_attention',
});
/** The statuses of orders and their items. */
const orderWords = words({
  open: 'new',
  shipped: 'dispatched',
  cancelled: 'called_off',
  returned: 'sent_back',
  mixed: 'partly_done',
});

const productQuery = record({ status: productWords });
const orderQuery = record({ order_status: orderWords });

/** Uses other words where the description names none. */
export const statusWords: World = {
  name: 'status-words',
  does: 'Statuses of products and orders that the description does not name are other words, and only the status results send X-RateLimit-Reset.',
  words: {
    listProducts: {
      query: productQuery,
      response: record({ items: list(record({ status: productWords })), pagination: linked(productQuery) }),
    },
    listOrders: {
      query: orderQuery,
      response: record({
        items: list(record({ status: orderWords, order_items: list(record({ status: orderWords })) })),
        pagination: linked(orderQuery),
      }),
    },
  },
  delivery: {
    body: record({
      message: record({
        status: { ...productWords, tell: (status) => orderWords.tell(productWords.tell(status)) },
      }),
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
