import { type Fault, liesIn } from '../fault.js';
import { entriesShapedAs, shapedAs, without } from './shape-changes.js';

/** Faults of the bodies of the webhook operations (gaps G-05, G-12 and G-13). */
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
      'It sends the events of a subscription as a text where there is only one.',
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
      'It creates a subscription without telling its secret.',
      entriesShapedAs((subscription) => without(subscription, 'client_secret')),
    ],
  }),
];
