import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Merchants } from '../domain/merchants.js';
import { isObject } from '../schema/check.js';
import { ApiError } from './api-error.js';
import type { Authenticate, Caller } from './authentication.js';
import { ReceivedBody } from './json-body.js';
import type { Operation } from './operation.js';
import { PREFIX } from './prefix.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation that a route serves; none for the documentation and the control interface. */
    operation?: Operation;
  }
}

/** What serving works with. */
export interface Serving {
  merchants: Merchants;
  authenticate: Authenticate;
}

/**
 * Serves the operations. The order is the same for every request: key, rate limit, body, shape, operation.
 * A request that is not authenticated is not counted; every other one is, whatever its answer.
 */
export function serveOperations(
  app: FastifyInstance,
  operations: readonly Operation[],
  { merchants, authenticate }: Serving,
): void {
  const callers = new WeakMap<FastifyRequest, Caller>();

  function serve(operation: Operation, url: string): void {
    app.route<{ Params: Record<string, string> }>({
      method: operation.method,
      url,
      config: { operation },
      onRequest: async (request, reply) => {
        const caller = authenticate(request, merchants);
        callers.set(request, caller);
        countRequest(operation, caller, reply);
      },
      handler: async (request, reply) => {
        const caller = callers.get(request);
        if (caller === undefined) throw new Error('a request came to its operation without a caller');
        caller.merchant.timeline.settle();
        const { body, params, query } = request;
        const answer = await operation.handle({
          merchant: caller.merchant,
          merchants,
          params,
          query: isObject(query) ? query : {},
          ...(body instanceof ReceivedBody ? body : { body: undefined, bytes: 0 }),
        });
        reply.code(answer.status).headers(answer.headers ?? {});
        return reply.send(answer.body);
      },
    });
  }

  for (const operation of operations) for (const url of urlsOf(operation)) serve(operation, url);
}

/** Where an operation is served: without the trailing slash too, where its path has one (gap G-15). */
function urlsOf({ path }: Operation): string[] {
  const url = PREFIX + path.replaceAll(/\{(\w+)\}/g, ':$1');
  return url.endsWith('/') ? [url, url.slice(0, -1)] : [url];
}

/** Counts a request and says so in the headers (clauses 4.4 and 8.1). Throws ApiError 429 over the limit. */
function countRequest(operation: Operation, { key, merchant }: Caller, reply: FastifyReply): void {
  const { allowed, limit, remaining, resetSeconds } = merchant.rateLimiter.count(
    key.id,
    operation.id,
    operation.requestsPerMinute,
    merchant.timeline.now(),
  );
  reply.headers({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': resetSeconds,
  });
  if (allowed) return;
  reply.header('retry-after', resetSeconds);
  throw new ApiError(
    429,
    `The limit of ${limit} requests per minute is reached: try again in ${resetSeconds} s`,
  );
}
