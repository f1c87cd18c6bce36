import { changeBody, changeList } from '../answer-changes.js';
import type { Fault } from '../fault.js';

const operations = ['listWebhookEventTypes'] as const;

/** Faults of the list of event types. */
export const eventTypeFaults: readonly Fault[] = [
  {
    id: 'lists-no-event-types',
    violates: 'WHK-01',
    does: 'It answers an empty list of event types.',
    operations,
    plant: changeBody(() => []),
  },
  {
    id: 'lists-event-types-without-name',
    violates: 'WHK-01',
    does: 'It describes the event types and leaves out the names that a subscription needs.',
    operations,
    plant: changeList((types) => types.map(({ description }) => ({ description }))),
  },
  {
    id: 'lists-event-type-that-it-refuses',
    violates: 'WHK-01',
    does: 'It lists an event type that no subscription may name.',
    showsFor: 'the last event type of the list',
    operations,
    plant: changeList((types) => [...types, { event: 'price.updated', description: 'A price changed' }]),
  },
];
