import { SIGNATURE_HEADER, WEBHOOK_EVENT_TYPES } from '../domain/deliveries.js';
import type { Rules } from '../domain/rules.js';
import { isObject } from '../schema/check.js';
import { lies, type Plant } from './fault.js';
import { createCounter } from './plants/callers.js';
import { changeMerchant, changeRequest, viewOf } from './plants/requests.js';

/** The number of deliveries or subscriptions that a fault remembers. */
const MOST_REMEMBERED = 5_000;

type Deliver = Rules['deliver'];

/** Plants another way to send deliveries; `change` is called once for each planting. */
export function delivering(change: (clean: Deliver) => Deliver): Plant {
  return ({ rules }) => ({ rules: { ...rules, deliver: change(rules.deliver) } });
}

/** A field of the body of a delivery, as a text. */
function fieldOf(body: string | Uint8Array, name: string): string {
  const delivery: unknown = JSON.parse(String(body));
  return isObject(delivery) ? String(delivery[name]) : '';
}

/** Faults in which events are delivered, and where. */
export const deliveryFaults = lies({
  'WHK-04 delivers-nothing': [
    'It delivers no events.',
    delivering(() => async () => ({ delivered: true, status: 200 })),
  ],
  'WHK-04 delivers-first-event-of-subscription-only': [
    'It delivers the first event of a subscription and none after it.',
    'the second event of a subscription',
    delivering((clean) => {
      const countSubscription = createCounter();
      const first = new Set<string>();
      return async (url, body, ...rest) => {
        const id = fieldOf(body, 'id');
        if (first.size > MOST_REMEMBERED) first.clear();
        if (countSubscription(fieldOf(body, 'subscription_id')) === 1) first.add(id);
        return first.has(id) ? clean(url, body, ...rest) : { delivered: true, status: 200 };
      };
    }),
  ],
  'WHK-04 delivers-to-former-url': [
    'It delivers to the URL that a subscription had at its first event.',
    'subscriptions whose URL was changed after an event',
    delivering((clean) => {
      const urls = new Map<string, string>();
      return (url, body, ...rest) => {
        const id = fieldOf(body, 'subscription_id');
        if (urls.size > MOST_REMEMBERED) urls.clear();
        if (!urls.has(id)) urls.set(id, url);
        return clean(urls.get(id) ?? url, body, ...rest);
      };
    }),
  ],
  'WHK-04 delivers-events-of-deleted-subscription': [
    'It hides a subscription that is deleted, and goes on delivering its events.',
    'events after a deletion',
    (clean) => {
      const deleted = new Set<string>();
      const hiding = changeMerchant(({ merchant: { subscriptions } }) => ({
        subscriptions: viewOf(subscriptions, {
          find: (id) => (deleted.has(id) ? undefined : subscriptions.find(id)),
          all: () => subscriptions.all().filter(({ id }) => !deleted.has(id)),
          update: (id, change) => (deleted.has(id) ? undefined : subscriptions.update(id, change)),
          remove(id) {
            if (deleted.has(id) || subscriptions.find(id) === undefined) return false;
            if (deleted.size > MOST_REMEMBERED) deleted.clear();
            deleted.add(id);
            return true;
          },
        }),
      }));
      return hiding(clean, () => true);
    },
  ],
  'WHK-04 delivers-events-to-disabled-subscription': [
    'It shows a subscription as disabled, and goes on delivering its events.',
    'events while the subscription is disabled',
    (clean) => {
      const disabled = new Set<string>();
      const shown = <Shown extends { id: string }>(subscription: Shown) => ({
        ...subscription,
        enabled: !disabled.has(subscription.id),
      });
      const pretending = changeMerchant(({ merchant: { subscriptions } }) => ({
        subscriptions: viewOf(subscriptions, {
          find(id) {
            const found = subscriptions.find(id);
            return found && shown(found);
          },
          all: () => subscriptions.all().map(shown),
          update(id, { enabled, ...change }) {
            if (disabled.size > MOST_REMEMBERED) disabled.clear();
            if (enabled === false) disabled.add(id);
            if (enabled === true) disabled.delete(id);
            const updated = subscriptions.update(id, change);
            return updated && shown(updated);
          },
        }),
      }));
      return pretending(clean, () => true);
    },
  ],
  'WHK-04 delivers-events-that-nobody-asked-for': [
    'It delivers events of every type to every subscription.',
    'events that a subscription does not name',
    (clean) => {
      const everything = WEBHOOK_EVENT_TYPES.map(({ event }) => event);
      const asked = new Map<string, typeof everything>();
      const shown = <Shown extends { id: string; events: typeof everything }>(subscription: Shown) => ({
        ...subscription,
        events: asked.get(subscription.id) ?? subscription.events,
      });
      const subscribing = changeRequest((request) => {
        const { subscriptions } = request.merchant;
        const view = viewOf(subscriptions, {
          create(wish) {
            const created = subscriptions.create({ ...wish, events: everything });
            if (asked.size > MOST_REMEMBERED) asked.clear();
            asked.set(created.id, wish.events);
            return shown(created);
          },
          find(id) {
            const found = subscriptions.find(id);
            return found && shown(found);
          },
          all: () => subscriptions.all().map(shown),
          update(id, { events, ...change }) {
            if (events !== undefined && asked.has(id)) asked.set(id, events);
            const updated = subscriptions.update(id, change);
            return updated && shown(updated);
          },
        });
        return { ...request, merchant: viewOf(request.merchant, { subscriptions: view }) };
      });
      return subscribing(clean, () => true);
    },
  ],
});

