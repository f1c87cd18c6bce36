import { WEBHOOK_EVENT_TYPES } from '../../domain/webhook-delivery.js';
import { lies } from '../fault.js';
import { createCounter } from '../memory.js';
import { changeMerchant, changeRequest, viewOf } from '../request-changes.js';
import { delivering, fieldOf, MOST_REMEMBERED } from './delivery-changes.js';

/** Faults of which events are delivered, and where. */
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
