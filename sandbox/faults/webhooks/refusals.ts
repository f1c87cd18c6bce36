import { isWebhookEvent } from '../../domain/webhook-delivery.js';
import { ShapeError } from '../../schema/check.js';
import { isWebUrl } from '../../schema/format.js';
import type { Fault } from '../fault.js';
import { changeFields } from '../request-changes.js';

const operations = ['createWebhook', 'updateWebhook'] as const;

function areEvents(events: unknown): events is string[] {
  return Array.isArray(events) && events.every((event) => typeof event === 'string');
}

/** Plants that a URL that isn't one is taken for another one. */
function takingUrl(change: (url: string) => string): Fault['plant'] {
  return changeFields(({ url }) => (typeof url === 'string' && url !== '' ? { url: change(url) } : {}));
}

/** Faults of which subscriptions are refused. */
export const refusalFaults: readonly Fault[] = [
  {
    id: 'accepts-unknown-event',
    violates: 'WHK-03',
    does: 'It accepts any text as an event and takes an unknown one for order.created.',
    operations,
    plant: changeFields(({ events }) =>
      areEvents(events)
        ? { events: events.map((event) => (isWebhookEvent(event) ? event : 'order.created')) }
        : {},
    ),
  },
  {
    id: 'passes-over-unknown-event-beside-known',
    violates: 'WHK-03',
    does: 'It passes over unknown events where a known one is beside them.',
    showsFor: 'a list with a known and an unknown event',
    operations,
    plant: changeFields(({ events }) => {
      const known = areEvents(events) ? events.filter(isWebhookEvent) : [];
      return known.length > 0 ? { events: known } : {};
    }),
  },
  {
    id: 'accepts-no-events',
    violates: 'WHK-03',
    does: 'It takes an empty list of events for all of them.',
    showsFor: 'an empty list of events',
    operations,
    plant: changeFields(({ events }) =>
      Array.isArray(events) && events.length === 0 ? { events: ['order.created', 'order.updated'] } : {},
    ),
  },
  {
    id: 'accepts-any-scheme-of-url',
    violates: 'WHK-03',
    does: 'It accepts a URL with another scheme than http and https, and delivers to the host all the same.',
    showsFor: 'absolute URLs such as ftp://receiver.example',
    operations,
    plant: takingUrl((url) => (isWebUrl(url) ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/*/i, 'https://'))),
  },
  {
    id: 'accepts-url-without-scheme',
    violates: 'WHK-03',
    does: 'It puts https:// before a URL that has no scheme.',
    showsFor: 'hosts without a scheme before them',
    operations,
    plant: takingUrl((url) => (url.includes(':') ? url : `https://${url.replace(/^\/+/, '')}`)),
  },
  {
    id: 'cuts-url-that-is-too-long',
    violates: 'WHK-03',
    does: 'It accepts a URL of more than 2083 characters and cuts off the rest.',
    showsFor: 'URLs of more than 2083 characters',
    operations,
    plant: takingUrl((url) => url.slice(0, 2_083)),
  },
  {
    id: 'cuts-description-that-is-too-long',
    violates: 'WHK-03',
    does: 'It accepts a description of more than 1000 characters and cuts off the rest.',
    showsFor: 'descriptions of more than 1000 characters',
    operations,
    plant: changeFields(({ description }) =>
      typeof description === 'string' ? { description: [...description].slice(0, 1_000).join('') } : {},
    ),
  },
  {
    id: 'turns-description-into-text',
    violates: 'WHK-03',
    does: 'It accepts a number as a description and makes a text of it.',
    showsFor: 'a description that is a number',
    operations,
    plant: changeFields(({ description }) =>
      typeof description === 'number' ? { description: String(description) } : {},
    ),
  },
  {
    id: 'keeps-subscription-that-it-refuses',
    violates: 'WHK-03',
    does: 'It answers 400 to an unknown event and creates the subscription, or changes it, with the others.',
    showsFor: 'the subscriptions after a refusal for one event of several',
    operations,
    plant: (clean, plantedIn) => ({
      async handle(operation, request) {
        const { body } = request;
        const events =
          body !== null && typeof body === 'object' && 'events' in body ? body.events : undefined;
        const known = areEvents(events) ? events.filter(isWebhookEvent) : [];
        const isRefused = areEvents(events) && known.length > 0 && known.length < events.length;
        if (!plantedIn(operation.id) || !isRefused) return clean.handle(operation, request);
        await clean.handle(operation, { ...request, body: { ...Object(body), events: known } });
        throw new ShapeError('events must be known');
      },
    }),
  },
];
