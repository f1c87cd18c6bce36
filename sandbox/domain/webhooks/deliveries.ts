import type { Identifiers } from '../identifiers.js';
import type { Timeline } from '../time/timeline.js';
import { type deliver, retryPause, SIGNATURE_HEADER, type signDelivery } from '../webhook-delivery.js';
import type { Emit } from './event.js';
import type { Subscriptions } from './subscriptions.js';

/** How many deliveries of a merchant wait or are under way at most; further ones are given up at once. */
export const MOST_DELIVERIES = 1_000;
/** How many deliveries of a merchant are under way at the same time. */
export const DELIVERIES_AT_ONCE = 16;

interface Delivery {
  subscriptionId: string;
  url: string;
  body: string;
  signature: string;
  failedAttempts: number;
}

/** Sends a merchant's events to the subscribers. */
export interface Deliveries {
  emit: Emit;
  clear(): void;
}

/** What deliveries work with; `rules.deliver` sends one over HTTP, `rules.signDelivery` signs it. */
export interface DeliverySetting {
  timeline: Timeline;
  identifiers: Identifiers;
  subscriptions: Subscriptions;
  rules: { deliver: typeof deliver; signDelivery: typeof signDelivery };
}

/**
 * Deliveries of events, signed, and tried again after growing pauses on the merchant's clock until they are
 * answered 2xx or given up (gap G-12). A retry is dropped when its subscription is gone or disabled.
 */
export function createDeliveries({
  timeline,
  identifiers,
  subscriptions,
  rules,
}: DeliverySetting): Deliveries {
  let waiting: Delivery[] = [];
  let underWay = 0;
  /** Deliveries that wait to be tried again, by their subscription. */
  const paused = new Map<string, number>();
  let generation = 0;

  function enqueue(delivery: Delivery): void {
    waiting.push(delivery);
    sendNext();
  }

  function sendNext(): void {
    if (underWay >= DELIVERIES_AT_ONCE) return;
    forgetTheGone();
    const delivery = waiting.shift();
    if (delivery === undefined) return;
    underWay++;
    const current = generation;
    void rules
      .deliver(delivery.url, delivery.body, { [SIGNATURE_HEADER]: delivery.signature })
      .catch(() => ({ delivered: false }))
      .then(({ delivered }) => {
        underWay--;
        if (!delivered && current === generation) tryAgain(delivery);
        sendNext();
      });
  }

  function tryAgain(delivery: Delivery): void {
    delivery.failedAttempts++;
    const pause = retryPause(delivery.failedAttempts);
    if (pause === undefined) return;
    addPaused(delivery.subscriptionId, 1);
    timeline.after(pause * 1000, () => {
      addPaused(delivery.subscriptionId, -1);
      const subscription = subscriptions.find(delivery.subscriptionId);
      if (subscription?.enabled === true) enqueue({ ...delivery, url: subscription.url });
    });
  }

  function addPaused(subscriptionId: string, count: number): void {
    const now = (paused.get(subscriptionId) ?? 0) + count;
    if (now > 0) paused.set(subscriptionId, now);
    else paused.delete(subscriptionId);
  }

  /** What waits for a subscription that is gone or disabled keeps nobody else's delivery waiting. */
  function forgetTheGone(): void {
    waiting = waiting.filter(({ subscriptionId }) => subscriptions.find(subscriptionId)?.enabled === true);
  }

  /** Those of subscriptions that are gone or disabled will never be sent. */
  function toBeTriedAgain(): number {
    let sum = 0;
    for (const [id, count] of paused) if (subscriptions.find(id)?.enabled === true) sum += count;
    return sum;
  }

  return {
    emit(event, message) {
      forgetTheGone();
      for (const { id, url, client_secret } of subscriptions.subscribedTo(event)) {
        if (waiting.length + underWay + toBeTriedAgain() >= MOST_DELIVERIES) return;
        const body = JSON.stringify({
          id: identifiers.uuid(),
          event,
          timestamp: timeline.timestamp(),
          subscription_id: id,
          message,
        });
        const signature = rules.signDelivery(body, client_secret);
        enqueue({ subscriptionId: id, url, body, signature, failedAttempts: 0 });
      }
    },
    clear() {
      waiting = [];
      paused.clear();
      generation++;
    },
  };
}
