import { randomBytes } from 'node:crypto';
import type { Static } from 'typebox';
import { array, boolean, choice, nullable, object, optional, string } from '../schema/build.js';
import { WEBHOOK_EVENT_TYPES, type WebhookEvent } from './deliveries.js';
import type { Identifiers } from './random.js';
import type { Timeline } from './time.js';

/** Notifies a merchant's subscribers of an event; the message is any JSON object (gap G-12). */
export type Emit = (event: WebhookEvent, message: Readonly<Record<string, unknown>>) => void;

const eventNames: WebhookEvent[] = WEBHOOK_EVENT_TYPES.map(({ event }) => event);
const events = array(choice(eventNames), { minItems: 1, maxItems: 100 });
const url = string({ format: 'uri', minLength: 1, maxLength: 2_083 });
const description = nullable(string({ maxLength: 1_000 }));

/** The body that creates a subscription (gap G-13). */
export const newSubscriptionSchema = object({ events, url, description: optional(description) });
/** The fields of a subscription that can be changed (gap G-13). */
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
/** The same with the key for signatures, which only the creation returns. */
export const createdSubscriptionSchema = object({ ...fields, client_secret: string() });

type NewSubscription = Static<typeof newSubscriptionSchema>;
type SubscriptionChange = Static<typeof subscriptionChangeSchema>;
export type Subscription = Static<typeof subscriptionSchema>;

/** The most subscriptions of a merchant. */
export const MOST_SUBSCRIPTIONS = 1_000;

/** A merchant's webhook subscriptions (clause 4.6, gap G-13), in order of their creation. */
export interface Subscriptions {
  readonly size: number;
  /** Adds a subscription and returns it with its secret, which is never returned again. */
  create(request: NewSubscription): Subscription & { client_secret: string };
  find(id: string): Subscription | undefined;
  all(): readonly Subscription[];
  /** Changes the given fields; undefined if the id is unknown. */
  update(id: string, change: SubscriptionChange): Subscription | undefined;
  /** Removes a subscription; returns whether it existed. */
  remove(id: string): boolean;
  /** The enabled subscriptions that name the event, with their secrets. */
  subscribedTo(event: WebhookEvent): readonly (Subscription & { client_secret: string })[];
  clear(): void;
}

/** No subscriptions yet. */
export function createSubscriptions(timeline: Timeline, identifiers: Identifiers): Subscriptions {
  const entries = new Map<string, { subscription: Subscription; client_secret: string }>();

  return {
    get size() {
      return entries.size;
    },
    create({ events, url, description = null }) {
      const subscription: Subscription = {
        id: identifiers.uuid(),
        url,
        events,
        description,
        enabled: true,
        created_at: timeline.timestamp(),
      };
      const client_secret = randomBytes(32).toString('hex');
      entries.set(subscription.id, { subscription, client_secret });
      return { ...subscription, client_secret };
    },
    find: (id) => entries.get(id)?.subscription,
    all: () => [...entries.values()].map(({ subscription }) => subscription),
    update(id, { events, url, description, enabled }) {
      const entry = entries.get(id);
      if (entry === undefined) return undefined;
      const { subscription } = entry;
      entry.subscription = {
        ...subscription,
        events: events ?? subscription.events,
        url: url ?? subscription.url,
        description: description === undefined ? subscription.description : description,
        enabled: enabled ?? subscription.enabled,
      };
      return entry.subscription;
    },
    remove: (id) => entries.delete(id),
    subscribedTo: (event) =>
      [...entries.values()].flatMap(({ subscription, client_secret }) =>
        subscription.enabled && subscription.events.includes(event)
          ? [{ ...subscription, client_secret }]
          : [],
      ),
    clear: () => entries.clear(),
  };
}
