import { isObject } from '../schema/check.js';
import { dateToRetry, type ResponseChange } from './responses.js';
import type { WorldCode } from './world.js';

/**
 * A refusal with a list of problems in place of the message, in the form that such frameworks use by default.
 */
const invalid: ResponseChange = {
  body: {
    schema: {
      type: 'object',
      properties: {
        detail: {
          type: 'array',
          items: {
            type: 'object',
            required: ['type', 'loc', 'msg'],
            properties: {
              type: { type: 'string' },
              loc: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
              msg: { type: 'string' },
            },
          },
        },
      },
    },
    tell(ours, _sent, { operation }) {
      const msg = isObject(ours) ? String(ours.message) : '';
      const [place = ''] = msg.split(' ', 1);
      const steps = place.split(/[.[\]]+/).filter((step) => step !== '');
      const loc = [operation?.method === 'GET' ? 'query' : 'body', ...steps.map(numbered)];
      return { detail: [{ type: 'value_error', loc, msg }] };
    },
  },
};

function numbered(step: string): string | number {
  return /^\d+$/.test(step) ? Number(step) : step;
}

/** The same response to every request with this status. */
function always(told: string | object, type?: string): ResponseChange {
  return { body: { type, schema: {}, tell: () => told } };
}

/** Refuses as web frameworks do by default, wherever the description shows no response. */
export const framework: WorldCode = {
  responses(status, operation) {
    if (status === 422) return invalid;
    if (status === 429) return { headers: { 'Retry-After': dateToRetry } };
    if (status === 405) return always('Method Not Allowed', 'text/plain; charset=utf-8');
    if (status === 404 && operation === undefined)
      return always({ detail: 'Not Found', message: 'Not Found' });
    return undefined;
  },
};
