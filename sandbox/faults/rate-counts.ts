import { setTimeout as pause } from 'node:timers/promises';
import { type Fault, liesIn, type Sent } from './fault.js';
import {
  changedSent,
  EVERYWHERE,
  isRefusal,
  isSuccess,
  operationsDescribedAs,
  withHeaders,
  withoutBody,
  withoutLimits,
} from './plants/answers.js';
import { authenticatedBy, countedBy, perWindow } from './plants/callers.js';
import { ALL, REFUSING, viewOf } from './plants/requests.js';

const MORE = 10;
/** The time between reading and writing a count, in milliseconds of real time. */
const READ_TO_WRITE = 2;

/** Faults in the number of requests that are counted, and that pass. */
export const countFaults: readonly Fault[] = [
  ...liesIn(ALL, {
    'LIM-02 allows-ten-more-than-documented': [
      'It has a limit, in its headers and in fact, of ten more than that of the operation.',
      countedBy((count) => (key, operation, limit, now) => count(key, operation, limit + MORE, now)),
    ],
    'LIM-02 declares-another-limit': [
      'It has a limit of ten more than that of the operation, and its headers and its live description agree on it.',
      (clean, plantedIn) => ({
        ...countedBy((count) => (key, operation, limit, now) => count(key, operation, limit + MORE, now))(
          clean,
          plantedIn,
        ),
        ...operationsDescribedAs(
          (described, id) =>
            plantedIn(id)
              ? {
                  ...described,
                  'x-rate-limit': Number(described['x-rate-limit']) + MORE,
                  summary: String(described.summary).replace(
                    /(?<=Limit: )\d+/,
                    (limit) => `${Number(limit) + MORE}`,
                  ),
                }
              : described,
          EVERYWHERE,
        ),
      }),
    ],
    'LIM-03 skips-every-fifth-remaining': [
      'It counts every fifth request of a window twice when it says how many remain.',
      'the fifth request of a window and those after it',
      countedBy((count) => (key, operation, limit, now) => {
        const verdict = count(key, operation, limit, now);
        const used = limit - verdict.remaining;
        return { ...verdict, remaining: Math.max(0, verdict.remaining - Math.floor(used / 5)) };
      }),
    ],
    'LIM-03 never-tells-that-none-remains': [
      'It says that one request remains after the last one.',
      'the last request of a window',
      countedBy((count) => (key, operation, limit, now) => {
        const verdict = count(key, operation, limit, now);
        return verdict.allowed ? { ...verdict, remaining: Math.max(1, verdict.remaining) } : verdict;
      }),
    ],
    'LIM-05 passes-one-too-many': [
      'It lets one request more pass than the limit says.',
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
      countedBy((count) => (key, operation, limit, now) => ({
        ...count(key, operation, limit, now),
        allowed: true,
      })),
    ],
    'LIM-05 passes-every-other-over-limit': [
      'It lets every other request over the limit pass, from the second on.',
      'the second request over the limit',
      countedBy((count) => {
        const windows = perWindow(() => ({ refused: 0 }));
        return (key, operation, limit, now) => {
          const verdict = count(key, operation, limit, now);
          const window = windows(key, operation);
          window.refused = verdict.allowed ? 0 : window.refused + 1;
          return { ...verdict, allowed: window.refused % 2 === 0 };
        };
      }),
    ],
    'LIM-05 answers-503-over-limit': [
      'It answers 503 where the limit is exceeded.',
      changedSent((sent) => (sent.status === 429 ? { ...sent, status: 503 } : sent)),
    ],
    'LIM-13 loses-counts-in-parallel': [
      'It reads the count when a request comes and writes it when it answers, so that parallel ones count once.',
      'requests that overlap',
      (clean, plantedIn) => {
        const read = new WeakMap<object, { window: { used: number }; used: number }>();
        const windowsOf = new WeakMap<
          object,
          ReturnType<typeof perWindow<{ since: number; used: number }>>
        >();
        return {
          ...authenticatedBy((request, merchants) => {
            const { key, merchant } = clean.authenticate(request, merchants);
            const windows = windowsOf.get(merchant.rateLimiter) ?? perWindow(() => ({ since: 0, used: 0 }));
            windowsOf.set(merchant.rateLimiter, windows);
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
          })(clean, plantedIn),
          ...changedSent(async (sent, { merchant }) => {
            const count = merchant && read.get(merchant);
            if (count === undefined) return sent;
            await pause(READ_TO_WRITE, undefined, { ref: false });
            count.window.used = count.used + 1;
            return sent;
          })(clean, plantedIn),
        };
      },
    ],
  }),
  ...liesIn(REFUSING, {
    'LIM-03 keeps-remaining-on-refusals': [
      'It does not take a request that it answers 400 or 404 off what remains, until the next one.',
      'requests that are answered 400 or 404',
      changedSent((sent) => {
        const remaining = sent.headers['x-ratelimit-remaining'];
        return isRefusal(sent.status) && remaining !== undefined
          ? withHeaders(sent, { 'x-ratelimit-remaining': String(Number(remaining) + 1) })
          : sent;
      }),
    ],
  }),
];

