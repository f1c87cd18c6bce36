import { createHmac } from 'node:crypto';
import type { Identifiers } from './random.js';
import { type Subscriptions, WEBHOOK_EVENT_TYPES, type WebhookEvent } from './subscriptions.js';
import type { Timeline } from './time.js';

/** Whether a text is the name of an event in WEBHOOK_EVENT_TYPES (gap G-13). */
export function isWebhookEvent(text: string): text is WebhookEvent {
  return WEBHOOK_EVENT_TYPES.some(({ event }) => event === text);
}

/** The header that carries the signature of a delivery (gap G-12). */
export const SIGNATURE_HEADER = 'x-signature';

/**
 * The pauses before the second, third, ... attempt of a delivery that was not answered 2xx, in seconds of
 * the merchant's clock (gap G-12). After the attempt that follows the last pause, the delivery is given up.
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
 * Hosts that, as RFC 6761 promises, never exist. They are not looked up: a lookup can't be cancelled, so those of
 * abandoned attempts would pile up if many deliveries went there.
 */
const NEVER_RESOLVED = /(^|\.)invalid\.?$/;

/** The result of one attempt: answered with a status, or the reason why there was no answer. */
type DeliveryOutcome =
  | { delivered: boolean; status: number }
  | { delivered: false; status?: undefined; reason: 'invalid' | 'timeout' | 'unreachable' };

/**
 * Sends one delivery: a POST of the unchanged body to an http(s) URL. Delivered means answered 2xx; a redirect is an
 * answer and is not followed. Gives up after `timeoutMs` milliseconds of real time.
 * Never throws: a URL or header that can't be sent has the reason 'invalid'. From gap G-12.
 */
export async function deliver(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
  timeoutMs = 2_000,
): Promise<DeliveryOutcome> {
  const request = toRequest(url, body, headers);
  if (request === undefined) return { delivered: false, reason: 'invalid' };
  if (NEVER_RESOLVED.test(new URL(url).hostname)) return { delivered: false, reason: 'unreachable' };
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  try {
    const { ok, status } = await fetch(request, { signal: abort.signal });
    return { delivered: ok, status };
  } catch {
    return { delivered: false, reason: abort.signal.aborted ? 'timeout' : 'unreachable' };
  } finally {
    clearTimeout(timer);
    // Only the status counts: a body that is still arriving must not hold the connection.
    abort.abort();
  }
}

/** The request to send, or undefined if fetch would refuse the URL or a header, or would not use HTTP. */
function toRequest(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Request | undefined {
  try {
    if (!['http:', 'https:'].includes(new URL(url).protocol)) return undefined;
    return new Request(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
      redirect: 'manual',
    });
  } catch {
    return undefined;
  }
}

/**
 * The most deliveries that wait for their first attempt: of a merchant, and to one subscription. Others are dropped.
 */
export const MOST_DELIVERIES = 4_000;
export const MOST_DELIVERIES_TO_ONE = 1_000;
/** The most simultaneous deliveries: of a merchant, and to one subscription. */
export const DELIVERIES_AT_ONCE = 16;
export const DELIVERIES_AT_ONCE_TO_ONE = 4;
/** The most deliveries that wait to be tried again: of a merchant, and to one subscription. */
const MOST_RETRIES = 10_000;
export const MOST_RETRIES_TO_ONE = 100;

interface Delivery {
  subscriptionId: string;
  url: string;
  body: string;
  signature: string;
  failedAttempts: number;
}

/** The parts that deliveries need; `rules.deliver` sends one over HTTP, `rules.signDelivery` signs it. */
interface DeliverySetting {
  timeline: Timeline;
  identifiers: Identifiers;
  subscriptions: Subscriptions;
  rules: { deliver: typeof deliver; signDelivery: typeof signDelivery };
}

/**
 * Deliveries of events, signed, and tried again after growing pauses on the merchant's clock until they are answered
 * 2xx or given up (gap G-12). A retry is dropped if its subscription is gone or disabled. Each subscriber has
 * separate limits for waiting and simultaneous deliveries: a few slow or absent subscribers don't delay the others.
 */
