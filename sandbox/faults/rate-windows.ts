import { hash } from 'node:crypto';
import type { Merchant } from '../domain/merchants.js';
import { WINDOW } from '../domain/rate-limiter.js';
import { ApiError } from '../http/errors.js';
import { OPERATIONS } from '../service/operations.js';
import { fresh, type Plant, type Plants, together } from './fault.js';
import {
  authenticatedBy,
  countedAs,
  countedBy,
  countedIn,
  type KeyedRequest,
  paramsOf,
  whenRefused,
} from './plants/callers.js';
import * as at from './plants/operations.js';
import { attempt, handledBy, viewOf } from './plants/requests.js';
import { changedAt, withHeaders } from './plants/responses.js';

/** Counts requests that are refused because of their key against the limit of each merchant's last valid key. */
function countingRefused(isMeant: (request: KeyedRequest) => boolean): Plant {
  return whenRefused((request, { callers }, operation) => {
    const limit = OPERATIONS.find(({ id }) => id === operation)?.requestsPerMinute ?? 0;
    if (isMeant(request))
      for (const { key, merchant } of callers)
        merchant.rateLimiter.count(key.id, operation, limit, merchant.timeline.now());
    return undefined;
  });
}

/** When a write that waits for the next window is carried out, in milliseconds of the merchant's clock. */
const NEXT_WINDOW = 60_000;

/** The most writes that wait for the next window: only the last ones. */
const MOST_WAITING = 20;

/** Plants an action on each request over the limit before it is answered with 429. */
function overLimit(act: (merchant: Merchant, handle: () => Promise<void>) => Promise<void>): Plant {
  return fresh(() => {
    const refused = new WeakSet<Merchant>();
    return together(
      authenticatedBy((request, merchants, clean) => {
        const { key, merchant } = clean(request, merchants);
        const { rateLimiter } = merchant;
        const view = viewOf(merchant, {
          rateLimiter: {
            ...rateLimiter,
            count(...asked) {
              const verdict = rateLimiter.count(...asked);
              if (!verdict.allowed) refused.add(view);
              return { ...verdict, allowed: true };
            },
          },
        });
        return { key, merchant: view };
      }),
      handledBy(async (request, next) => {
        const { merchant } = request;
        if (!refused.has(merchant)) return next(request);
        await act(merchant, () => attempt(next, request));
        throw new ApiError(429, 'The limit of requests per minute is reached');
      }),
      changedAt(429, (sent) => withHeaders(sent, { 'retry-after': sent.headers['x-ratelimit-reset'] })),
    );
  });
}

/** Faults in the length and the scope of windows, and in refusing requests over the limit (clause 8.1). */
export const rateWindowPlants: Plants = {
  'never-opens-another-window': countedIn(
    (): { since?: number } => ({}),
    (window, count, limit, now) => {
      window.since ??= now;
      return count(limit, window.since);
    },
  ),
  'has-windows-of-two-minutes': countedAs((count, limit, now) => count(limit, Math.floor(now / 2))),
  'has-windows-of-half-a-minute': countedAs((count, limit, now) => count(limit, now * 2)),
  'ends-windows-a-few-seconds-early': countedIn(
    () => ({ since: Number.NEGATIVE_INFINITY, skipped: 0 }),
    (window, count, limit, now) => {
      if (now >= window.since + WINDOW - 5_000) {
        window.skipped += window.since + WINDOW > now ? WINDOW : 0;
        window.since = now;
      }
      return {
        ...count(limit, now + window.skipped),
        resetSeconds: Math.ceil((window.since + WINDOW - now) / 1000),
      };
    },
  ),
  'slides-window-with-each-request': countedIn(
    () => ({ last: Number.NEGATIVE_INFINITY, shown: 0 }),
    (window, count, limit, now) => {
      if (now >= window.last + WINDOW) window.shown += WINDOW;
      window.last = now;
      return count(limit, window.shown);
    },
  ),
  'carries-excess-into-next-window': countedIn(
    () => ({ excess: 0 }),
    (window, count, limit, now) => {
      const verdict = count(limit, now);
      if (!verdict.allowed) {
        window.excess++;
        return verdict;
      }
      const excess = window.excess;
      window.excess = 0;
      let last = verdict;
      for (let taken = 0; taken < excess && last.remaining > 0; taken++) last = count(limit, now);
      return { ...last, allowed: true };
    },
  ),
  'counts-keys-of-merchant-together': countedBy(
    (count) => (_key, operation, limit, now) => count('all', operation, limit, now),
  ),
  'counts-merchants-together': fresh(({ rules }) => {
    const { count } = rules.createRateLimiter();
    return countedBy(() => (_key, operation, limit, now) => count('all', operation, limit, now));
  }),
  'counts-keyless-requests-to-last-key': countingRefused(({ headers }) => headers['x-api-key'] === undefined),
  'counts-wrong-keys-to-last-key': countingRefused(({ headers }) => headers['x-api-key'] !== undefined),
  'counts-all-operations-together': countedBy(
    (count) => (key, _operation, limit, now) => count(key, 'listBrands', limit, now),
  ),
  'counts-methods-of-path-together': countedBy((count) => (key, operation, limit, now) => {
    const path = OPERATIONS.find(({ id }) => id === operation)?.path;
    return count(key, path ?? operation, limit, now);
  }),
  'counts-all-results-together': countedBy(
    (count) => (key, operation, limit, now) =>
      count(key, at.RESULTS.some((id) => id === operation) ? 'results' : operation, limit, now),
  ),
  'counts-each-id-apart': authenticatedBy((request, merchants, clean) => {
    const { key, merchant } = clean(request, merchants);
    const [name = ''] = Object.values(paramsOf(request));
    return { key: { ...key, id: `${key.id} ${hash('sha256', String(name))}` }, merchant };
  }),
  'carries-out-write-over-limit': overLimit((_merchant, handle) => handle()),
  'carries-out-batch-over-limit-later': fresh(() => {
    let waiting: (() => Promise<void>)[] = [];
    return overLimit(async ({ timeline }, handle) => {
      if (waiting.length === 0)
        timeline.after(NEXT_WINDOW, () => {
          for (const each of waiting) void each();
          waiting = [];
        });
      waiting = [...waiting, handle].slice(-MOST_WAITING);
    });
  }),
};
