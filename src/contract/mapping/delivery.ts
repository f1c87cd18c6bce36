import type { JsonObject } from '../documents/base-document.js';

const assumed = { 'x-provenance': 'assumed', 'x-gap': 'G-12' };

/**
 * The body of a delivered event (clause 6, gap G-12). It is not part of the contract, which describes requests to the
 * service.
 */
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
    message: { description: 'The event, and the thing that it concerns.', type: 'object', ...assumed },
  },
};
