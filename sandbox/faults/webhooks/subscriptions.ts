import type { Subscription } from '../../domain/webhooks/subscription.js';
import type { Subscriptions } from '../../domain/webhooks/subscriptions.js';
import { changeList, type Entry } from '../answer-changes.js';
import { type Fault, lies, liesIn, type Plant } from '../fault.js';
import { changeFields, changeMerchant, viewOf } from '../request-changes.js';

const creating = ['createWebhook'] as const;
const updating = ['updateWebhook'] as const;
const deleting = ['deleteWebhook'] as const;
const listing = ['listWebhooks'] as const;
const writing = [...creating, ...updating];

/** Plants other subscriptions in place of the merchant's; `clean` are those. */
function keeping(change: (clean: Subscriptions) => Partial<Subscriptions>): Plant {
  return changeMerchant(({ merchant: { subscriptions } }) => ({
    subscriptions: viewOf(subscriptions, change(subscriptions)),
  }));
}

/** Plants that an update changes something else than was asked for. */
function updatingTo(
  change: (
    asked: Parameters<Subscriptions['update']>[1],
    former: Subscription,
  ) => Parameters<Subscriptions['update']>[1],
): Plant {
  return keeping((clean) => ({
    update(id, asked) {
      const former = clean.find(id);
      return former && clean.update(id, change(asked, former));
    },
  }));
}

/** Plants that the texts of a subscription are kept otherwise than they were sent. */
function keepingText(name: 'url' | 'description', change: (text: string) => string): Plant {
  return changeFields((body): Entry => {
    const text = body[name];
    return typeof text === 'string' ? { [name]: change(text) } : {};
  });
}

/** Faults of creating, reading, updating and deleting subscriptions. */
export const subscriptionFaults: readonly Fault[] = [
  ...liesIn(creating, {
    'WHK-02 creates-no-subscription': [
      'It answers the creation of a subscription and forgets it.',
      keeping((clean) => ({
        create(request) {
          const created = clean.create(request);
          clean.remove(created.id);
          return created;
        },
      })),
    ],
    'WHK-02 creates-one-subscription-per-url': [
      'It drops the subscription that has the same URL when another one is created.',
      'two subscriptions with one URL',
      keeping((clean) => ({
        create(request) {
          for (const { id, url } of clean.all()) if (url === request.url) clean.remove(id);
          return clean.create(request);
        },
      })),
    ],
  }),
  ...liesIn(writing, {
    'WHK-02 keeps-first-event-only': [
      'It keeps the first event of a subscription.',
      'subscriptions to several events',
      changeFields(({ events }) => (Array.isArray(events) ? { events: events.slice(0, 1) } : {})),
    ],
    'WHK-02 trims-description-of-subscription': [
      'It cuts spaces off both ends of a description.',
      'descriptions that begin or end with a space',
      keepingText('description', (text) => text.trim()),
    ],
    'WHK-02 cuts-description-of-subscription-at-255': [
      'It keeps the first 255 characters of a description.',
      'descriptions of more than 255 characters',
      keepingText('description', (text) => (text.length > 1_000 ? text : text.slice(0, 255))),
    ],
    'WHK-02 composes-description-of-subscription': [
      'It brings the text of a description into the composed normal form of Unicode.',
      'descriptions with a letter and its accent as two characters',
      keepingText('description', (text) => text.normalize('NFC')),
    ],
    'WHK-02 lowers-case-of-subscription-url': [
      'It keeps a URL in lower case.',
      'URLs with upper case in their path or query',
      keepingText('url', (url) => url.toLowerCase()),
    ],
  }),
  ...liesIn(updating, {
    'WHK-02 updates-no-subscription': [
      'It answers an update with the new values and keeps the former ones.',
      keeping((clean) => ({
        update(id, change) {
          const former = clean.find(id);
          const updated = clean.update(id, change);
          if (former !== undefined) clean.update(id, former);
          return updated;
        },
      })),
    ],
    'WHK-02 clears-description-that-is-not-sent': [
      'It clears the description when an update does not name it.',
      'updates of something else, where there was a description',
      updatingTo(({ description = null, ...asked }) => ({ ...asked, description })),
    ],
    'WHK-02 enables-with-every-update': [
      'It enables a subscription when an update does not say whether it should be.',
      'updates of something else, where the subscription is disabled',
      updatingTo(({ enabled = true, ...asked }) => ({ ...asked, enabled })),
    ],
    'WHK-02 adds-events-to-former-ones': [
      'It adds the events of an update to those that were there.',
      updatingTo(({ events, ...asked }, former) => ({
        ...asked,
        ...(events !== undefined && { events: [...new Set([...former.events, ...events])] }),
      })),
    ],
  }),
  ...liesIn(deleting, {
    'WHK-02 deletes-no-subscription': [
      'It answers 204 to a deletion and keeps the subscription.',
      keeping((clean) => ({ remove: (id) => clean.find(id) !== undefined })),
    ],
    'WHK-02 deletes-subscriptions-with-same-url': [
      'It deletes all subscriptions with the URL of the one that is deleted.',
      'two subscriptions with one URL',
      keeping((clean) => ({
        remove(id) {
          const url = clean.find(id)?.url;
          for (const other of clean.all()) if (other.url === url && other.id !== id) clean.remove(other.id);
          return clean.remove(id);
        },
      })),
    ],
  }),
  ...liesIn(listing, {
    'WHK-02 lists-enabled-subscriptions-only': [
      'It leaves disabled subscriptions out of the list.',
      'disabled subscriptions',
      changeList((subscriptions) => subscriptions.filter(({ enabled }) => enabled === true)),
    ],
  }),
  ...lies({
    'WHK-02 lists-subscriptions-as-they-were-created': [
      'It lists subscriptions without what was updated since their creation.',
      'the list after an update',
      (clean) => {
        const created = new Map<string, unknown>();
        return {
          async handle(operation, request) {
            const answer = await clean.handle(operation, request);
            const { subscriptions } = request.merchant;
            if (created.size > 5_000) created.clear();
            for (const each of subscriptions.all()) if (!created.has(each.id)) created.set(each.id, each);
            return operation.id === 'listWebhooks'
              ? { ...answer, body: subscriptions.all().map(({ id }) => created.get(id)) }
              : answer;
          },
        };
      },
    ],
  }),
];
