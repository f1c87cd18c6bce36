import { createRateLimiter } from '../domain/rate-limiter.js';
import { operationsIn } from '../faults/plants/operations.js';
import { PREFIX } from '../http/operation.js';
import { isObject } from '../schema/check.js';
import type { ResponseChange } from './responses.js';
import type { WorldCode } from './world.js';

const problem: ResponseChange = {
  body: {
    type: 'application/problem+json',
    schema: {
      type: 'object',
      required: ['title', 'detail'],
      properties: { title: { type: 'string' }, detail: { type: 'string' } },
    },
    tell: (ours) => ({ title: 'Invalid', detail: isObject(ours) ? String(ours.message) : '' }),
  },
};

const slowDown: ResponseChange = {
  body: {
    type: 'text/html',
    schema: { type: 'string' },
    tell: () => '<!doctype html><title>429</title><p>Slow down.</p>',
  },
};

/** The place of files, and the parameter that marks a request for one. */
const filesUrl = '/files';
const fromFiles = 'stored';

const redirection: ResponseChange = {
  status: 302,
  body: null,
  headers: {
    'Content-Disposition': null,
    Location: {
      description: 'The location of the file',
      schema: { type: 'string' },
      tell: (_sent, { url }) => `${filesUrl}${url.split('?')[0]?.slice(PREFIX.length)}`,
    },
  },
};

/**
 * Says as little as possible if the description shows no response, and counts requests for each merchant, not
 * for each key (gap G-20).
 */
export const terse: WorldCode = {
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
  responses(status, operation, asked) {
    if (operation === undefined) return undefined;
    if (status === 422) return problem;
    if (status === 429) return slowDown;
    if (status >= 300) return undefined;
    if (operationsIn('FILES').includes(operation))
      return asked?.query[fromFiles] === undefined ? redirection : undefined;
    return operation === 'updateWebhook' ? { body: null } : undefined;
  },
};
