import type { Subscription, Subscriptions } from '../domain/webhooks.js';
import { WEBHOOK_EVENT_TYPES } from '../domain/webhooks.js';
import { isObject, isWebUrl, ShapeError } from '../schema/check.js';
import { type Fault, fresh, lies, liesIn, type Plant } from './fault.js';
import { changeFields, changePart, handledBy } from './plants/requests.js';
import { changeBody, changeEntries, changeList } from './plants/responses.js';

function areEvents(events: unknown): events is string[] {
  return Array.isArray(events) && events.every((event) => typeof event === 'string');
}

function isWebhookEvent(text: string): boolean {
  return WEBHOOK_EVENT_TYPES.some(({ event }) => event === text);
}

/** Plants a change of a string in the body of a request. */
function taking(name: 'url' | 'description', change: (text: string) => string): Plant {
  return changeFields(({ [name]: text }) =>
    typeof text === 'string' && text !== '' ? { [name]: change(text) } : {},
  );
}

/** Plants different subscriptions in place of the merchant's; `clean` are the merchant's. */
function keeping(change: (clean: Subscriptions) => Partial<Subscriptions>): Plant {
  return changePart('subscriptions', change);
}

/** Plants updates with a change other than the requested one. */
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

/** Faults in webhook subscriptions and the list of event types (clause 6). */
export const subscriptionFaults: readonly Fault[] = [
  ...liesIn(['listWebhookEventTypes'], {
    'WHK-01 lists-no-event-types': ['It returns an empty list of event types.', changeBody(() => [])],
    'WHK-01 lists-event-types-without-name': [
      'It describes the event types, but leaves out the names that a subscription needs.',
      changeEntries(({ description }) => ({ description })),
    ],
    'WHK-01 lists-event-type-that-it-refuses': [
      'It lists an event type that no subscription may name.',
      'the last event type of the list',
      changeList((types) => [...types, { event: 'price.updated', description: 'A price changed' }]),
    ],
  }),
  ...liesIn(['createWebhook', 'updateWebhook'], {
    'WHK-03 accepts-unknown-event': [
      'It accepts any string as an event and treats an unknown one as order.created.',
      changeFields(({ events }) =>
        areEvents(events)
          ? { events: events.map((event) => (isWebhookEvent(event) ? event : 'order.created')) }
          : {},
      ),
    ],
    'WHK-03 passes-over-unknown-event-beside-known': [
      'It ignores unknown events if a known one is listed too.',
      'a list with a known and an unknown event',
      changeFields(({ events }) => {
        const known = areEvents(events) ? events.filter(isWebhookEvent) : [];
        return known.length > 0 ? { events: known } : {};
      }),
    ],
    'WHK-03 accepts-no-events': [
      'It treats an empty list of events as all of them.',
      'an empty list of events',
      changeFields(({ events }) =>
        Array.isArray(events) && events.length === 0 ? { events: ['order.created', 'order.updated'] } : {},
      ),
    ],
    'WHK-03 accepts-any-scheme-of-url': [
      'It accepts a URL with a scheme other than http and https, and delivers to the host anyway.',
      'absolute URLs such as ftp://receiver.example',
      taking('url', (url) => (isWebUrl(url) ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/*/i, 'https://'))),
    ],
    'WHK-03 accepts-url-without-scheme': [
      'It puts https:// before a URL that has no scheme.',
      'URLs without a scheme',
      taking('url', (url) => (url.includes(':') ? url : `https://${url.replace(/^\/+/, '')}`)),
    ],
    'WHK-03 cuts-url-that-is-too-long': [
      'It accepts a URL of more than 2083 characters and cuts off the rest.',
      'URLs of more than 2083 characters',
      taking('url', (url) => url.slice(0, 2_083)),
    ],
    'WHK-03 cuts-description-that-is-too-long': [
      'It accepts a description of more than 1000 characters and cuts off the rest.',
      'descriptions of more than 1000 characters',
      taking('description', (text) => [...text].slice(0, 1_000).join('')),
    ],
    'WHK-03 turns-description-into-text': [
      'It accepts a number as a description and converts it to a string.',
      'a description that is a number',
      changeFields(({ description }) =>
        typeof description === 'number' ? { description: String(description) } : {},
      ),
    ],
    'WHK-03 keeps-subscription-that-it-refuses': [
      'It answers 400 to an unknown event, but creates or changes the subscription with the other events.',
      'the subscriptions after a refusal for one event of several',
      handledBy(async (request, next) => {
        const { body } = request;
        const events = isObject(body) && areEvents(body.events) ? body.events : [];
        const known = events.filter(isWebhookEvent);
        if (known.length === 0 || known.length === events.length) return next(request);
        await next({ ...request, body: { ...Object(body), events: known } });
        throw new ShapeError('events must be known');
      }),
    ],
    'WHK-02 keeps-first-event-only': [
      'It keeps only the first event of a subscription.',
      'subscriptions to several events',
      changeFields(({ events }) => (Array.isArray(events) ? { events: events.slice(0, 1) } : {})),
    ],
    'WHK-02 trims-description-of-subscription': [
      'It trims spaces from both ends of a description.',
      'descriptions that begin or end with a space',
      taking('description', (text) => text.trim()),
    ],
    'WHK-02 cuts-description-of-subscription-at-255': [
      'It keeps only the first 255 characters of a description.',
      'descriptions of more than 255 characters',
      taking('description', (text) => (text.length > 1_000 ? text : text.slice(0, 255))),
    ],
    'WHK-02 composes-description-of-subscription': [
      'It converts a description into the composed normal form of Unicode.',
      'descriptions with a letter and its accent as two characters',
      taking('description', (text) => text.normalize('NFC')),
    ],
    'WHK-02 lowers-case-of-subscription-url': [
      'It stores a URL in lower case.',
      'URLs with upper-case letters in their path or query',
      taking('url', (url) => url.toLowerCase()),
    ],
  }),
  ...liesIn(['createWebhook'], {
    'WHK-02 creates-no-subscription': [
      'It confirms the creation of a subscription, but does not store it.',
      keeping((clean) => ({
        create(request) {
          const created = clean.create(request);
          clean.remove(created.id);
          return created;
        },
      })),
    ],
    'WHK-02 creates-one-subscription-per-url': [
      'It drops the subscription with the same URL when a second one is created.',
      'two subscriptions with the same URL',
      keeping((clean) => ({
        create(request) {
          for (const { id, url } of clean.all()) if (url === request.url) clean.remove(id);
          return clean.create(request);
        },
      })),
    ],
  }),
  ...liesIn(['updateWebhook'], {
    'WHK-02 updates-no-subscription': [
      'It answers an update with the new values, but keeps the former ones.',
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
      'It clears the description when an update does not contain it.',
      'updates of other fields, if there was a description',
      updatingTo(({ description = null, ...asked }) => ({ ...asked, description })),
    ],
    'WHK-02 enables-with-every-update': [
      'It enables a subscription when an update does not say whether it should be enabled.',
      'updates of other fields, if the subscription is disabled',
      updatingTo(({ enabled = true, ...asked }) => ({ ...asked, enabled })),
    ],
    'WHK-02 adds-events-to-former-ones': [
      'It adds the events of an update to the existing ones.',
      updatingTo(({ events, ...asked }, former) => ({
        ...asked,
        ...(events !== undefined && { events: [...new Set([...former.events, ...events])] }),
      })),
    ],
  }),
  ...liesIn(['deleteWebhook'], {
    'WHK-02 deletes-no-subscription': [
      'It answers 204 to a deletion, but keeps the subscription.',
      keeping((clean) => ({ remove: (id) => clean.find(id) !== undefined })),
    ],
    'WHK-02 deletes-subscriptions-with-same-url': [
      'It deletes all subscriptions with the URL of the one that is deleted.',
      'two subscriptions with the same URL',
      keeping((clean) => ({
        remove(id) {
          const url = clean.find(id)?.url;
          for (const other of clean.all()) if (other.url === url && other.id !== id) clean.remove(other.id);
          return clean.remove(id);
        },
      })),
    ],
  }),
  ...liesIn(['listWebhooks'], {
    'WHK-02 lists-enabled-subscriptions-only': [
      'It leaves out disabled subscriptions when it lists them.',
      'disabled subscriptions',
      changeList((subscriptions) => subscriptions.filter(({ enabled }) => enabled === true)),
    ],
    'WHK-02 lists-subscriptions-by-day-of-creation': [
      'It cuts created_at to the beginning of the day when it lists subscriptions.',
      changeEntries((subscription) => ({
        ...subscription,
        created_at: String(subscription.created_at).replace(/T.*/, 'T00:00:00.000Z'),
      })),
    ],
  }),
  ...lies({
    'WHK-02 lists-subscriptions-as-they-were-created': [
      'It lists subscriptions without the updates since their creation.',
      'the list after an update',
      fresh(() => {
        const created = new Map<string, unknown>();
        return handledBy(async (request, next, operation) => {
          const response = await next(request);
          const { subscriptions } = request.merchant;
          if (created.size > 5_000) created.clear();
          for (const each of subscriptions.all()) if (!created.has(each.id)) created.set(each.id, each);
          return operation.id === 'listWebhooks'
            ? { ...response, body: subscriptions.all().map(({ id }) => created.get(id)) }
            : response;
        });
      }),
    ],
  }),
];
