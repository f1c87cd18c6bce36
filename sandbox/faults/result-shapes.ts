import { isObject } from '../schema/check.js';
import { type Fault, liesIn } from './fault.js';
import { asError, changedAt, isEmptyList, isSuccess, membersOf } from './plants/answers.js';
import { ALL, RESULTS } from './plants/requests.js';
import { entriesShapedAs, objectsShapedAs, renamed, shapedAs, without } from './shapes.js';

/** Faults in the shapes that clause 2 states: of the status results and of the rejected products. */
export const resultShapeFaults: readonly Fault[] = [
  ...liesIn(['getStatusResults'], {
    'SHP-01 names-batch-id-in-snake-case': [
      'It sends the id of a batch in batch_request_id on the status results.',
      objectsShapedAs((body) => renamed(body, 'batchRequestId', 'batch_request_id')),
    ],
    'SHP-01 sends-success-as-text': [
      'It sends the success of an item as a text.',
      'finished batches',
      entriesShapedAs((entry) => ('success' in entry ? { ...entry, success: `${entry.success}` } : entry)),
    ],
    'SHP-01 leaves-out-errors-of-successful-items': [
      'It leaves out the errors of an item that succeeded.',
      'items that succeeded',
      entriesShapedAs((entry) => (entry.success === true ? without(entry, 'errors') : entry)),
    ],
    'SHP-01 sends-errors-as-objects': [
      'It sends the errors of an item as objects with a message.',
      'items that failed',
      entriesShapedAs((entry) =>
        Array.isArray(entry.errors)
          ? { ...entry, errors: entry.errors.map((message) => ({ message })) }
          : entry,
      ),
    ],
  }),
  ...liesIn(['listRejectedProducts'], {
    'SHP-01 sends-page-numbers-as-texts': [
      'It sends the numbers of the pagination as texts.',
      objectsShapedAs((body) => ({
        ...body,
        pagination: membersOf(body.pagination, (each) => (typeof each === 'number' ? `${each}` : each)),
      })),
    ],
    'SHP-01 sends-rejection-reasons-as-texts': [
      'It sends the reasons of a rejection as texts.',
      'merchants with rejected products',
      entriesShapedAs((entry) =>
        Array.isArray(entry.rejection_reasons)
          ? { ...entry, rejection_reasons: entry.rejection_reasons.map(nameOf) }
          : entry,
      ),
    ],
  }),
  ...liesIn(RESULTS, {
    'SHP-09 lists-items-of-unfinished-batch': [
      'It lists an item in the results of a batch before it is finished.',
      'polls of batches that are not finished',
      objectsShapedAs((body) =>
        body.status === 'pending' || body.status === 'processing' ? withOneItem(body) : body,
      ),
    ],
    'SHP-09 lists-items-of-retried-batch': [
      'It lists an item in the results of a batch that is retried.',
      'polls of batches in the status retry',
      objectsShapedAs((body) => (body.status === 'retry' ? withOneItem(body) : body)),
    ],
  }),
];

function withOneItem(body: Readonly<Record<string, unknown>>): object {
  return { ...body, items: [{ requestItem: {}, success: false, errors: ['not processed yet'] }] };
}

function nameOf(reason: unknown): unknown {
  return isObject(reason) ? reason.name : reason;
}

/** Faults that refuse well-formed requests. */
export const refusedRequestFaults: readonly Fault[] = [
  ...liesIn(ALL, {
    'SHP-10 refuses-well-formed-request': [
      'It answers 400 to every request.',
      changedAt(isSuccess, (sent) => asError(sent, 400, 'The request is not supported')),
    ],
  }),
  ...liesIn(['listWebhooks', 'listProducts', 'listRejectedProducts', 'listOrders'], {
    'SHP-10 answers-404-to-empty-list': [
      'It answers 404 for a list without entries.',
      'lists without entries',
      changedAt(isSuccess, (sent) => (isEmptyList(sent) ? asError(sent, 404, 'Nothing was found') : sent)),
    ],
  }),
];

/** Faults in the bodies of the webhook operations (gaps G-05, G-12 and G-13). */
export const webhookShapeFaults: readonly Fault[] = [
  ...liesIn(['listWebhookEventTypes'], {
    'SHP-07 sends-event-types-as-names': [
      'It lists event types by their names alone.',
      shapedAs((body) => (Array.isArray(body) ? body.map(({ event }) => event) : body)),
    ],
    'SHP-07 names-last-event-type-otherwise': [
      'It lists one event type under another name.',
      'the last event type of the list',
      entriesShapedAs((type) =>
        type.event === 'product_master.status_updated' ? { ...type, event: 'product.status' } : type,
      ),
    ],
  }),
  ...liesIn(['listWebhooks'], {
    'SHP-08 wraps-list-of-webhooks': [
      'It sends the list of webhook subscriptions in items.',
      shapedAs((items) => ({ items })),
    ],
  }),
  ...liesIn(['listWebhooks', 'createWebhook', 'getWebhook', 'updateWebhook'], {
    'SHP-02 sends-enabled-as-number': [
      'It sends whether a subscription is enabled as 0 or 1.',
      'merchants with subscriptions',
      entriesShapedAs((subscription) => ({
        ...subscription,
        enabled: subscription.enabled === true ? 1 : 0,
      })),
    ],
    'SHP-02 sends-single-event-as-text': [
      'It sends the events of a subscription as a text if there is only one.',
      'subscriptions with a single event',
      entriesShapedAs((subscription) =>
        Array.isArray(subscription.events) && subscription.events.length === 1
          ? { ...subscription, events: subscription.events[0] }
          : subscription,
      ),
    ],
  }),
  ...liesIn(['createWebhook'], {
    'SHP-08 leaves-out-secret-at-creation': [
      'It creates a subscription without returning its secret.',
      entriesShapedAs((subscription) => without(subscription, 'client_secret')),
    ],
  }),
];