export function createDeliveries({ timeline, identifiers, subscriptions, rules }: DeliverySetting) {
  let waiting: Delivery[] = [];
  /** Counts the deliveries in `waiting` that were not attempted yet. */
  const unattempted = countsBySubscription();
  const underWay = countsBySubscription();
  const toBeTriedAgain = countsBySubscription();
  let generation = 0;

  function enqueue(delivery: Delivery): void {
    waiting.push(delivery);
    sendNext();
  }

  function sendNext(): void {
    if (underWay.sum() >= DELIVERIES_AT_ONCE) return;
    forgetTheGone();
    const delivery = nextInTurn();
    if (delivery === undefined) return;
    const { subscriptionId, url, body, signature } = delivery;
    underWay.add(subscriptionId, 1);
    const current = generation;
    void rules
      .deliver(url, body, { [SIGNATURE_HEADER]: signature })
      .catch(() => ({ delivered: false }))
      .then(({ delivered }) => {
        underWay.add(subscriptionId, -1);
        if (!delivered && current === generation) tryAgain(delivery);
        sendNext();
      });
  }

  /** Takes the oldest delivery that may be sent now. */
  function nextInTurn(): Delivery | undefined {
    const index = waiting.findIndex(
      ({ subscriptionId }) => underWay.of(subscriptionId) < DELIVERIES_AT_ONCE_TO_ONE,
    );
    const [next] = index < 0 ? [] : waiting.splice(index, 1);
    if (next?.failedAttempts === 0) unattempted.add(next.subscriptionId, -1);
    return next;
  }

  function tryAgain(delivery: Delivery): void {
    const { subscriptionId } = delivery;
    delivery.failedAttempts++;
    const pause = RETRY_PAUSES_IN_SECONDS[delivery.failedAttempts - 1];
    if (pause === undefined) return;
    if (toBeTriedAgain.sum() >= MOST_RETRIES || toBeTriedAgain.of(subscriptionId) >= MOST_RETRIES_TO_ONE)
      return;
    toBeTriedAgain.add(subscriptionId, 1);
    const current = generation;
    timeline.after(pause * 1000, () => {
      if (current !== generation) return;
      toBeTriedAgain.add(subscriptionId, -1);
      const subscription = subscriptions.find(subscriptionId);
      if (subscription?.enabled === true) enqueue({ ...delivery, url: subscription.url });
    });
  }

  /** Drops deliveries to subscriptions that are gone or disabled, so that they don't delay others. */
  function forgetTheGone(): void {
    waiting = waiting.filter(({ subscriptionId, failedAttempts }) => {
      const isWanted = subscriptions.find(subscriptionId)?.enabled === true;
      if (!isWanted && failedAttempts === 0) unattempted.add(subscriptionId, -1);
      return isWanted;
    });
  }

  return {
    /** Sends an event to its subscribers. */
    emit(event: WebhookEvent, message: Readonly<Record<string, unknown>>): void {
      forgetTheGone();
      for (const { id, url, client_secret } of subscriptions.subscribedTo(event)) {
        if (unattempted.sum() >= MOST_DELIVERIES || unattempted.of(id) >= MOST_DELIVERIES_TO_ONE) continue;
        const body = JSON.stringify({
          id: identifiers.uuid(),
          event,
          timestamp: timeline.timestamp(),
          subscription_id: id,
          message,
        });
        const signature = rules.signDelivery(body, client_secret);
        unattempted.add(id, 1);
        enqueue({ subscriptionId: id, url, body, signature, failedAttempts: 0 });
      }
    },
    clear(): void {
      waiting = [];
      unattempted.clear();
      toBeTriedAgain.clear();
      generation++;
    },
  };
}

/** Counts by subscription, and their sum. */
function countsBySubscription() {
  const counts = new Map<string, number>();
  let sum = 0;
  return {
    of: (id: string): number => counts.get(id) ?? 0,
    sum: (): number => sum,
    add(id: string, count: number): void {
      sum += count;
      const now = (counts.get(id) ?? 0) + count;
      if (now > 0) counts.set(id, now);
      else counts.delete(id);
    },
    clear(): void {
      counts.clear();
      sum = 0;
    },
  };
}
