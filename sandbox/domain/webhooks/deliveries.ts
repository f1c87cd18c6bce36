import type { Identifiers } from '../identifiers.js';
import type { Timeline } from '../time/timeline.js';
import { type deliver, retryPause, SIGNATURE_HEADER, type signDelivery } from '../webhook-delivery.js';
import type { Emit } from './event.js';
import type { Subscriptions } from './subscriptions.js';

/** How many deliveries wait for their first attempt at most: of a merchant, and to one subscription; further ones are dropped. */
export const MOST_DELIVERIES = 4_000;
export const MOST_DELIVERIES_TO_ONE = 1_000;
/** How many deliveries are under way at the same time: of a merchant, and to one subscription. */
export const DELIVERIES_AT_ONCE = 16;
export const DELIVERIES_AT_ONCE_TO_ONE = 4;
/** How many deliveries wait to be tried again at most: of a merchant, and to one subscription. */
export const MOST_RETRIES = 10_000;
export const MOST_RETRIES_TO_ONE = 100;

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
 * answered 2xx or given up (gap G-12). A retry is dropped when its subscription is gone or disabled. What waits
 * for a subscriber, and is under way to it, is bounded apart: a few that are away or slow cost the others nothing.
 */
export function createDeliveries({
  timeline,
  identifiers,
  subscriptions,
  rules,
}: DeliverySetting): Deliveries {
  let waiting: Delivery[] = [];
  /** Those of `waiting` that were not attempted yet. */
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
    const pause = retryPause(delivery.failedAttempts);
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

  /** What waits for a subscription that is gone or disabled keeps nobody else's delivery waiting. */
  function forgetTheGone(): void {
    waiting = waiting.filter(({ subscriptionId, failedAttempts }) => {
      const isWanted = subscriptions.find(subscriptionId)?.enabled === true;
      if (!isWanted && failedAttempts === 0) unattempted.add(subscriptionId, -1);
      return isWanted;
    });
  }

  return {
    emit(event, message) {
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
    clear() {
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
