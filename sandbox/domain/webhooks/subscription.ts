import type { Static } from 'typebox';
import { array, boolean, choice, nullable, object, optional, string } from '../../schema/build.js';
import { WEBHOOK_EVENT_TYPES, type WebhookEvent } from '../webhook-delivery.js';

const eventNames: WebhookEvent[] = WEBHOOK_EVENT_TYPES.map(({ event }) => event);
const events = array(choice(eventNames), { minItems: 1, maxItems: 100 });
const url = string({ format: 'uri', minLength: 1, maxLength: 2_083 });
const description = nullable(string({ maxLength: 1_000 }));

/** What a subscription is created from (gap G-13). */
export const newSubscriptionSchema = object({ events, url, description: optional(description) });
/** What of a subscription can be changed (gap G-13). */
export const subscriptionChangeSchema = object({
  events: optional(events),
  url: optional(url),
  description: optional(description),
  enabled: optional(boolean()),
});

const fields = {
  id: string({ format: 'uuid' }),
  url,
  events,
  description,
  enabled: boolean(),
  created_at: string({ format: 'date-time' }),
};

/** A webhook subscription, in the API's shape (gap G-13). */
export const subscriptionSchema = object(fields);
/** The same with the key for signatures, which is told at creation only. */
export const createdSubscriptionSchema = object({ ...fields, client_secret: string() });

export type NewSubscription = Static<typeof newSubscriptionSchema>;
export type SubscriptionChange = Static<typeof subscriptionChangeSchema>;
export type Subscription = Static<typeof subscriptionSchema>;
