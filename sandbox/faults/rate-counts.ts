import { setTimeout as pause } from 'node:timers/promises';
import { type Asked, fresh, type Plant, type Plants, type Sent, together } from './fault.js';
import { authenticatedBy, countedAs, countedIn, perWindow, type Verdict } from './plants/callers.js';
import { perOwner } from './plants/memory.js';
import { changed, viewOf } from './plants/requests.js';
import {
  changedAt,
  changedSent,
  EVERYWHERE,
  isRefusal,
  operationsDescribedAs,
  sendingHeaders,
  sendingStatus,
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

/** Plants a different value of such a header. */
function sendingLimit(name: LimitHeader, change: (value: number, asked: Asked) => number | string): Plant {
  return changedSent((sent, asked) => withLimit(sent, name, (value) => change(value, asked)));
}

type LimitHeader = 'limit' | 'remaining' | 'reset';

/** Plants a different verdict on each request. */
function judgedBy(change: (verdict: Verdict) => Verdict): Plant {
  return countedAs((count, limit, now) => change(count(limit, now)));
}

/** Faults in counting requests, and in the headers that show the limits (clause 8.1). */
export const rateCountPlants: Plants = {
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
  'answers-503-over-limit': sendingStatus(429, 503),
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
  'counts-remaining-below-zero': sendingHeaders(429, { 'x-ratelimit-remaining': '-1' }),
  'sends-remaining-of-earlier-request-as-limit': changedSent((sent) => {
    const remaining = sent.headers['x-ratelimit-remaining'];
    return remaining === undefined || sent.status === 429
      ? sent
      : withLimit(sent, 'limit', () => Number(remaining) + 1);
  }),
  'sends-429-without-body': changedAt(429, withoutBody),
  'sends-retry-after-zero': sendingHeaders(429, { 'retry-after': '0' }),
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
};
