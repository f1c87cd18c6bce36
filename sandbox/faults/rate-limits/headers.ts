import type { Fault, Sent } from '../fault.js';
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
  {
    id: 'sends-no-limit-headers',
    violates: 'LIM-01',
    does: 'It sends no rate-limit headers with a success.',
    operations: ALL,
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) => (isSuccess(sent.status) ? withoutLimits(sent) : sent)),
  },
  {
    id: 'sends-no-limit-headers-with-refusals',
    violates: 'LIM-01',
    does: 'It sends no rate-limit headers with a 400 or 404.',
    operations: REFUSING,
    showsFor: 'requests that are answered 400 or 404',
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) => (isRefusal(sent.status) ? withoutLimits(sent) : sent)),
  },
  {
    id: 'sends-limit-with-its-unit',
    violates: 'LIM-01',
    does: 'It sends the limit with its unit behind the number.',
    operations: ALL,
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) =>
        withLimit(sent, 'x-ratelimit-limit', (limit) => `${limit} per minute`),
      ),
  },
  {
    id: 'counts-remaining-below-zero',
    violates: 'LIM-01',
    does: 'It sends -1 for the requests that remain when the limit is exceeded.',
    operations: ALL,
    showsFor: 'requests that are answered 429',
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) =>
        sent.status === 429 ? withHeaders(sent, { 'x-ratelimit-remaining': '-1' }) : sent,
      ),
  },
  {
    id: 'declares-twice-the-limit',
    violates: 'LIM-02',
    does: 'It declares a limit that is twice that of the operation.',
    operations: ALL,
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) => withLimit(sent, 'x-ratelimit-limit', (limit) => `${limit * 2}`)),
  },
  {
    id: 'sends-reset-as-time',
    violates: 'LIM-04',
    does: 'It sends the moment at which the window resets, in seconds since 1970.',
    operations: ['getStatusResults'],
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent, { merchant }) =>
        withLimit(
          sent,
          'x-ratelimit-reset',
          (reset) => `${Math.floor((merchant?.timeline.now() ?? 0) / 1000) + reset}`,
        ),
      ),
  },
  {
    id: 'sends-reset-in-milliseconds',
    violates: 'LIM-04',
    does: 'It sends the milliseconds until the window resets.',
    operations: ['getStatusResults'],
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) => withLimit(sent, 'x-ratelimit-reset', (reset) => `${reset * 1000}`)),
  },
  {
    id: 'sends-reset-with-fraction',
    violates: 'LIM-04',
    does: 'It sends the seconds until the window resets with a fraction.',
    operations: ['getStatusResults'],
    showsFor: 'requests behind the first second of a window',
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) =>
        withLimit(sent, 'x-ratelimit-reset', (reset) => (reset < 60 ? `${reset}.25` : `${reset}`)),
      ),
  },
  {
    id: 'never-counts-reset-down',
    violates: 'LIM-04',
    does: 'It always sends 60 for the seconds until the window resets.',
    operations: ['getStatusResults'],
    showsFor: 'requests behind the first second of a window',
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) => withLimit(sent, 'x-ratelimit-reset', () => '60')),
  },
  {
    id: 'sends-reset-as-word',
    violates: 'LIM-04',
    does: 'It sends a word for the seconds until the window resets.',
    operations: ALL.filter((id) => id !== 'getStatusResults'),
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) => withLimit(sent, 'x-ratelimit-reset', () => 'soon')),
  },
  {
    id: 'sends-429-without-retry-after',
    violates: 'LIM-11',
    does: 'It sends no Retry-After with a 429.',
    operations: ALL,
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) =>
        sent.status === 429 ? withHeaders(sent, { 'retry-after': undefined }) : sent,
      ),
  },
  {
    id: 'sends-429-without-body',
    violates: 'LIM-11',
    does: 'It sends no body with a 429.',
    operations: ALL,
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) => (sent.status === 429 ? withoutBody(sent) : sent)),
  },
  {
    id: 'sends-429-with-code-alone',
    violates: 'LIM-11',
    does: 'It sends a code and no message with a 429.',
    operations: ALL,
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) =>
        sent.status === 429 ? { ...sent, body: JSON.stringify({ code: 'rate_limited' }) } : sent,
      ),
  },
  {
    id: 'sends-429-without-limit-headers',
    violates: 'LIM-12',
    does: 'It sends no rate-limit headers with a 429.',
    operations: ALL,
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) => (sent.status === 429 ? withoutLimits(sent) : sent)),
  },
  {
    id: 'tells-of-one-remaining-with-429',
    violates: 'LIM-12',
    does: 'It tells with a 429 that one request remains.',
    operations: ALL,
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) =>
        sent.status === 429 ? withHeaders(sent, { 'x-ratelimit-remaining': '1' }) : sent,
      ),
  },
];

/** Changes a header where it is sent. */
function withLimit(sent: Sent, name: string, change: (value: number) => string): Sent {
  const value = sent.headers[name];
  return value === undefined ? sent : withHeaders(sent, { [name]: change(Number(value)) });
}