/** Faults in the headers that show the limits. */
export const limitHeaderFaults: readonly Fault[] = [
  ...liesIn(ALL, {
    'LIM-01 sends-no-limit-headers': [
      'It sends no rate-limit headers with a success.',
      changedSent((sent) => (isSuccess(sent.status) ? withoutLimits(sent) : sent)),
    ],
    'LIM-01 sends-limit-with-its-unit': [
      'It sends the limit with its unit after the number.',
      changedSent((sent) => withLimit(sent, 'x-ratelimit-limit', (limit) => `${limit} per minute`)),
    ],
    'LIM-01 counts-remaining-below-zero': [
      'It sends -1 for the requests that remain when the limit is exceeded.',
      'requests that are answered 429',
      changedSent((sent) =>
        sent.status === 429 ? withHeaders(sent, { 'x-ratelimit-remaining': '-1' }) : sent,
      ),
    ],
    'LIM-02 declares-twice-the-limit': [
      'It declares a limit that is twice that of the operation.',
      changedSent((sent) => withLimit(sent, 'x-ratelimit-limit', (limit) => `${limit * 2}`)),
    ],
    'LIM-11 sends-429-without-retry-after': [
      'It sends no Retry-After with a 429.',
      changedSent((sent) => (sent.status === 429 ? withHeaders(sent, { 'retry-after': undefined }) : sent)),
    ],
    'LIM-11 sends-429-without-body': [
      'It sends no body with a 429.',
      changedSent((sent) => (sent.status === 429 ? withoutBody(sent) : sent)),
    ],
    'LIM-11 sends-429-with-code-alone': [
      'It sends a code and no message with a 429.',
      changedSent((sent) =>
        sent.status === 429 ? { ...sent, body: JSON.stringify({ code: 'rate_limited' }) } : sent,
      ),
    ],
    'LIM-12 sends-429-without-limit-headers': [
      'It sends no rate-limit headers with a 429.',
      changedSent((sent) => (sent.status === 429 ? withoutLimits(sent) : sent)),
    ],
    'LIM-12 tells-of-one-remaining-with-429': [
      'It tells with a 429 that one request remains.',
      changedSent((sent) =>
        sent.status === 429 ? withHeaders(sent, { 'x-ratelimit-remaining': '1' }) : sent,
      ),
    ],
  }),
  ...liesIn(REFUSING, {
    'LIM-01 sends-no-limit-headers-with-refusals': [
      'It sends no rate-limit headers with a 400 or 404.',
      'requests that are answered 400 or 404',
      changedSent((sent) => (isRefusal(sent.status) ? withoutLimits(sent) : sent)),
    ],
  }),
  ...liesIn(['getStatusResults'], {
    'LIM-04 sends-reset-as-time': [
      'It sends the moment at which the window resets, in seconds since 1970.',
      changedSent((sent, { merchant }) =>
        withLimit(
          sent,
          'x-ratelimit-reset',
          (reset) => `${Math.floor((merchant?.timeline.now() ?? 0) / 1000) + reset}`,
        ),
      ),
    ],
    'LIM-04 sends-reset-in-milliseconds': [
      'It sends the milliseconds until the window resets.',
      changedSent((sent) => withLimit(sent, 'x-ratelimit-reset', (reset) => `${reset * 1000}`)),
    ],
    'LIM-04 sends-reset-with-fraction': [
      'It sends the seconds until the window resets with a fraction.',
      'requests after the first second of a window',
      changedSent((sent) =>
        withLimit(sent, 'x-ratelimit-reset', (reset) => (reset < 60 ? `${reset}.25` : `${reset}`)),
      ),
    ],
    'LIM-04 never-counts-reset-down': [
      'It always sends 60 for the seconds until the window resets.',
      'requests after the first second of a window',
      changedSent((sent) => withLimit(sent, 'x-ratelimit-reset', () => '60')),
    ],
  }),
  ...liesIn(
    ALL.filter((id) => id !== 'getStatusResults'),
    {
      'LIM-04 sends-reset-as-word': [
        'It sends a word for the seconds until the window resets.',
        changedSent((sent) => withLimit(sent, 'x-ratelimit-reset', () => 'soon')),
      ],
    },
  ),
];

/** Changes a header if it is sent. */
function withLimit(sent: Sent, name: string, change: (value: number) => string): Sent {
  const value = sent.headers[name];
  return value === undefined ? sent : withHeaders(sent, { [name]: change(Number(value)) });
}
