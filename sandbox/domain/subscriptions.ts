import { randomBytes } from 'node:crypto';
import type { Static } from 'typebox';
import { array, boolean, choice, nullable, object, optional, optionals, string } from '../schema/build.js';
import { withoutUnknownKeys } from '../schema/check.js';
import type { Identifiers } from './random.js';
import type { Timeline } from './time.js';

/** The events that a subscription may name (clause 6, gap G-12). */
export const WEBHOOK_EVENT_TYPES = [
  { event: 'order.created', description: 'A customer placed an order' },
  { event: 'order.updated', description: 'The status of an order changed' },
  { event: 'order_items.shipped', description: 'Items of an order were shipped' },
  { event: 'order_items.cancelled', description: 'Items of an order were cancelled' },
  { event: 'order_items.returned', description: 'Items of an order came back' },
  { event: 'stock.updated', description: 'The stock of a product changed' },
  { event: 'product_master.status_updated', description: 'The products of a style moved to another status' },
] as const;

/** The name of an event: one of WEBHOOK_EVENT_TYPES. */
export type WebhookEvent = (typeof WEBHOOK_EVENT_TYPES)[number]['event'];

/** Notifies a merchant's subscribers of an event; the message is any JSON object (gap G-12). */
export type Emit = (event: WebhookEvent, message: Readonly<Record<string, unknown>>) => void;

const eventNames: WebhookEvent[] = WEBHOOK_EVENT_TYPES.map(({ event }) => event);
const events = array(choice(eventNames), { minItems: 1, maxItems: 100 });
const url = string({ format: 'uri', minLength: 1, maxLength: 2_083 });
const description = nullable(string({ maxLength: 1_000 }));

/** The body that creates a subscription (gap G-13). */
export const newSubscriptionSchema = object({ events, url, description: optional(description) });
/** The fields of a subscription that can be changed (gap G-13). */
export const subscriptionChangeSchema = object(optionals({ events, url, description, enabled: boolean() }));

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
/** The same with the key for signatures, which only the creation returns. */
export const createdSubscriptionSchema = object({ ...fields, client_secret: string() });

type NewSubscription = Static<typeof newSubscriptionSchema>;
type SubscriptionChange = Static<typeof subscriptionChangeSchema>;
export type Subscription = Static<typeof subscriptionSchema>;

/** The most subscriptions of a merchant. */
export const MOST_SUBSCRIPTIONS = 1_000;

/** A merchant's webhook subscriptions (clause 4.6, gap G-13), in order of their creation. */
export type Subscriptions = ReturnType<typeof createSubscriptions>;

/** No subscriptions yet. */
export function createSubscriptions(timeline: Timeline, identifiers: Identifiers) {
  const entries = new Map<string, { subscription: Subscription; client_secret: string }>();

  return {
    get size(): number {
      return entries.size;
    },
    /** Adds a subscription and returns it with its secret, which is never returned again. */
    create({ description = null, ...request }: NewSubscription): Subscription & { client_secret: string } {
      const { events, url } = request;
      const id = identifiers.uuid();
      const subscription = { id, url, events, description, enabled: true, created_at: timeline.timestamp() };
      const client_secret = randomBytes(32).toString('hex');
      entries.set(id, { subscription, client_secret });
      return { ...subscription, client_secret };
    },
    find: (id: string): Subscription | undefined => entries.get(id)?.subscription,
    all: (): readonly Subscription[] => [...entries.values()].map(({ subscription }) => subscription),
    /** Changes the given fields; undefined if the id is unknown. */
    update(id: string, change: SubscriptionChange): Subscription | undefined {
      const entry = entries.get(id);
      if (entry === undefined) return undefined;
      entry.subscription = { ...entry.subscription, ...withoutUnknownKeys(subscriptionChangeSchema, change) };
      return entry.subscription;
    },
    /** Removes a subscription; returns whether it existed. */
    remove: (id: string): boolean => entries.delete(id),
    /** The enabled subscriptions that name the event, with their secrets. */
    subscribedTo: (event: WebhookEvent): readonly (Subscription & { client_secret: string })[] =>
      [...entries.values()]
        .filter(({ subscription: { enabled, events } }) => enabled && events.includes(event))
        .map(({ subscription, client_secret }) => ({ ...subscription, client_secret })),
    clear: (): void => entries.clear(),
  };
}
