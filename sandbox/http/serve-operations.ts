import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiKey } from '../domain/keys.js';
import type { Merchant, Merchants } from '../domain/merchants.js';
import { isObject } from '../schema/check.js';
import { ApiError } from './errors.js';
import { type ReceivedBody, receiveJson } from './json-body.js';
import { JsonText, type Operation, PREFIX, takesBody } from './operation.js';
import { refuseOthers } from './other-paths.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation that a route serves; undefined for the documentation and the control interface. */
    operation?: Operation;
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';
const NO_BODY: ReceivedBody = { body: undefined, bytes: 0, isTyped: false, itemTexts: [] };

/**
 * Serves the operations. The order is the same for every request: key, rate limit, body, shape, operation.
 * Every authenticated request is counted, whatever its response; an unauthenticated one isn't.
 */
export function serveOperations(
  app: FastifyInstance,
  operations: readonly Operation[],
  { merchants, authenticate }: { merchants: Merchants; authenticate: Authenticate },
): void {
  function serve(operation: Operation, url: string): void {
    const readsBody = takesBody(operation);
    app.route<{ Params: Record<string, string> }>({
      method: operation.method,
      url,
      config: { operation },
      async handler(request, reply) {
        const { key, merchant } = authenticate(request, merchants);
        countRequest(operation, { key, merchant }, reply);
        const received = readsBody ? await receiveJson(request) : NO_BODY;
        if (readsBody) {
          merchant.timeline.settle();
          // Hooks that run when the response is sent may look at it.
          request.body = received.body;
        }
        const { params } = request;
        const query = isObject(request.query) ? request.query : {};
        const asked = { key, merchant, merchants, params, query, ...received };
        const { status, body, headers = {} } = await operation.handle(asked);
        reply.code(status).headers(headers);
        return body instanceof JsonText ? reply.type(JSON_TYPE).send(body.text) : reply.send(body);
      },
    });
  }

  for (const operation of operations) for (const url of urlsOf(operation)) serve(operation, url);
  refuseOthers(app, operations, urlsOf, (request) => authenticate(request, merchants));
}

/** The URLs of an operation: if its path has a trailing slash, also without it (gap G-15). */
function urlsOf({ path }: Operation): string[] {
  const url = PREFIX + path.replaceAll(/\{(\w+)\}/g, ':$1');
  return url.endsWith('/') ? [url, url.slice(0, -1)] : [url];
}

/** Counts a request and reports the count in the headers (clauses 4.4 and 8.1). Throws ApiError 429 over the limit. */
function countRequest(operation: Operation, { key, merchant }: Caller, reply: FastifyReply): void {
  const now = merchant.timeline.now();
  const { allowed, limit, remaining, resetSeconds } = merchant.rateLimiter.count(
    key.id,
    operation.id,
    operation.requestsPerMinute,
    now,
  );
  reply.header('x-ratelimit-limit', limit);
  reply.header('x-ratelimit-remaining', remaining);
  reply.header('x-ratelimit-reset', resetSeconds);
  // X-RateLimit-Reset and Retry-After refer to the merchant's clock, which Date lets a client compare with
  // its own.
  reply.header('date', new Date(now).toUTCString());
  if (allowed) return;
  reply.header('retry-after', resetSeconds);
  throw new ApiError(
    429,
    `The limit of ${limit} requests per minute is reached: try again in ${resetSeconds} s`,
  );
}

/** The sender of a request. */
export interface Caller {
  key: ApiKey;
  merchant: Merchant;
}

/** Finds the caller of a request, or refuses the request. */
export type Authenticate = (
  request: { headers: IncomingHttpHeaders; query: unknown },
  merchants: Merchants,
) => Caller;

/**
 * The caller with the key in the header X-API-Key, and nowhere else. When this returns, everything that is due on the
 * merchant's clock has happened. Throws ApiError 401 for a missing, blank, unknown, expired or revoked key, always with
 * the same message (clause 5).
 */
export const authenticate: Authenticate = ({ headers }, merchants) => {
  const value = headers['x-api-key'];
  const key = typeof value === 'string' && value.trim() !== '' ? merchants.keys.find(value) : undefined;
  const merchant = key && merchants.find(key.merchantId);
  merchant?.timeline.settle();
  const now = merchant?.timeline.now() ?? 0;
  if (key === undefined || merchant === undefined || !merchants.rules.isKeyValid(key, now))
    throw new ApiError(401, 'A valid API key is required in the header X-API-Key');
  key.lastUsedAt = now;
  return { key, merchant };
};

/**
 * A request target that can be routed: a percent sign in the path that doesn't begin a valid encoding stands
 * for itself, so an id like "%zz" is an unknown id and not a different kind of error.
 */
export function routableUrl(url: string): string {
  if (!url.includes('%')) return url;
  const [path = '', ...rest] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...rest].join('?');
  }
}

/** The parameters of a query by name: a string, a list if a name is repeated, null if decoding fails. */
type QueryParameters = Record<string, string | null | (string | null)[]>;

/**
 * Parses a query without its question mark. Nothing is lost, so each operation can decide what to refuse. A
 * name that can't be decoded stays as it is. The result has no prototype.
 */
export function parseQuery(query: string): QueryParameters {
  const parameters: QueryParameters = Object.create(null);
  for (const part of query.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const rawName = equals === -1 ? part : part.slice(0, equals);
    const name = decode(rawName) ?? rawName;
    const value = equals === -1 ? '' : decode(part.slice(equals + 1));
    const former = parameters[name];
    if (former === undefined) parameters[name] = value;
    else if (Array.isArray(former)) former.push(value);
    else parameters[name] = [former, value];
  }
  return parameters;
}

function decode(text: string): string | null {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** The path of the settings area, which the control interface reports to every client. */
export const SETTINGS_PREFIX = '/settings';
