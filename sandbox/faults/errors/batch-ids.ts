import { notFound } from '../../http/api-error.js';
import type { OperationId } from '../../http/rate-limits.js';
import type { Fault } from '../fault.js';
import { handledBy } from '../handling.js';
import { RESULTS } from '../operation-sets.js';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const UUID_LENGTH = 36;

/** A fault in what the results operations make of `batch_request_id`. */
interface BatchIdFault {
  id: string;
  does: string;
  showsFor?: string;
  /** The id that it is taken for; undefined for one that is looked for in vain. */
  read(given: unknown): unknown;
}

const KINDS: readonly BatchIdFault[] = [
  {
    id: 'takes-missing-ID-for-unknown',
    does: 'It answers 404 where the batch id is missing.',
    showsFor: 'requests without a batch id',
    read: (given) => (given === undefined || given === '' ? undefined : given),
  },
  {
    id: 'takes-malformed-ID-for-unknown',
    does: 'It answers 404 to a batch id that is no UUID.',
    read: (given) => (typeof given === 'string' && given !== '' && !UUID.test(given) ? undefined : given),
  },
  {
    id: 'takes-beginning-of-long-ID',
    does: 'It looks only at the first 36 characters of a batch id.',
    showsFor: 'UUIDs with a character more',
    read: (given) => (typeof given === 'string' ? given.slice(0, UUID_LENGTH) : given),
  },
  {
    id: 'takes-first-of-repeated-ID',
    does: 'It takes the first one where the batch id is repeated.',
    showsFor: 'repeated parameters',
    read: (given) => (Array.isArray(given) ? given[0] : given),
  },
];

/** Faults of missing and malformed batch ids: on the status results, and on the other six. */
export const batchIdFaults: readonly Fault[] = [
  ...KINDS.map((kind) => batchIdFault(kind, 'status-batch-id', 'ERR-05', ['getStatusResults'])),
  ...KINDS.map((kind) =>
    batchIdFault(
      kind,
      'batch-id',
      'ERR-06',
      RESULTS.filter((id) => id !== 'getStatusResults'),
    ),
  ),
];

function batchIdFault(
  { id, read, ...facts }: BatchIdFault,
  name: string,
  violates: string,
  operations: readonly OperationId[],
): Fault {
  return {
    ...facts,
    id: id.replace('ID', name),
    violates,
    operations,
    plant: (clean, plantedIn) =>
      handledBy(clean, plantedIn, (request, _operation, next) => {
        const batch_request_id = read(request.query.batch_request_id);
        if (batch_request_id === undefined) throw notFound('batch');
        return next({ ...request, query: { ...request.query, batch_request_id } });
      }),
  };
}
