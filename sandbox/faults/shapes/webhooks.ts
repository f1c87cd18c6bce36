import type { Fault } from '../fault.js';
import { entriesShapedAs, shapedAs, without } from './shape-changes.js';

/** Faults of the bodies of the webhook operations (gaps G-05, G-12 and G-13). */
export const webhookShapeFaults: readonly Fault[] = [
  {
    id: 'sends-event-types-as-names',
    violates: 'SHP-07',
    does: 'It lists event types by their names alone.',
    operations: ['listWebhookEventTypes'],
    plant: shapedAs((body) => (Array.isArray(body) ? body.map(({ event }) => event) : body)),
  },
  {
    id: 'names-last-event-type-otherwise',
    violates: 'SHP-07',
    does: 'It lists one event type under another name.',
    operations: ['listWebhookEventTypes'],
    showsFor: 'the last event type of the list',
    plant: entriesShapedAs((type) =>
      type.event === 'product_master.status_updated' ? { ...type, event: 'product.status' } : type,
    ),
  },
  {
    id: 'wraps-list-of-webhooks',
    violates: 'SHP-08',
    does: 'It sends the list of webhook subscriptions in items.',
    operations: ['listWebhooks'],
    plant: shapedAs((items) => ({ items })),
  },
  {
    id: 'sends-enabled-as-number',
    violates: 'SHP-02',
    does: 'It sends whether a subscription is enabled as 0 or 1.',
    operations: ['listWebhooks', 'createWebhook', 'getWebhook', 'updateWebhook'],
    showsFor: 'merchants with subscriptions',
    plant: entriesShapedAs((subscription) => ({
      ...subscription,
      enabled: subscription.enabled === true ? 1 : 0,
    })),
  },
  {
    id: 'leaves-out-secret-at-creation',
    violates: 'SHP-08',
    does: 'It creates a subscription without telling its secret.',
    operations: ['createWebhook'],
    plant: entriesShapedAs((subscription) => without(subscription, 'client_secret')),
  },
  {
    id: 'sends-single-event-as-text',
    violates: 'SHP-02',
    does: 'It sends the events of a subscription as a text where there is only one.',
    operations: ['listWebhooks', 'createWebhook', 'getWebhook', 'updateWebhook'],
    showsFor: 'subscriptions with a single event',
    plant: entriesShapedAs((subscription) =>
      Array.isArray(subscription.events) && subscription.events.length === 1
        ? { ...subscription, events: subscription.events[0] }
        : subscription,
    ),
  },
];
