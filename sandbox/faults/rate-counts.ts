import { setTimeout as pause } from 'node:timers/promises';
import type { RateLimiter } from '../domain/rate-limiter.js';
import { type Asked, type Fault, fresh, liesIn, type Plant, type Sent, together } from './fault.js';
import { authenticatedBy, countedBy, countedIn, perOwner, perWindow } from './plants/callers.js';
import { ALL, REFUSING, viewOf } from './plants/requests.js';
import {
  changedAt,
  changedSent,
  EVERYWHERE,
  isRefusal,
  operationsDescribedAs,
  withHeaders,
  withoutBody,
  withoutLimits,
} from './plants/responses.js';

const MORE = 10;
const ALLOWING_MORE = countedBy(
  (count) => (key, operation, limit, now) => count(key, operation, limit + MORE, now),
);

/** The time between reading and writing a count, in milliseconds of real time. */
const READ_TO_WRITE = 2;

/** Changes a header if it is sent. */
function withLimit(sent: Sent, name: LimitHeader, change: (value: number) => string): Sent {
  const header = `x-ratelimit-${name}`;
  const value = sent.headers[header];
  return value === undefined ? sent : withHeaders(sent, { [header]: change(Number(value)) });
}

/** Plants a different value of a header. */
function sendingLimit(name: LimitHeader, change: (value: number, asked: Asked) => string): Plant {
  return changedSent((sent, asked) => withLimit(sent, name, (value) => change(value, asked)));
}

type LimitHeader = 'limit' | 'remaining' | 'reset';

/** Plants a different verdict on each request. */
function judgedBy(change: (verdict: Verdict) => Verdict): Plant {
  return countedBy(
    (count) =>
      (...asked) =>
        change(count(...asked)),
  );
}

type Verdict = ReturnType<RateLimiter['count']>;

