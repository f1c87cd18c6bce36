import { randomBytes } from 'node:crypto';
import type { Identifiers } from '../identifiers.js';
import type { Timeline } from '../time/timeline.js';
import type { WebhookEvent } from '../webhook-delivery.js';
import type { NewSubscription, Subscription, SubscriptionChange } from './subscription.js';

/** How many subscriptions a merchant can have. */
export const MOST_SUBSCRIPTIONS = 1_000;

/** A merchant's webhook subscriptions (clause 4.6, gap G-13), in order of their creation. */
export interface Subscriptions {
  readonly size: number;
  /** Adds a subscription and returns it with its secret, which is not told again. */
  create(request: NewSubscription): Subscription & { client_secret: string };
  find(id: string): Subscription | undefined;
  all(): readonly Subscription[];
  /** Changes the given fields; undefined when the id is unknown. */
  update(id: string, change: SubscriptionChange): Subscription | undefined;
  /** Whether there was such a subscription. */
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
