import {
  createdSubscriptionSchema,
  newSubscriptionSchema,
  subscriptionChangeSchema,
  subscriptionSchema,
  WEBHOOK_EVENT_TYPES,
} from '../domain/webhooks.js';
import { notFound } from '../http/errors.js';
import { json, resource } from '../http/operation.js';
import { array, object, string } from '../schema/build.js';

const declare = resource('Webhooks');
const params = { id: string() };
const subscription = json('The subscription', subscriptionSchema);

/** What was found of a subscription; if nothing was, the request is answered with 404. */
function known<Found extends object>(found: Found | undefined): Found {
  if (found === undefined) throw notFound('webhook subscription');
  return found;
}

export const webhookOperations = [
  declare('listWebhookEventTypes', 'GET', '/webhooks/types', 50, 'Get webhook event types', {
    response: json('All event types', array(object({ event: string(), description: string() }))),
    handle: () => WEBHOOK_EVENT_TYPES,
  }),
  declare('listWebhooks', 'GET', '/webhooks/', 50, 'List webhook subscriptions', {
    response: json('All subscriptions', array(subscriptionSchema)),
    handle: ({ merchant }) => merchant.subscriptions.all(),
  }),
  declare('createWebhook', 'POST', '/webhooks/', 50, 'Create webhook subscription', {
    body: newSubscriptionSchema,
    response: json('The subscription, with the secret that signs its deliveries', createdSubscriptionSchema),
    handle: ({ merchant: { subscriptions }, body }) => subscriptions.create(body),
  }),
  declare('getWebhook', 'GET', '/webhooks/{id}', 50, 'Get webhook subscription', {
    params,
    response: subscription,
    handle: ({ merchant, params: { id = '' } }) => known(merchant.subscriptions.find(id)),
  }),
  declare('updateWebhook', 'PATCH', '/webhooks/{id}', 100, 'Update webhook subscription', {
    params,
    body: subscriptionChangeSchema,
    response: subscription,
    handle: ({ merchant, params: { id = '' }, body }) => known(merchant.subscriptions.update(id, body)),
  }),
  declare('deleteWebhook', 'DELETE', '/webhooks/{id}', 50, 'Delete webhook subscription', {
    params,
    response: { status: 204, description: 'The subscription is deleted' },
    handle({ merchant, params: { id = '' } }) {
      if (!merchant.subscriptions.remove(id)) throw notFound('webhook subscription');
    },
  }),
];
