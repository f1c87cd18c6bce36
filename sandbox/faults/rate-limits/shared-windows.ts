import { REQUESTS_PER_MINUTE } from '../../http/rate-limits.js';
import { OPERATIONS } from '../../routes/index.js';
import { authenticatedBy, type KeyedRequest, paramsOf, whenRefused } from '../callers.js';
import type { Fault } from '../fault.js';
import { ALL, RESULTS, WITH_ID } from '../operation-sets.js';
import { countedBy } from './other-limiter.js';

/** How many ids are told apart by the fault that counts them apart. */
const IDS_TOLD_APART = 1_000;

/** Faults of what has a window of its own: an operation, a key. */
export const sharedWindowFaults: readonly Fault[] = [
  {
    id: 'counts-all-operations-together',
    violates: 'LIM-06',
    does: 'It counts the requests for all operations in one window.',
    plant: (clean, plantedIn) =>
      countedBy(
        clean,
        plantedIn,
        (count) => (key, _operation, limit, now) => count(key, 'listBrands', limit, now),
      ),
  },
  {
    id: 'counts-methods-of-path-together',
    violates: 'LIM-06',
    does: 'It counts reads and writes of the same path in one window.',
    showsFor: 'operations of the same path',
    plant: (clean, plantedIn) =>
      countedBy(clean, plantedIn, (count) => (key, operation, limit, now) => {
        const path = OPERATIONS.find(({ id }) => id === operation)?.path;
        return count(key, path ?? operation, limit, now);
      }),
  },
  {
    id: 'counts-all-results-together',
    violates: 'LIM-06',
    does: 'It counts the requests for the results of all kinds of batches in one window.',
    showsFor: 'the seven results operations',
    plant: (clean) =>
      countedBy(
        clean,
        (id) => RESULTS.includes(id),
        (count) => (key, _operation, limit, now) => count(key, 'results', limit, now),
      ),
  },
  {
    id: 'counts-each-id-apart',
    violates: 'LIM-08',
    does: 'It has a window for each id in the path.',
    operations: WITH_ID,
    plant: (clean, plantedIn) =>
      authenticatedBy(clean, plantedIn, (request, merchants) => {
        const { key, merchant } = clean.authenticate(request, merchants);
        const [name = ''] = Object.values(paramsOf(request));
        return { key: { ...key, id: `${key.id} ${numberOf(String(name))}` }, merchant };
      }),
  },
  {
    id: 'counts-keys-of-merchant-together',
    violates: 'LIM-09',
    does: 'It counts the requests of all keys of a merchant in one window.',
    operations: ALL,
    showsFor: 'the second key of a merchant',
    plant: (clean, plantedIn) =>
      countedBy(
        clean,
        plantedIn,
        (count) => (_key, operation, limit, now) => count('all', operation, limit, now),
      ),
  },
  {
    id: 'counts-merchants-together',
    violates: 'LIM-09',
    does: 'It counts the requests of all merchants in one window.',
    operations: ALL,
    showsFor: 'the key of another merchant',
    plant(clean, plantedIn) {
      const { count } = clean.rules.createRateLimiter();
      return countedBy(
        clean,
        plantedIn,
        () => (_key, operation, limit, now) => count('all', operation, limit, now),
      );
    },
  },
  {
    id: 'counts-keyless-requests-to-last-key',
    violates: 'LIM-14',
    does: 'It counts a request without a key against the limit of the key that was used last.',
    operations: ALL,
    showsFor: 'requests without a key, after one with a valid key',
    plant: countingRefused(({ headers }) => headers['x-api-key'] === undefined),
  },
  {
    id: 'counts-wrong-keys-to-last-key',
    violates: 'LIM-14',
    does: 'It counts a request with a key that is not valid against the limit of the valid key that was used last.',
    operations: ALL,
    showsFor: 'requests with a wrong key, after one with a valid key',
    plant: countingRefused(({ headers }) => headers['x-api-key'] !== undefined),
  },
];

/** Counts requests that are refused for their key against the limit of the key that was used last. */
function countingRefused(isMeant: (request: KeyedRequest) => boolean): Fault['plant'] {
  return (clean, plantedIn) =>
    whenRefused(clean, plantedIn, (request, operation, { key, merchant: { rateLimiter, timeline } }) => {
      if (isMeant(request))
        rateLimiter.count(key.id, operation, REQUESTS_PER_MINUTE[operation], timeline.now());
    });
}

/** One of so many numbers for a text, nearly always another one for another text. */
function numberOf(text: string): number {
  let number = 0;
  for (const letter of text) number = (number * 31 + (letter.codePointAt(0) ?? 0)) % IDS_TOLD_APART;
  return number;
}