/** Faults in repeated deliveries. */
export const retryFaults = lies({
  'WHK-04 tries-no-delivery-again': [
    'It does not try a delivery again that was answered with an error.',
    'receivers that answer 503',
    delivering((clean) => async (...delivery) => {
      await clean(...delivery);
      return { delivered: true, status: 200 };
    }),
  ],
  'WHK-04 tries-delivery-again-once-only': [
    'It gives a delivery up that failed twice.',
    'receivers that answer 503 two times',
    delivering((clean) => {
      const count = createCounter();
      return async (url, body, ...rest) => {
        const attempt = count(fieldOf(body, 'id'));
        const outcome = await clean(url, body, ...rest);
        return attempt > 1 ? { delivered: true, status: 200 } : outcome;
      };
    }),
  ],
  'WHK-04 tries-again-without-signature': [
    'It leaves the signature out when it tries a delivery again.',
    'the second attempt of a delivery',
    delivering((clean) => {
      const count = createCounter();
      return (url, body, { [SIGNATURE_HEADER]: signature = '', ...headers } = {}, ...rest) => {
        const isFirst = count(fieldOf(body, 'id')) === 1;
        return clean(url, body, isFirst ? { ...headers, [SIGNATURE_HEADER]: signature } : headers, ...rest);
      };
    }),
  ],
  'WHK-04 tries-again-under-new-id': [
    'It gives a delivery another id, and signs it anew, when it tries it again.',
    'the second attempt of a delivery',
    ({ rules }) => {
      const count = createCounter();
      const secrets = new Map<string, string>();
      return {
        rules: {
          ...rules,
          signDelivery(body, secret) {
            if (secrets.size > MOST_REMEMBERED) secrets.clear();
            secrets.set(fieldOf(body, 'id'), secret);
            return rules.signDelivery(body, secret);
          },
          deliver(url, body, headers, ...rest) {
            const id = fieldOf(body, 'id');
            if (count(id) === 1) return rules.deliver(url, body, headers, ...rest);
            const renamed = String(body).replace(id, crypto.randomUUID());
            const signature = rules.signDelivery(renamed, secrets.get(id) ?? '');
            return rules.deliver(url, renamed, { ...headers, [SIGNATURE_HEADER]: signature }, ...rest);
          },
        },
      };
    },
  ],
});
