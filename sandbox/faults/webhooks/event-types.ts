import { changeBody, changeList } from '../answer-changes.js';
import { liesIn } from '../fault.js';

/** Faults of the list of event types. */
export const eventTypeFaults = liesIn(['listWebhookEventTypes'], {
  'WHK-01 lists-no-event-types': ['It answers an empty list of event types.', changeBody(() => [])],
  'WHK-01 lists-event-types-without-name': [
    'It describes the event types and leaves out the names that a subscription needs.',
    changeList((types) => types.map(({ description }) => ({ description }))),
  ],
  'WHK-01 lists-event-type-that-it-refuses': [
    'It lists an event type that no subscription may name.',
    'the last event type of the list',
    changeList((types) => [...types, { event: 'price.updated', description: 'A price changed' }]),
  ],
});
