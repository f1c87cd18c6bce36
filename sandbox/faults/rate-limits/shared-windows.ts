import { REQUESTS_PER_MINUTE } from '../../http/rate-limits.js';
import { OPERATIONS } from '../../routes/index.js';
import { authenticatedBy, type KeyedRequest, paramsOf, whenRefused } from '../callers.js';
import { type Fault, lies, liesIn, type Plant } from '../fault.js';
import { ALL, RESULTS, WITH_ID } from '../operation-sets.js';
import { countedBy } from './other-limiter.js';

/** How many ids are told apart by the fault that counts them apart. */
const IDS_TOLD_APART = 1_000;

/** Faults of what has a window of its own: an operation, a key. */
export const sharedWindowFaults: readonly Fault[] = [
  ...lies({
    'LIM-06 counts-all-operations-together': [
      'It counts the requests for all operations in one window.',
      countedBy((count) => (key, _operation, limit, now) => count(key, 'listBrands', limit, now)),
    ],
    'LIM-06 counts-methods-of-path-together': [
      'It counts reads and writes of the same path in one window.',
      'operations of the same path',
      countedBy((count) => (key, operation, limit, now) => {
        const path = OPERATIONS.find(({ id }) => id === operation)?.path;
        return count(key, path ?? operation, limit, now);
      }),
    ],
    'LIM-06 counts-all-results-together': [
      'It counts the requests for the results of all kinds of batches in one window.',
      'the seven results operations',
      (clean) =>
        countedBy((count) => (key, _operation, limit, now) => count(key, 'results', limit, now))(
          clean,
          (id) => RESULTS.includes(id),
        ),
    ],
  }),
  ...liesIn(WITH_ID, {
    'LIM-08 counts-each-id-apart': [
      'It has a window for each id in the path.',
      (clean, plantedIn) =>
        authenticatedBy((request, merchants) => {
          const { key, merchant } = clean.authenticate(request, merchants);
          const [name = ''] = Object.values(paramsOf(request));
          return { key: { ...key, id: `${key.id} ${numberOf(String(name))}` }, merchant };
        })(clean, plantedIn),
    ],
  }),
  ...liesIn(ALL, {
    'LIM-09 counts-keys-of-merchant-together': [
      'It counts the requests of all keys of a merchant in one window.',
      'the second key of a merchant',
      countedBy((count) => (_key, operation, limit, now) => count('all', operation, limit, now)),
    ],
    'LIM-09 counts-merchants-together': [
      'It counts the requests of all merchants in one window.',
      'the key of another merchant',
      (clean, plantedIn) => {
        const { count } = clean.rules.createRateLimiter();
        return countedBy(() => (_key, operation, limit, now) => count('all', operation, limit, now))(
          clean,
          plantedIn,
        );
      },
    ],
    'LIM-14 counts-keyless-requests-to-last-key': [
      'It counts a request without a key against the limit of the key that was used last.',
      'requests without a key, after one with a valid key',
      countingRefused(({ headers }) => headers['x-api-key'] === undefined),
    ],
    'LIM-14 counts-wrong-keys-to-last-key': [
      'It counts a request with a key that is not valid against the limit of the valid key that was used last.',
      'requests with a wrong key, after one with a valid key',
      countingRefused(({ headers }) => headers['x-api-key'] !== undefined),
    ],
  }),
];

/** Counts requests that are refused for their key against the limit of the key that was used last. */
function countingRefused(isMeant: (request: KeyedRequest) => boolean): Plant {
  return whenRefused((request, operation, { key, merchant: { rateLimiter, timeline } }) => {
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
