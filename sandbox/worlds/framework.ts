import type { Asked, Sent } from '../faults/fault.js';
import * as at from '../faults/plants/operations.js';
import { withHeaders } from '../faults/plants/responses.js';
import { isObject } from '../schema/check.js';
import { withResponses } from './change.js';
import { inEach } from './words.js';
import type { World } from './world.js';

/** The schema of the refusals that such frameworks describe by themselves. */
const detail = {
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
};

/** A refusal with a list of what is wrong in place of the message. */
function invalid(sent: Sent, { operation }: Asked): Sent {
  const body: unknown = JSON.parse(String(sent.body));
  const message = isObject(body) ? String(body.message) : '';
  const [place = ''] = message.split(' ', 1);
  const steps = place.split(/[.[\]]+/).filter((step) => step !== '');
  const loc = [operation?.method === 'GET' ? 'query' : 'body', ...steps.map(numbered)];
  return { ...sent, body: JSON.stringify({ detail: [{ type: 'value_error', loc, msg: message }] }) };
}

function numbered(step: string): string | number {
  return /^\d+$/.test(step) ? Number(step) : step;
}

/** A 429 whose Retry-After is the date on which the window ends. */
function limited(sent: Sent): Sent {
  const now = Date.now();
  const until = now + Number(sent.headers['x-ratelimit-reset']) * 1_000;
  return withHeaders(sent, {
    date: new Date(now).toUTCString(),
    'retry-after': new Date(until).toUTCString(),
  });
}

const httpDate = {
  description: 'The date from which on requests pass again',
  schema: { type: 'string', pattern: ' GMT$' },
};

/** Refuses as web frameworks do by themselves, wherever the description shows no response. */
export const framework: World = {
  name: 'framework',
  does: 'Invalid input is answered with 422, a list of details and no message, except at the status results; a method that a path does not support is answered with 405 in plain text; the Retry-After of a 429 is a date.',
  // The results of status updates show 400 (clause 4.4). Every 404 has a message (clause 7), even of an unknown path.
  words: { ...inEach(at.ALL, { refusal: 422 }), getStatusResults: {} },
  send(sent, asked) {
    if (sent.status === 422) return invalid(sent, asked);
    if (sent.status === 429) return limited(sent);
    if (sent.status === 404 && asked.operation === undefined)
      return { ...sent, body: JSON.stringify({ detail: 'Not Found', message: 'Not Found' }) };
    if (sent.status !== 405) return sent;
    return {
      ...withHeaders(sent, { 'content-type': 'text/plain; charset=utf-8' }),
      body: 'Method Not Allowed',
    };
  },
  describe: (operation) =>
    withResponses(operation, (response, status) => {
      if (status === '422') return { ...response, content: { 'application/json': { schema: detail } } };
      return status === '429'
        ? { ...response, headers: { ...Object(response.headers), 'Retry-After': httpDate } }
        : response;
    }),
};
