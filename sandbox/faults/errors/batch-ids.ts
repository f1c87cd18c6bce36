import { notFound } from '../../http/api-error.js';
import { type Fault, liesIn, type Plant } from '../fault.js';
import { handledBy } from '../handling.js';
import { RESULTS } from '../operation-sets.js';

const OTHER_RESULTS = RESULTS.filter((id) => id !== 'getStatusResults');
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const UUID_LENGTH = 36;

/** Plants that a batch id is taken for another one; undefined stands for one that is not found. */
function reading(read: (given: unknown) => unknown): Plant {
  return handledBy((request, _operation, next) => {
    const batch_request_id = read(request.query.batch_request_id);
    if (batch_request_id === undefined) throw notFound('batch');
    return next({ ...request, query: { ...request.query, batch_request_id } });
  });
}

const MISSING = [
  'It answers 404 where the batch id is missing.',
  'requests without a batch id',
  reading((given) => (given === undefined || given === '' ? undefined : given)),
] as const;
const MALFORMED = [
  'It answers 404 to a batch id that is no UUID.',
  reading((given) => (typeof given === 'string' && given !== '' && !UUID.test(given) ? undefined : given)),
] as const;
const LONG = [
  'It looks only at the first 36 characters of a batch id.',
  'UUIDs with a character more',
  reading((given) => (typeof given === 'string' ? given.slice(0, UUID_LENGTH) : given)),
] as const;
const REPEATED = [
  'It takes the first one where the batch id is repeated.',
  'repeated parameters',
  reading((given) => (Array.isArray(given) ? given[0] : given)),
] as const;

/** Faults of missing and malformed batch ids: on the status results, and on the other six. */
export const batchIdFaults: readonly Fault[] = [
  ...liesIn(['getStatusResults'], {
    'ERR-05 takes-missing-status-batch-id-for-unknown': MISSING,
    'ERR-05 takes-malformed-status-batch-id-for-unknown': MALFORMED,
    'ERR-05 takes-beginning-of-long-status-batch-id': LONG,
    'ERR-05 takes-first-of-repeated-status-batch-id': REPEATED,
  }),
  ...liesIn(OTHER_RESULTS, {
    'ERR-06 takes-missing-batch-id-for-unknown': MISSING,
    'ERR-06 takes-malformed-batch-id-for-unknown': MALFORMED,
    'ERR-06 takes-beginning-of-long-batch-id': LONG,
    'ERR-06 takes-first-of-repeated-batch-id': REPEATED,
  }),
];
