import { SIGNATURE_HEADER } from '../domain/deliveries.js';
import type { Rules } from '../domain/rules.js';
import { type Subscription, type Subscriptions, WEBHOOK_EVENT_TYPES } from '../domain/subscriptions.js';
import { isObject } from '../schema/check.js';
import { fresh, lies, type Plant, ruling } from './fault.js';
import { createCounter } from './plants/callers.js';
import { changePart } from './plants/requests.js';

/** The number of deliveries or subscriptions that a fault remembers. */
const MOST_REMEMBERED = 5_000;

type Deliver = Rules['deliver'];

/** Plants another way to send deliveries; `change` is called once for each planting. */
export function delivering(change: (clean: Deliver) => Deliver): Plant {
  return ruling(({ deliver }) => ({ deliver: change(deliver) }));
}

/** The ways to read subscriptions, with changed results. */
function showing(
  { find, all }: Subscriptions,
  shown: (subscription: Subscription) => Subscription,
): Pick<Subscriptions, 'find' | 'all'> {
  return {
    find(id) {
      const found = find(id);
      return found && shown(found);
    },
    all: () => all().map(shown),
  };
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
    'It hides a deleted subscription, but keeps delivering its events.',
    'events after a deletion',
    fresh(() => {
      const deleted = new Set<string>();
      return changePart('subscriptions', (subscriptions) => ({
        find: (id) => (deleted.has(id) ? undefined : subscriptions.find(id)),
        all: () => subscriptions.all().filter(({ id }) => !deleted.has(id)),
        update: (id, change) => (deleted.has(id) ? undefined : subscriptions.update(id, change)),
        remove(id) {
          if (deleted.has(id) || subscriptions.find(id) === undefined) return false;
          if (deleted.size > MOST_REMEMBERED) deleted.clear();
          deleted.add(id);
          return true;
        },
      }));
    }),
  ],
  'WHK-04 delivers-events-to-disabled-subscription': [
    'It shows a subscription as disabled, but keeps delivering its events.',
    'events while the subscription is disabled',
    fresh(() => {
      const disabled = new Set<string>();
      const shown = (subscription: Subscription) => ({
        ...subscription,
        enabled: !disabled.has(subscription.id),
      });
      return changePart('subscriptions', (subscriptions) => ({
        ...showing(subscriptions, shown),
        update(id, { enabled, ...change }) {
          if (disabled.size > MOST_REMEMBERED) disabled.clear();
          if (enabled === false) disabled.add(id);
          if (enabled === true) disabled.delete(id);
          const updated = subscriptions.update(id, change);
          return updated && shown(updated);
        },
      }));
    }),
  ],
  'WHK-04 delivers-events-that-nobody-asked-for': [
    'It delivers events of every type to every subscription.',
    'events that a subscription does not name',
    fresh(() => {
      const everything = WEBHOOK_EVENT_TYPES.map(({ event }) => event);
      const asked = new Map<string, Subscription['events']>();
      const shown = (subscription: Subscription) => ({
        ...subscription,
        events: asked.get(subscription.id) ?? subscription.events,
      });
      return changePart('subscriptions', (subscriptions) => ({
        ...showing(subscriptions, shown),
        create(wish) {
          const created = subscriptions.create({ ...wish, events: everything });
          if (asked.size > MOST_REMEMBERED) asked.clear();
          asked.set(created.id, wish.events);
          return { ...created, ...shown(created) };
        },
        update(id, { events, ...change }) {
          if (events !== undefined && asked.has(id)) asked.set(id, events);
          const updated = subscriptions.update(id, change);
          return updated && shown(updated);
        },
      }));
    }),
  ],
});

/** Faults in repeated deliveries. */
export const retryFaults = lies({
  'WHK-04 tries-no-delivery-again': [
    'It does not retry a delivery that was answered with an error.',
    'receivers that answer 503',
    delivering((clean) => async (...delivery) => {
      await clean(...delivery);
      return { delivered: true, status: 200 };
    }),
  ],
  'WHK-04 tries-delivery-again-once-only': [
    'It gives up a delivery that failed twice.',
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
    'It leaves out the signature when it retries a delivery.',
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
    'It retries a delivery with another id and a new signature.',
    'the second attempt of a delivery',
    ruling((rules) => {
      const count = createCounter();
      const secrets = new Map<string, string>();
      return {
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
      };
    }),
  ],
});