/** Faults in counting requests, and in the headers that show the limits (clause 8.1). */
export const rateCountFaults: readonly Fault[] = [
  ...liesIn(ALL, {
    'LIM-02 allows-ten-more-than-documented': [
      'It enforces, and declares in its headers, ten requests more than the limit of the operation.',
      ALLOWING_MORE,
    ],
    'LIM-02 declares-another-limit': [
      'It enforces, and declares in its headers and its live description, ten requests more than the limit of the operation.',
      together(
        ALLOWING_MORE,
        operationsDescribedAs(
          (described) => ({
            ...described,
            'x-rate-limit': Number(described['x-rate-limit']) + MORE,
            summary: String(described.summary).replace(
              /(?<=Limit: )\d+/,
              (limit) => `${Number(limit) + MORE}`,
            ),
          }),
          EVERYWHERE,
        ),
      ),
    ],
    'LIM-03 skips-every-fifth-remaining': [
      'It counts every fifth request of a window twice when it says how many remain.',
      'the fifth request of a window and those after it',
      judgedBy(({ limit, remaining, ...verdict }) => {
        const twice = Math.floor((limit - remaining) / 5);
        return { ...verdict, limit, remaining: Math.max(0, remaining - twice) };
      }),
    ],
    'LIM-03 never-tells-that-none-remains': [
      'It says that one request remains after the last one.',
      'the last request of a window',
      judgedBy((verdict) =>
        verdict.allowed ? { ...verdict, remaining: Math.max(1, verdict.remaining) } : verdict,
      ),
    ],
    'LIM-05 passes-one-too-many': [
      'It lets one more request pass than the limit allows.',
      'the first request over the limit',
      countedBy((count) => (key, operation, limit, now) => {
        const verdict = count(key, operation, limit + 1, now);
        return { ...verdict, limit, remaining: Math.max(0, verdict.remaining - 1) };
      }),
    ],
    'LIM-05 refuses-last-of-window': [
      'It refuses the last request that the limit allows.',
      'the last request of a window',
      countedBy((count) => (key, operation, limit, now) => {
        const verdict = count(key, operation, limit - 1, now);
        return { ...verdict, limit, remaining: verdict.allowed ? verdict.remaining + 1 : 0 };
      }),
    ],
    'LIM-05 never-refuses': [
      'It lets every request pass.',
      judgedBy((verdict) => ({ ...verdict, allowed: true })),
    ],
    'LIM-05 passes-every-other-over-limit': [
      'It lets every other request over the limit pass, starting with the second.',
      'the second request over the limit',
      countedIn(
        () => ({ refused: 0 }),
        (window, count, limit, now) => {
          const verdict = count(limit, now);
          window.refused = verdict.allowed ? 0 : window.refused + 1;
          return { ...verdict, allowed: window.refused % 2 === 0 };
        },
      ),
    ],
    'LIM-05 answers-503-over-limit': [
      'It answers 503 when the limit is exceeded.',
      changedAt(429, (sent) => ({ ...sent, status: 503 })),
    ],
    'LIM-13 loses-counts-in-parallel': [
      'It reads the count when a request arrives and writes it when it answers, so that parallel requests count as one.',
      'requests that overlap',
      fresh(() => {
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
    ],
    'LIM-01 counts-remaining-below-zero': [
      'It sends -1 as the number of remaining requests when the limit is exceeded.',
      'requests that are answered with 429',
      changedAt(429, (sent) => withHeaders(sent, { 'x-ratelimit-remaining': '-1' })),
    ],
    'LIM-02 sends-remaining-of-earlier-request-as-limit': [
      'It sends the number of requests that remained before the request as the limit.',
      'every request of a window after the first',
      changedSent((sent) => {
        const remaining = sent.headers['x-ratelimit-remaining'];
        return remaining === undefined || sent.status === 429
          ? sent
          : withLimit(sent, 'limit', () => `${Number(remaining) + 1}`);
      }),
    ],
    'LIM-11 sends-429-without-body': ['It sends no body with a 429.', changedAt(429, withoutBody)],
    'LIM-15 sends-retry-after-zero': [
      'It sends a Retry-After of 0 with every 429.',
      changedAt(429, (sent) => withHeaders(sent, { 'retry-after': '0' })),
    ],
    'LIM-15 names-retry-after-too-early': [
      'It sends half of the seconds until the end of the window as Retry-After, and no X-RateLimit-Reset.',
      changedAt(429, (sent) =>
        withHeaders(sent, {
          'retry-after': `${Math.floor(Number(sent.headers['x-ratelimit-reset']) / 2)}`,
          'x-ratelimit-reset': undefined,
        }),
      ),
    ],
    'LIM-15 names-moment-of-429-as-retry-after': [
      'It sends the time of the 429 itself as a Retry-After in the form of a date.',
      changedAt(429, (sent, { merchant }) => {
        const now = new Date(merchant?.timeline.now() ?? 0).toUTCString();
        return withHeaders(sent, { date: now, 'retry-after': now });
      }),
    ],
    'LIM-15 names-retry-after-too-late': [
      'It sends an hour as Retry-After, although requests pass when the window has ended.',
      changedAt(429, (sent) => withHeaders(sent, { 'retry-after': '3600', 'x-ratelimit-reset': undefined })),
    ],
    'LIM-12 sends-429-without-limit-headers': [
      'It sends no rate-limit headers with a 429.',
      changedAt(429, withoutLimits),
    ],
  }),
  ...liesIn(REFUSING, {
    'LIM-02 declares-twice-the-limit-with-refusals': [
      'It declares a limit that is twice that of the operation with a 400 or 404.',
      'requests that are answered with 400 or 404',
      changedAt(isRefusal, (sent) => withLimit(sent, 'limit', (limit) => `${limit * 2}`)),
    ],
    'LIM-01 sends-no-limit-headers-with-refusals': [
      'It sends no rate-limit headers with a 400 or 404.',
      'requests that are answered with 400 or 404',
      changedAt(isRefusal, withoutLimits),
    ],
  }),
  ...liesIn(['getStatusResults'], {
    'LIM-04 sends-reset-as-time': [
      'It sends the moment at which the window resets, in seconds since 1970.',
      sendingLimit('reset', (reset, { merchant }) => {
        const now = merchant?.timeline.now() ?? 0;
        return `${Math.floor(now / 1000) + reset}`;
      }),
    ],
    'LIM-04 sends-reset-in-milliseconds': [
      'It sends the milliseconds until the window resets.',
      sendingLimit('reset', (reset) => `${reset * 1000}`),
    ],
    'LIM-04 sends-reset-with-fraction': [
      'It sends the seconds until the window resets with a fraction.',
      'requests after the first second of a window',
      sendingLimit('reset', (reset) => (reset < 60 ? `${reset}.25` : `${reset}`)),
    ],
    'LIM-04 never-counts-reset-down': [
      'It always sends 60 as the seconds until the window resets.',
      'requests after the first second of a window',
      sendingLimit('reset', () => '60'),
    ],
  }),
  ...liesIn(
    ALL.filter((id) => id !== 'getStatusResults'),
    {
      'LIM-04 sends-reset-as-word': [
        'It sends a word for the seconds until the window resets.',
        sendingLimit('reset', () => 'soon'),
      ],
    },
  ),
];
