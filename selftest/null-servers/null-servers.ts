import type { RequestListener } from 'node:http';
import { type LoopbackServer, serve } from '#testing/loopback-server';
import { startSandbox, targetSettings } from '#testing/sandbox-process';
import { runSpeed } from '../../src/target/processes/embedded-sandbox.js';
import { type Change, changingProxy } from '../proxies.js';

/**
 * A server that answers every request in the same way, and so keeps no promise about a success; or a hollow server,
 * which is right except for one thing that it removes from every response, and so keeps no promise about that thing.
 */
export interface NullServer {
  readonly id: string;
  /** Its behaviour, in words that follow "a server that". */
  readonly does: string;
  /** Whether requirements that don't depend on the missing thing may pass, because it answers like a service. */
  readonly isHollow?: true;
  /** Starts it. */
  start(): Promise<Running>;
}

/** A server with the settings of a run against it: everything is tried, and every assumption counts. */
interface Running extends LoopbackServer {
  readonly settings: Readonly<Record<string, string>>;
}

/** The key of the runs, which none of these servers knows. */
export const unknownKey = 'an-unknown-key';

/** A body with fields from every response in the description. */
const cannedBody = {
  id: 1,
  name: 'default',
  code: 'DE',
  status: 'completed',
  batchRequestId: '6f1c3d52-8a4b-4b7e-9c1d-0e2f3a4b5c6d',
  items: [{ sku: 'SKU-1', status: 'active', success: true, messages: [], requestItem: { sku: 'SKU-1' } }],
  pagination: { page: 1, per_page: 20, total: 1, next: null, prev: null },
  created_at: '2024-05-01T12:00:00Z',
};

/** No requests remain, with a reset later than any run waits. */
const usedUp = ['0', '3600'] as const;

/**
 * The things that may be missing from the responses of an otherwise correct service. Requirements that depend on them
 * can't be verified there, and must not pass.
 */
const hollowings = {
  'empty-lists': {
    does: 'empties each list in its success responses',
    hollow: inSuccess(() => []),
  },
  'no-fields': {
    does: 'removes all fields from each object in its success responses',
    hollow: inSuccess(undefined, () => ({})),
  },
  'null-fields': {
    does: 'answers null for each field and entry in its success responses',
    hollow: inSuccess(
      (list) => list.map(() => null),
      (fields) => Object.fromEntries(Object.keys(fields).map((name) => [name, null])),
    ),
  },
  'other-names': {
    does: 'gives each field in its success responses a different name',
    hollow: inSuccess(renamed, renamed),
  },
  'no-headers': {
    does: 'sends no headers for rate limits and files',
    hollow: ({ headers }) => ({
      headers: Object.fromEntries(
        Object.entries(headers).filter(
          ([name]) => !/^(x-ratelimit-|retry-after$|content-disposition$)/.test(name),
        ),
      ),
    }),
  },
  'no-errors': {
    does: 'answers errors with an empty object',
    hollow: ({ status }) => (status >= 400 ? { json: {} } : {}),
  },
} as const satisfies Readonly<Record<string, { readonly does: string; readonly hollow: Change }>>;

export type HollowingId = keyof typeof hollowings;

/** All null servers: services that refuse everything, have no quota left, accept everything, or never answer. */
export const nullServers: readonly NullServer[] = [
  refusing(404, 'Not found'),
  refusing(500, 'It failed'),
  refusing(400, 'Bad request'),
  refusing(401, 'No such key'),
  refusing(429, 'Slow down', ...usedUp),
  http('none-remaining', 'says with every response that the limit is used up', answering(200, {}, ...usedUp)),
  http('always-200-empty', 'answers 200 with {} to everything', answering(200, {})),
  http('always-200-canned', 'answers 200 with one plausible body to everything', answering(200, cannedBody)),
  http('always-html', 'answers 200 with a page of HTML to everything', html),
  http('never-answers', 'accepts each request and never answers', () => {}),
  ...Object.entries(hollowings).map(([id, { does, hollow }]) => {
    return { id, does, isHollow: true, start: () => startHollow(hollow) } as const;
  }),
];

function http(id: string, does: string, listener: RequestListener): NullServer {
  const start = async () => {
    const server = await serve(listener);
    const settings = {
      TARGET_URL: server.url,
      TARGET_API_KEY: unknownKey,
      TARGET_WRITES: 'allow',
      TARGET_CONFIRMED_GAPS: 'all',
      // Without it, most of them would be refused before the first test, and no check would have to see through them.
      CONFORMANCE_ANYWAY: '1',
      // Nothing ever changes on these servers, so that waiting shows nothing.
      TARGET_CLOCK_SPEED: '1000',
    };
    return { ...server, settings };
  };
  return { id, does, start };
}

function refusing(status: 400 | 401 | 404 | 429 | 500, message: string, ...limit: string[]): NullServer {
  const does = `answers ${status} with a message to everything`;
  return http(`always-${status}`, does, answering(status, { message }, ...limit));
}

/** The same status and body for every request, with the rate-limit headers. */
function answering(status: number, body: unknown, remaining = '59', reset = '30'): RequestListener {
  const headers = {
    'content-type': 'application/json',
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': reset,
  };
  return (_request, response) => {
    response.writeHead(status, headers).end(JSON.stringify(body));
  };
}

function html(...[, response]: Parameters<RequestListener>): void {
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end('<!doctype html><title>Welcome</title><h1>It works</h1>');
}

/** Starts a sandbox, and a server in front of it that removes something from its responses. */
async function startHollow(hollow: Change): Promise<Running> {
  const sandbox = await startSandbox('--speed', runSpeed);
  const server = await changingProxy(sandbox.url, hollow);
  return {
    url: server.url,
    settings: { ...targetSettings(sandbox), TARGET_URL: server.url },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
    },
  };
}

/** Changes the outermost lists and objects of a success; in an object of lists, the lists are changed. */
function inSuccess(
  list?: (entries: readonly unknown[]) => unknown,
  fields?: (object: object) => unknown,
): Change {
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return list === undefined ? value.map(change) : list(value);
    if (typeof value !== 'object' || value === null) return value;
    if (fields !== undefined) return fields(value);
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]));
  };
  return ({ status, json }) =>
    status >= 200 && status < 300 && json !== undefined ? { json: change(json) } : {};
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [`x_${name}`, renamed(member)]));
}
