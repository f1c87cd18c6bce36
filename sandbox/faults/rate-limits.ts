import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Merchant } from '../domain/merchants.js';
import { WINDOW } from '../domain/rate-limiter.js';
import { ApiError } from '../http/errors.js';
import { OPERATIONS } from '../service/operations.js';
import { type Asked, fresh, type Plant, type Plants, type Sent, together } from './fault.js';
import {
  authenticatedBy,
  countedAs,
  countedBy,
  countedIn,
  type KeyedRequest,
  paramsOf,
  perWindow,
  type Verdict,
  whenRefused,
} from './plants/callers.js';
import { perOwner } from './plants/memory.js';
import { operationsIn } from './plants/operations.js';
import { attempt, changed, handledBy, viewOf } from './plants/requests.js';
import {
  changedAt,
  changedSent,
  EVERYWHERE,
  isRefusal,
  operationsDescribedAs,
  sendingHeaders,
  withHeaders,
  withoutBody,
  withoutLimits,
} from './plants/responses.js';

const MORE = 10;
const ALLOWING_MORE = countedAs((count, limit, now) => count(limit + MORE, now));

/** The time between reading and writing a count, in milliseconds of real time. */
const READ_TO_WRITE = 2;

/** Changes one of the headers that show the limit, if it is sent. */
function withLimit(sent: Sent, name: LimitHeader, change: (value: number) => number | string): Sent {
  return {
    ...sent,
    headers: changed(sent.headers, [`x-ratelimit-${name}`], (value) => `${change(Number(value))}`),
  };
}

/** Plants a different value in one of the headers that show the limit. */
function sendingLimit(name: LimitHeader, change: (value: number, asked: Asked) => number | string): Plant {
  return changedSent((sent, asked) => withLimit(sent, name, (value) => change(value, asked)));
}

type LimitHeader = 'limit' | 'remaining' | 'reset';

/** Plants a different verdict on each request. */
function judgedBy(change: (verdict: Verdict) => Verdict): Plant {
  return countedAs((count, limit, now) => change(count(limit, now)));
}

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

/** The most writes that wait for the next window: only the latest are kept. */
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

/**
 * Faults in counting requests, in windows, in the headers that show the limits, and in refusing requests over
 * the limit (clause 8.1).
 */
export const rateLimitPlants: Plants = {
  'allows-ten-more-than-documented': ALLOWING_MORE,
  'declares-another-limit': together(
    ALLOWING_MORE,
    operationsDescribedAs(
      (described) => ({
        'x-rate-limit': Number(described['x-rate-limit']) + MORE,
        summary: String(described.summary).replace(/(?<=Limit: )\d+/, (limit) => `${Number(limit) + MORE}`),
      }),
      EVERYWHERE,
    ),
  ),
  'skips-every-fifth-remaining': judgedBy(({ limit, remaining, ...verdict }) => {
    const twice = Math.floor((limit - remaining) / 5);
    return { ...verdict, limit, remaining: Math.max(0, remaining - twice) };
  }),
  'never-tells-that-none-remains': judgedBy((verdict) =>
    verdict.allowed ? { ...verdict, remaining: Math.max(1, verdict.remaining) } : verdict,
  ),
  'passes-one-too-many': countedAs((count, limit, now) => {
    const verdict = count(limit + 1, now);
    return { ...verdict, limit, remaining: Math.max(0, verdict.remaining - 1) };
  }),
  'refuses-last-of-window': countedAs((count, limit, now) => {
    const verdict = count(limit - 1, now);
    return { ...verdict, limit, remaining: verdict.allowed ? verdict.remaining + 1 : 0 };
  }),
  'never-refuses': judgedBy((verdict) => ({ ...verdict, allowed: true })),
  'passes-every-other-over-limit': countedIn(
    () => ({ refused: 0 }),
    (window, count, limit, now) => {
      const verdict = count(limit, now);
      window.refused = verdict.allowed ? 0 : window.refused + 1;
      return { ...verdict, allowed: window.refused % 2 === 0 };
    },
  ),
  'loses-counts-in-parallel': fresh(() => {
    const read = new WeakMap<object, { window: { used: number }; used: number }>();
    const windowsOf = perOwner(() => perWindow(() => ({ since: 0, used: 0 })));
    return together(
      authenticatedBy((request, merchants, clean) => {
        const { key, merchant } = clean(request, merchants);
        const windows = windowsOf(merchant.rateLimiter);
        const view = viewOf(merchant, {
          rateLimiter: {
            ...merchant.rateLimiter,
            count(keyId, operationId, limit, now) {
              const window = windows(keyId, operationId);
              if (now >= window.since + 60_000) Object.assign(window, { since: now, used: 0 });
              const allowed = window.used < limit;
              if (allowed) read.set(view, { window, used: window.used });
              return {
                allowed,
                limit,
                remaining: Math.max(0, limit - window.used - 1),
                resetSeconds: Math.ceil((window.since + 60_000 - now) / 1000),
              };
            },
          },
        });
        return { key, merchant: view };
      }),
      changedSent(async (sent, { merchant }) => {
        const count = merchant && read.get(merchant);
        if (count === undefined) return sent;
        await pause(READ_TO_WRITE, undefined, { ref: false });
        count.window.used = count.used + 1;
        return sent;
      }),
    );
  }),
  'sends-remaining-of-earlier-request-as-limit': changedSent((sent) => {
    const remaining = sent.headers['x-ratelimit-remaining'];
    return remaining === undefined || sent.status === 429
      ? sent
      : withLimit(sent, 'limit', () => Number(remaining) + 1);
  }),
  'sends-429-without-body': changedAt(429, withoutBody),
  'names-retry-after-too-early': changedAt(429, (sent) =>
    withHeaders(sent, {
      'retry-after': `${Math.floor(Number(sent.headers['x-ratelimit-reset']) / 2)}`,
      'x-ratelimit-reset': undefined,
    }),
  ),
  'names-moment-of-429-as-retry-after': changedAt(429, (sent, { merchant }) => {
    const now = new Date(merchant?.timeline.now() ?? 0).toUTCString();
    return withHeaders(sent, { date: now, 'retry-after': now });
  }),
  'names-retry-after-too-late': sendingHeaders(429, {
    'retry-after': '3600',
    'x-ratelimit-reset': undefined,
  }),
  'sends-429-without-limit-headers': changedAt(429, withoutLimits),
  'declares-twice-the-limit-with-refusals': changedAt(isRefusal, (sent) =>
    withLimit(sent, 'limit', (limit) => limit * 2),
  ),
  'sends-no-limit-headers-with-refusals': changedAt(isRefusal, withoutLimits),
  'sends-reset-as-time': sendingLimit(
    'reset',
    (reset, { merchant }) => Math.floor((merchant?.timeline.now() ?? 0) / 1000) + reset,
  ),
  'sends-reset-in-milliseconds': sendingLimit('reset', (reset) => reset * 1000),
  'sends-reset-with-fraction': sendingLimit('reset', (reset) => (reset < 60 ? `${reset}.25` : reset)),
  'never-counts-reset-down': sendingLimit('reset', () => 60),
  'sends-reset-as-word': sendingLimit('reset', () => 'soon'),
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
      count(key, operationsIn('RESULTS').some((id) => id === operation) ? 'results' : operation, limit, now),
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
        timeline.after(WINDOW, () => {
          for (const each of waiting) void each();
          waiting = [];
        });
      waiting = [...waiting, handle].slice(-MOST_WAITING);
    });
  }),
};
