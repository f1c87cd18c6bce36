import { type Subscription, type Subscriptions, WEBHOOK_EVENT_TYPES } from '../domain/webhooks.js';
import { isObject, isWebUrl, ShapeError } from '../schema/check.js';
import type { Plant, Plants } from './fault.js';
import { keepingFirst } from './plants/memory.js';
import { changed, changeFields, changePart, handledBy, onList, onNumber, onText } from './plants/requests.js';
import { changeBody, changeEntries, changeList } from './plants/responses.js';

function isWebhookEvent(text: unknown): boolean {
  return WEBHOOK_EVENT_TYPES.some(({ event }) => event === text);
}

/** Plants a change of a string in the body of a request. */
function taking(name: 'url' | 'description', change: (text: string) => string): Plant {
  return changeFields((body) =>
    changed(
      body,
      [name],
      onText((text) => (text === '' ? text : change(text))),
    ),
  );
}

/** Plants a change of the events in the body of a request. */
function takingEvents(change: (events: readonly unknown[]) => readonly unknown[]): Plant {
  return changeFields((body) => changed(body, ['events'], onList(change)));
}

/** Plants different subscriptions in place of the merchant's; `clean` are the merchant's. */
function keeping(change: (clean: Subscriptions) => Partial<Subscriptions>): Plant {
  return changePart('subscriptions', change);
}

type Update = Parameters<Subscriptions['update']>[1];

/** Plants updates with a change other than the requested one. */
function updatingTo(change: (asked: Update, former: Subscription) => Update): Plant {
  return keeping((clean) => ({
    update(id, asked) {
      const former = clean.find(id);
      return former && clean.update(id, change(asked, former));
    },
  }));
}

/** Faults in webhook subscriptions and the list of event types (clause 6). */
export const subscriptionPlants: Plants = {
  'lists-no-event-types': changeBody(() => []),
  'lists-event-types-without-name': changeEntries(({ description }) => ({ description })),
  'lists-event-type-that-it-refuses': changeList((types) => [
    ...types,
    { event: 'price.updated', description: 'A price changed' },
  ]),
  'accepts-unknown-event': takingEvents((events) =>
    events.map((event) => (typeof event !== 'string' || isWebhookEvent(event) ? event : 'order.created')),
  ),
  'passes-over-unknown-event-beside-known': takingEvents((events) => {
    const known = events.filter((event) => typeof event !== 'string' || isWebhookEvent(event));
    return known.some(isWebhookEvent) ? known : events;
  }),
  'accepts-no-events': takingEvents((events) =>
    events.length === 0 ? ['order.created', 'order.updated'] : events,
  ),
  'accepts-any-scheme-of-url': taking('url', (url) =>
    isWebUrl(url) ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/*/i, 'https://'),
  ),
  'accepts-url-without-scheme': taking('url', (url) =>
    url.includes(':') ? url : `https://${url.replace(/^\/+/, '')}`,
  ),
  'cuts-url-that-is-too-long': taking('url', (url) => url.slice(0, 2_083)),
  'cuts-description-that-is-too-long': taking('description', (text) => [...text].slice(0, 1_000).join('')),
  'turns-description-into-text': changeFields((body) => changed(body, ['description'], onNumber(String))),
  'keeps-subscription-that-it-refuses': handledBy(async (request, next) => {
    const { body } = request;
    const events: readonly unknown[] = isObject(body) && Array.isArray(body.events) ? body.events : [];
    const known = events.filter(isWebhookEvent);
    const areStrings = events.every((event) => typeof event === 'string');
    if (!areStrings || known.length === 0 || known.length === events.length) return next(request);
    await next({ ...request, body: { ...Object(body), events: known } });
    throw new ShapeError('events must be known');
  }),
  'keeps-first-event-only': takingEvents((events) => events.slice(0, 1)),
  'trims-description-of-subscription': taking('description', (text) => text.trim()),
  'cuts-description-of-subscription-at-255': taking('description', (text) =>
    text.length > 1_000 ? text : text.slice(0, 255),
  ),
  'composes-description-of-subscription': taking('description', (text) => text.normalize('NFC')),
  'lowers-case-of-subscription-url': taking('url', (url) => url.toLowerCase()),
  'creates-no-subscription': keeping((clean) => ({
    create(request) {
      const created = clean.create(request);
      clean.remove(created.id);
      return created;
    },
  })),
  'creates-one-subscription-per-url': keeping((clean) => ({
    create(request) {
      for (const { id, url } of clean.all()) if (url === request.url) clean.remove(id);
      return clean.create(request);
    },
  })),
  'updates-no-subscription': keeping((clean) => ({
    update(id, change) {
      const former = clean.find(id);
      const updated = clean.update(id, change);
      if (former !== undefined) clean.update(id, former);
      return updated;
    },
  })),
  'clears-description-that-is-not-sent': updatingTo(({ description = null, ...asked }) => ({
    ...asked,
    description,
  })),
  'enables-with-every-update': updatingTo(({ enabled = true, ...asked }) => ({ ...asked, enabled })),
  'adds-events-to-former-ones': updatingTo(({ events, ...asked }, former) => ({
    ...asked,
    ...(events !== undefined && { events: [...new Set([...former.events, ...events])] }),
  })),
  'deletes-no-subscription': keeping((clean) => ({ remove: (id) => clean.find(id) !== undefined })),
  'deletes-subscriptions-with-same-url': keeping((clean) => ({
    remove(id) {
      const url = clean.find(id)?.url;
      for (const other of clean.all()) if (other.url === url && other.id !== id) clean.remove(other.id);
      return clean.remove(id);
    },
  })),
  'lists-enabled-subscriptions-only': changeList((subscriptions) =>
    subscriptions.filter(({ enabled }) => enabled === true),
  ),
  'lists-subscriptions-by-day-of-creation': changeEntries((subscription) => ({
    ...subscription,
    created_at: String(subscription.created_at).replace(/T.*/, 'T00:00:00.000Z'),
  })),
  'lists-subscriptions-as-they-were-created': keepingFirst((firstOf) =>
    handledBy(async (request, next, operation) => {
      const response = await next(request);
      const body = request.merchant.subscriptions.all().map((each) => firstOf(each.id, each));
      return operation.id === 'listWebhooks' ? { ...response, body } : response;
    }),
  ),
};
