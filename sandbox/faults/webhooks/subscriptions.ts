import type { Subscription } from '../../domain/webhooks/subscription.js';
import type { Subscriptions } from '../../domain/webhooks/subscriptions.js';
import { changeList, type Entry } from '../answer-changes.js';
import type { Fault } from '../fault.js';
import { changeFields, changeMerchant, viewOf } from '../request-changes.js';

const creating = ['createWebhook'] as const;
const updating = ['updateWebhook'] as const;
const deleting = ['deleteWebhook'] as const;
const listing = ['listWebhooks'] as const;
const writing = [...creating, ...updating];

/** Plants other subscriptions in place of the merchant's; `clean` are those. */
function keeping(change: (clean: Subscriptions) => Partial<Subscriptions>): Fault['plant'] {
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
): Fault['plant'] {
  return keeping((clean) => ({
    update(id, asked) {
      const former = clean.find(id);
      return former && clean.update(id, change(asked, former));
    },
  }));
}

/** Plants that the texts of a subscription are kept otherwise than they were sent. */
function keepingText(name: 'url' | 'description', change: (text: string) => string): Fault['plant'] {
  return changeFields((body): Entry => {
    const text = body[name];
    return typeof text === 'string' ? { [name]: change(text) } : {};
  });
}

/** Faults of creating, reading, updating and deleting subscriptions. */
export const subscriptionFaults: readonly Fault[] = [
  {
    id: 'creates-no-subscription',
    violates: 'WHK-02',
    does: 'It answers the creation of a subscription and forgets it.',
    operations: creating,
    plant: keeping((clean) => ({
      create(request) {
        const created = clean.create(request);
        clean.remove(created.id);
        return created;
      },
    })),
  },
  {
    id: 'creates-one-subscription-per-url',
    violates: 'WHK-02',
    does: 'It drops the subscription that has the same URL when another one is created.',
    showsFor: 'two subscriptions with one URL',
    operations: creating,
    plant: keeping((clean) => ({
      create(request) {
        for (const { id, url } of clean.all()) if (url === request.url) clean.remove(id);
        return clean.create(request);
      },
    })),
  },
  {
    id: 'keeps-first-event-only',
    violates: 'WHK-02',
    does: 'It keeps the first event of a subscription.',
    showsFor: 'subscriptions to several events',
    operations: writing,
    plant: changeFields(({ events }) => (Array.isArray(events) ? { events: events.slice(0, 1) } : {})),
  },
  {
    id: 'trims-description-of-subscription',
    violates: 'WHK-02',
    does: 'It cuts spaces off both ends of a description.',
    showsFor: 'descriptions that begin or end with a space',
    operations: writing,
    plant: keepingText('description', (text) => text.trim()),
  },
  {
    id: 'cuts-description-of-subscription-at-255',
    violates: 'WHK-02',
    does: 'It keeps the first 255 characters of a description.',
    showsFor: 'descriptions of more than 255 characters',
    operations: writing,
    plant: keepingText('description', (text) => (text.length > 1_000 ? text : text.slice(0, 255))),
  },
  {
    id: 'composes-description-of-subscription',
    violates: 'WHK-02',
    does: 'It brings the text of a description into the composed normal form of Unicode.',
    showsFor: 'descriptions with a letter and its accent as two characters',
    operations: writing,
    plant: keepingText('description', (text) => text.normalize('NFC')),
  },
  {
    id: 'lowers-case-of-subscription-url',
    violates: 'WHK-02',
    does: 'It keeps a URL in lower case.',
    showsFor: 'URLs with upper case in their path or query',
    operations: writing,
    plant: keepingText('url', (url) => url.toLowerCase()),
  },
  {
    id: 'updates-no-subscription',
    violates: 'WHK-02',
    does: 'It answers an update with the new values and keeps the former ones.',
    operations: updating,
    plant: keeping((clean) => ({
      update(id, change) {
        const former = clean.find(id);
        const updated = clean.update(id, change);
        if (former !== undefined) clean.update(id, former);
        return updated;
      },
    })),
  },
  {
    id: 'clears-description-that-is-not-sent',
    violates: 'WHK-02',
    does: 'It clears the description when an update does not name it.',
    showsFor: 'updates of something else, where there was a description',
    operations: updating,
    plant: updatingTo(({ description = null, ...asked }) => ({ ...asked, description })),
  },
  {
    id: 'enables-with-every-update',
    violates: 'WHK-02',
    does: 'It enables a subscription when an update does not say whether it should be.',
    showsFor: 'updates of something else, where the subscription is disabled',
    operations: updating,
    plant: updatingTo(({ enabled = true, ...asked }) => ({ ...asked, enabled })),
  },
  {
    id: 'adds-events-to-former-ones',
    violates: 'WHK-02',
    does: 'It adds the events of an update to those that were there.',
    operations: updating,
    plant: updatingTo(({ events, ...asked }, former) => ({
      ...asked,
      ...(events !== undefined && { events: [...new Set([...former.events, ...events])] }),
    })),
  },
  {
    id: 'deletes-no-subscription',
    violates: 'WHK-02',
    does: 'It answers 204 to a deletion and keeps the subscription.',
    operations: deleting,
    plant: keeping((clean) => ({ remove: (id) => clean.find(id) !== undefined })),
  },
  {
    id: 'deletes-subscriptions-with-same-url',
    violates: 'WHK-02',
    does: 'It deletes all subscriptions with the URL of the one that is deleted.',
    showsFor: 'two subscriptions with one URL',
    operations: deleting,
    plant: keeping((clean) => ({
      remove(id) {
        const url = clean.find(id)?.url;
        for (const other of clean.all()) if (other.url === url && other.id !== id) clean.remove(other.id);
        return clean.remove(id);
      },
    })),
  },
  {
    id: 'lists-enabled-subscriptions-only',
    violates: 'WHK-02',
    does: 'It leaves disabled subscriptions out of the list.',
    showsFor: 'disabled subscriptions',
    operations: listing,
    plant: changeList((subscriptions) => subscriptions.filter(({ enabled }) => enabled === true)),
  },
  {
    id: 'lists-subscriptions-as-they-were-created',
    violates: 'WHK-02',
    does: 'It lists subscriptions without what was updated since their creation.',
    showsFor: 'the list after an update',
    plant: (clean) => {
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
  },
];
