import { createRateLimiter } from '../domain/rate-limiter.js';
import type { Asked, Sent } from '../faults/fault.js';
import * as at from '../faults/plants/operations.js';
import { isSuccess, withHeaders, withoutBody } from '../faults/plants/responses.js';
import { PREFIX } from '../http/operation.js';
import { isObject } from '../schema/check.js';
import { inEach } from './words.js';
import type { World } from './world.js';

const problemType = 'application/problem+json';
const slowDown = '<!doctype html><title>429</title><p>Slow down.</p>';

/** The place of files, and the parameter that marks a request for one. */
const filesUrl = '/files';
const fromFiles = 'stored';
const downloads: readonly unknown[] = at.FILES;

/** Says as little as possible if the description shows no response, and counts limits by merchant (gap G-20). */
export const terse: World = {
  name: 'terse',
  does: 'An invalid body is answered with 422 and a problem that has no message, and an invalid query with 404, except at the status results; a 429 is a page; downloads redirect with 302; an updated webhook is not shown; the keys of a merchant share its limits.',
  // The results of status updates show 400 (clause 4.4).
  words: {
    ...inEach(at.ALL, { refusal: 404 }),
    ...inEach(at.WRITES, { refusal: 422 }),
    getStatusResults: {},
  },
  rules: {
    createRateLimiter() {
      const limiter = createRateLimiter();
      return { ...limiter, count: (_, ...asked) => limiter.count('every key', ...asked) };
    },
  },
  reach(url) {
    if (!url.startsWith(`${filesUrl}/`)) return url;
    return `${PREFIX}${url.slice(filesUrl.length).split('?')[0]}?${fromFiles}`;
  },
  send(sent, asked) {
    const { operation, query } = asked;
    if (operation === undefined) return sent;
    if (sent.status === 422) return asProblem(sent);
    if (sent.status === 429) return withHeaders({ ...sent, body: slowDown }, { 'content-type': 'text/html' });
    if (!isSuccess(sent.status)) return sent;
    if (downloads.includes(operation.id) && query[fromFiles] === undefined) return asRedirection(sent, asked);
    return operation.id === 'updateWebhook' ? withoutBody(sent) : sent;
  },
  describe(operation) {
    const { 200: success, 422: refused, 429: limited, ...others } = Object(operation.responses);
    const responses = {
      ...others,
      ...successOf(operation, success),
      ...(isObject(refused) && { 422: { ...refused, content: { [problemType]: { schema: problem } } } }),
      ...(isObject(limited) && {
        429: { ...limited, content: { 'text/html': { schema: { type: 'string' } } } },
      }),
    };
    return { ...operation, responses };
  },
};

const problem = {
  type: 'object',
  required: ['title', 'detail'],
  properties: { title: { type: 'string' }, detail: { type: 'string' } },
};

function asProblem(sent: Sent): Sent {
  const body: unknown = JSON.parse(String(sent.body));
  const detail = isObject(body) ? String(body.message) : '';
  return withHeaders(
    { ...sent, body: JSON.stringify({ title: 'Invalid', detail }) },
    { 'content-type': problemType },
  );
}

function asRedirection(sent: Sent, { url }: Asked): Sent {
  const location = filesUrl + url.split('?')[0]?.slice(PREFIX.length);
  return withHeaders(withoutBody({ ...sent, status: 302 }), { location, 'content-disposition': undefined });
}

/** The responses of an operation that succeeds, by their statuses. */
function successOf({ operationId }: Readonly<Record<string, unknown>>, success: unknown): object {
  if (!isObject(success)) return {};
  const { content: _, headers, ...bare } = success;
  const { 'Content-Disposition': __, ...kept } = isObject(headers) ? headers : {};
  const location = { description: 'The location of the file', schema: { type: 'string' } };
  if (downloads.includes(operationId)) return { 302: { ...bare, headers: { ...kept, Location: location } } };
  return operationId === 'updateWebhook' ? { 200: { ...bare, headers } } : { 200: success };
}
