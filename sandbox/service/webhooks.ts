import { WEBHOOK_EVENT_TYPES } from '../domain/deliveries.js';
import {
  createdSubscriptionSchema,
  MOST_SUBSCRIPTIONS,
  newSubscriptionSchema,
  subscriptionChangeSchema,
  subscriptionSchema,
} from '../domain/subscriptions.js';
import { ApiError, notFound } from '../http/errors.js';
import { NO_BODY, NO_QUERY, operation } from '../http/operation.js';
import { array, object, string } from '../schema/build.js';

const tag = 'Webhooks';
const params = { id: string() };
const subscription = { status: 200, description: 'The subscription', json: subscriptionSchema } as const;

export const listWebhookEventTypes = operation({
  id: 'listWebhookEventTypes',
  method: 'GET',
  path: '/webhooks/types',
  requestsPerMinute: 50,
  tag,
  summary: 'Get webhook event types',
  query: NO_QUERY,
  body: NO_BODY,
  answer: {
    status: 200,
    description: 'All event types',
    json: array(object({ event: string(), description: string() })),
  },
  handle: () => ({ status: 200, body: WEBHOOK_EVENT_TYPES }),
});

export const listWebhooks = operation({
  id: 'listWebhooks',
  method: 'GET',
  path: '/webhooks/',
  requestsPerMinute: 50,
  tag,
  summary: 'List webhook subscriptions',
  query: NO_QUERY,
  body: NO_BODY,
  answer: { status: 200, description: 'All subscriptions', json: array(subscriptionSchema) },
  handle: ({ merchant }) => ({ status: 200, body: merchant.subscriptions.all() }),
});

export const createWebhook = operation({
  id: 'createWebhook',
  method: 'POST',
  path: '/webhooks/',
  requestsPerMinute: 50,
  tag,
  summary: 'Create webhook subscription',
  query: NO_QUERY,
  body: newSubscriptionSchema,
  answer: {
    status: 200,
    description: 'The subscription, with the secret that signs its deliveries',
    json: createdSubscriptionSchema,
  },
  handle({ merchant: { subscriptions }, body }) {
    if (subscriptions.size >= MOST_SUBSCRIPTIONS)
      throw new ApiError(400, `A merchant can have at most ${MOST_SUBSCRIPTIONS} subscriptions`);
    return { status: 200, body: subscriptions.create(body) };
  },
});

export const getWebhook = operation({
  id: 'getWebhook',
  method: 'GET',
  path: '/webhooks/{id}',
  requestsPerMinute: 50,
  tag,
  summary: 'Get webhook subscription',
  params,
  query: NO_QUERY,
  body: NO_BODY,
  answer: subscription,
  handle({ merchant, params: { id = '' } }) {
    const found = merchant.subscriptions.find(id);
    if (found === undefined) throw notFound('webhook subscription');
    return { status: 200, body: found };
  },
});

export const updateWebhook = operation({
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/webhooks/{id}',
  requestsPerMinute: 100,
  tag,
  summary: 'Update webhook subscription',
  params,
  query: NO_QUERY,
  body: subscriptionChangeSchema,
  answer: subscription,
  handle({ merchant, params: { id = '' }, body }) {
    const updated = merchant.subscriptions.update(id, body);
    if (updated === undefined) throw notFound('webhook subscription');
    return { status: 200, body: updated };
  },
});

export const deleteWebhook = operation({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/{id}',
  requestsPerMinute: 50,
  tag,
  summary: 'Delete webhook subscription',
  params,
  query: NO_QUERY,
  body: NO_BODY,
  answer: { status: 204, description: 'The subscription is deleted' },
  handle({ merchant, params: { id = '' } }) {
    if (!merchant.subscriptions.remove(id)) throw notFound('webhook subscription');
    return { status: 204 };
  },
});
