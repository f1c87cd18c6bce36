import { createHmac } from 'node:crypto';
import type { Static } from 'typebox';
import { array, boolean, choice, nullable, object, optional, optionals, string } from '../schema/build.js';
import { withoutUnknownKeys } from '../schema/unknown-keys.js';
import type { Identifiers } from './random.js';
import { newSecret } from './secrets.js';
import type { Timeline } from './time.js';

/** The events that a subscription may name (clause 6, gap G-12). */
export const WEBHOOK_EVENT_TYPES = [
  { event: 'order.created', description: 'A customer placed an order' },
  { event: 'order.updated', description: 'The status of an order changed' },
  { event: 'order.shipped', description: 'All items of an order are shipped' },
  { event: 'order.cancelled', description: 'All items of an order are cancelled' },
  { event: 'order.returned', description: 'All items of an order are returned' },
  { event: 'order_items.shipped', description: 'Items of an order were shipped' },
  { event: 'order_items.cancelled', description: 'Items of an order were cancelled' },
  { event: 'order_items.returned', description: 'Items of an order were returned' },
  { event: 'stock.updated', description: 'The stock of a product changed' },
  { event: 'product_master.status_updated', description: 'The status of the products of a style changed' },
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
/** A subscription with its signing key, which only the creation returns. */
export const createdSubscriptionSchema = object({ ...fields, client_secret: string() });

type NewSubscription = Static<typeof newSubscriptionSchema>;
type SubscriptionChange = Static<typeof subscriptionChangeSchema>;
export type Subscription = Static<typeof subscriptionSchema>;

/** A merchant's webhook subscriptions (clause 4.6, gap G-13), in order of their creation. */
export type Subscriptions = ReturnType<typeof createSubscriptions>;

/** Starts without subscriptions. @param mark a text that their secrets contain */
export function createSubscriptions(timeline: Timeline, identifiers: Identifiers, mark: string) {
  const entries = new Map<string, { subscription: Subscription; client_secret: string }>();

  return {
    /** Adds a subscription and returns it with its secret, which is never returned again. */
    create({ description = null, ...request }: NewSubscription): Subscription & { client_secret: string } {
      const { events, url } = request;
      const id = identifiers.uuid();
      const subscription = { id, url, events, description, enabled: true, created_at: timeline.timestamp() };
      const client_secret = newSecret('cs', mark);
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
  };
}

/** The header that carries the signature of a delivery (gap G-12). */
export const SIGNATURE_HEADER = 'x-signature';

/**
 * The pauses before the second, third, ... attempt at a delivery that was not answered with 2xx, in seconds
 * on the merchant's clock (gap G-12). After the attempt that follows the last pause, the delivery is given
 * up.
 */
const RETRY_PAUSES_IN_SECONDS: readonly number[] = [5, 30, 120, 600, 3600];

/**
 * The signature of a delivery: HMAC-SHA256 of the body exactly as it is sent, keyed with the subscription's
 * client_secret, in lower-case hexadecimal. A text is signed as its UTF-8 bytes. Gap G-12.
 */
export function signDelivery(rawBody: string | Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(rawBody).digest('hex');
}

/**
 * Hosts that RFC 6761 guarantees never exist. They are not looked up: a lookup can't be cancelled, so with
 * many deliveries to such hosts, the lookups of abandoned attempts would pile up.
 */
const NEVER_RESOLVED = /(^|\.)invalid\.?$/;

/**
 * Sends one delivery: a POST of the unchanged body. Returns whether it was answered with 2xx; a redirect
 * counts as a response and is not followed. Gives up after `timeoutMs` milliseconds of real time, and never
 * throws (gap G-12).
 */
export async function deliver(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
  timeoutMs = 2_000,
): Promise<boolean> {
  if (NEVER_RESOLVED.test(new URL(url).hostname)) return false;
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  try {
    const { ok } = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
      redirect: 'manual',
      signal: abort.signal,
    });
    return ok;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    // Only the status counts: a body that is still arriving must not keep the connection open.
    abort.abort();
  }
}

/** The most deliveries to one subscription that can be under way at once. */
const MOST_AT_ONCE = 4;

interface Delivery {
  url: string;
  body: string;
  signature: string;
  failedAttempts: number;
}

/** The deliveries to one subscription. */
interface Line {
  readonly waiting: Delivery[];
  underWay: number;
}

/** The parts that deliveries need; `rules.deliver` sends one over HTTP, `rules.signDelivery` signs it. */
interface DeliverySetting {
  timeline: Timeline;
  identifiers: Identifiers;
  subscriptions: Subscriptions;
  rules: { deliver: typeof deliver; signDelivery: typeof signDelivery };
}

/**
 * Delivers events. Each delivery is signed, and tried again after growing pauses on the merchant's clock
 * until it is answered with 2xx or given up (gap G-12). Deliveries are dropped if their subscription is gone
 * or disabled. Each subscription has a line of its own, so a slow or unreachable subscriber doesn't delay the
 * others.
 */
export function createDeliveries({ timeline, identifiers, subscriptions, rules }: DeliverySetting) {
  const lines = new Map<string, Line>();

  function enqueue(id: string, delivery: Delivery): void {
    const line = lines.get(id) ?? { waiting: [], underWay: 0 };
    lines.set(id, line);
    line.waiting.push(delivery);
    sendNext(id, line);
  }

  function sendNext(id: string, line: Line): void {
    if (subscriptions.find(id)?.enabled !== true) line.waiting.length = 0;
    const delivery = line.underWay < MOST_AT_ONCE ? line.waiting.shift() : undefined;
    if (delivery === undefined) return;
    line.underWay++;
    void rules
      .deliver(delivery.url, delivery.body, { [SIGNATURE_HEADER]: delivery.signature })
      .catch(() => false)
      .then((isDelivered) => {
        line.underWay--;
        if (!isDelivered && lines.get(id) === line) tryAgain(id, delivery);
        sendNext(id, line);
      });
  }

  function tryAgain(id: string, { failedAttempts, ...delivery }: Delivery): void {
    const pause = RETRY_PAUSES_IN_SECONDS[failedAttempts];
    if (pause === undefined) return;
    timeline.after(pause * 1000, () => {
      const subscription = subscriptions.find(id);
      if (subscription?.enabled === true)
        enqueue(id, { ...delivery, url: subscription.url, failedAttempts: failedAttempts + 1 });
    });
  }

  return {
    /** Sends an event to its subscribers. */
    emit(event: WebhookEvent, message: Readonly<Record<string, unknown>>): void {
      for (const { id, url, client_secret } of subscriptions.subscribedTo(event)) {
        const body = JSON.stringify({
          id: identifiers.uuid(),
          event,
          timestamp: timeline.timestamp(),
          subscription_id: id,
          message,
        });
        enqueue(id, { url, body, signature: rules.signDelivery(body, client_secret), failedAttempts: 0 });
      }
    },
    /** Drops all deliveries that are waiting. */
    stop(): void {
      for (const { waiting } of lines.values()) waiting.length = 0;
      lines.clear();
    },
  };
}
