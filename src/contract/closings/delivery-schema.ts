import type { JsonObject } from '../base-document.js';

const assumed = { 'x-provenance': 'assumed', 'x-gap': 'G-12' };

/** The body in which an event is delivered (clause 6, gap G-12). It is not a part of the contract, which is about requests to the service. */
export const deliverySchema: JsonObject = {
  description: 'An event as it is delivered.',
  type: 'object',
  ...assumed,
  required: ['id', 'event', 'timestamp', 'subscription_id', 'message'],
  properties: {
    id: { description: 'The id of the event.', type: 'string', ...assumed },
    event: { description: 'The name of the event.', type: 'string', ...assumed },
    timestamp: { description: 'When the event happened.', type: 'string', format: 'date-time', ...assumed },
    subscription_id: {
      description: 'The id of the subscription.',
      $ref: '#/components/schemas/RecordId',
      ...assumed,
    },
    message: { description: 'What happened to what.', type: 'object', ...assumed },
  },
};
