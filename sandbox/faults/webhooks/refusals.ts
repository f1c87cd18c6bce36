import { isWebhookEvent } from '../../domain/webhook-delivery.js';
import { ShapeError } from '../../schema/check.js';
import { isWebUrl } from '../../schema/format.js';
import { liesIn, type Plant } from '../fault.js';
import { changeFields } from '../request-changes.js';

function areEvents(events: unknown): events is string[] {
  return Array.isArray(events) && events.every((event) => typeof event === 'string');
}

/** Plants that a URL that isn't one is taken for another one. */
function takingUrl(change: (url: string) => string): Plant {
  return changeFields(({ url }) => (typeof url === 'string' && url !== '' ? { url: change(url) } : {}));
}

/** Faults of which subscriptions are refused. */
export const refusalFaults = liesIn(['createWebhook', 'updateWebhook'], {
  'WHK-03 accepts-unknown-event': [
    'It accepts any text as an event and takes an unknown one for order.created.',
    changeFields(({ events }) =>
      areEvents(events)
        ? { events: events.map((event) => (isWebhookEvent(event) ? event : 'order.created')) }
        : {},
    ),
  ],
  'WHK-03 passes-over-unknown-event-beside-known': [
    'It passes over unknown events where a known one is beside them.',
    'a list with a known and an unknown event',
    changeFields(({ events }) => {
      const known = areEvents(events) ? events.filter(isWebhookEvent) : [];
      return known.length > 0 ? { events: known } : {};
    }),
  ],
  'WHK-03 accepts-no-events': [
    'It takes an empty list of events for all of them.',
    'an empty list of events',
    changeFields(({ events }) =>
      Array.isArray(events) && events.length === 0 ? { events: ['order.created', 'order.updated'] } : {},
    ),
  ],
  'WHK-03 accepts-any-scheme-of-url': [
    'It accepts a URL with another scheme than http and https, and delivers to the host all the same.',
    'absolute URLs such as ftp://receiver.example',
    takingUrl((url) => (isWebUrl(url) ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/*/i, 'https://'))),
  ],
  'WHK-03 accepts-url-without-scheme': [
    'It puts https:// before a URL that has no scheme.',
    'hosts without a scheme before them',
    takingUrl((url) => (url.includes(':') ? url : `https://${url.replace(/^\/+/, '')}`)),
  ],
  'WHK-03 cuts-url-that-is-too-long': [
    'It accepts a URL of more than 2083 characters and cuts off the rest.',
    'URLs of more than 2083 characters',
    takingUrl((url) => url.slice(0, 2_083)),
  ],
  'WHK-03 cuts-description-that-is-too-long': [
    'It accepts a description of more than 1000 characters and cuts off the rest.',
    'descriptions of more than 1000 characters',
    changeFields(({ description }) =>
      typeof description === 'string' ? { description: [...description].slice(0, 1_000).join('') } : {},
    ),
  ],
  'WHK-03 turns-description-into-text': [
    'It accepts a number as a description and makes a text of it.',
    'a description that is a number',
    changeFields(({ description }) =>
      typeof description === 'number' ? { description: String(description) } : {},
    ),
  ],
  'WHK-03 keeps-subscription-that-it-refuses': [
    'It answers 400 to an unknown event and creates the subscription, or changes it, with the others.',
    'the subscriptions after a refusal for one event of several',
    (clean, plantedIn) => ({
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
  ],
});
