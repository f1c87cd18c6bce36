import { type Fault, liesIn, type Sent } from '../fault.js';
import { ALL, REFUSING } from '../operation-sets.js';
import {
  changedSent,
  isRefusal,
  isSuccess,
  withHeaders,
  withoutBody,
  withoutLimits,
} from '../sent-changes.js';

/** Faults of the headers that tell of the limits. */
export const limitHeaderFaults: readonly Fault[] = [
  ...liesIn(ALL, {
    'LIM-01 sends-no-limit-headers': [
      'It sends no rate-limit headers with a success.',
      changedSent((sent) => (isSuccess(sent.status) ? withoutLimits(sent) : sent)),
    ],
    'LIM-01 sends-limit-with-its-unit': [
      'It sends the limit with its unit behind the number.',
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
      'requests behind the first second of a window',
      changedSent((sent) =>
        withLimit(sent, 'x-ratelimit-reset', (reset) => (reset < 60 ? `${reset}.25` : `${reset}`)),
      ),
    ],
    'LIM-04 never-counts-reset-down': [
      'It always sends 60 for the seconds until the window resets.',
      'requests behind the first second of a window',
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

/** Changes a header where it is sent. */
function withLimit(sent: Sent, name: string, change: (value: number) => string): Sent {
  const value = sent.headers[name];
  return value === undefined ? sent : withHeaders(sent, { [name]: change(Number(value)) });
}
