import { BATCH_KINDS } from '../../domain/batches/batch.js';
import type { BatchDesk } from '../../domain/batches/batch-desk.js';
import { changingResults } from '../batch-results.js';
import { type Fault, liesIn, type Plant } from '../fault.js';
import { RESULTS } from '../operation-sets.js';
import { viewOf } from '../request-changes.js';
import { objectsShapedAs, without } from '../shapes/shape-changes.js';

/** Plants another way to find a batch. */
function finding(
  find: (desk: BatchDesk, ...asked: Parameters<BatchDesk['find']>) => string | undefined,
): Plant {
  return (clean, plantedIn) => ({
    handle(operation, request) {
      if (!plantedIn(operation.id)) return clean.handle(operation, request);
      const { merchant } = request;
      const { batches } = merchant;
      const changed = viewOf(batches, { find: (kind, id) => find(batches, kind, id) });
      return clean.handle(operation, { ...request, merchant: viewOf(merchant, { batches: changed }) });
    },
  });
}

function findAny(desk: BatchDesk, id: string): string | undefined {
  return BATCH_KINDS.map((kind) => desk.find(kind, id)).find((result) => result !== undefined);
}

/** Faults of the id under which a batch is read (clause 2.1, gap G-11). */
export const identityFaults: readonly Fault[] = [
  ...liesIn(RESULTS, {
    'BAT-08 carries-another-id': [
      'It puts an id into the results that is one greater than the one that was asked for.',
      changingResults(() => (result) => ({
        ...result,
        id: result.id.replace(/.$/, (digit) => ((Number.parseInt(digit, 16) + 1) % 16).toString(16)),
      })),
    ],
    'BAT-08 carries-id-of-first-batch': [
      'It puts the id of the batch that was read first into all results.',
      'every batch but the one that is read first',
      changingResults(() => {
        let first: string | undefined;
        return (result) => {
          first ??= result.id;
          return { ...result, id: first };
        };
      }),
    ],
    'BAT-08 leaves-id-out-of-results': [
      'It leaves the id of the batch out of the results.',
      objectsShapedAs((result) => without(result, 'batchRequestId')),
    ],
    'BAT-14 tells-batches-of-every-kind': [
      'It tells the results of a batch of any kind.',
      finding((desk, _kind, id) => findAny(desk, id)),
    ],
  }),
  ...liesIn(['getReturnResults'], {
    'BAT-14 tells-shipments-as-returns': [
      'It tells the results of a shipment as those of a return.',
      'ids of shipments',
      finding((desk, kind, id) => desk.find(kind, id) ?? desk.find('ship', id)),
    ],
  }),
];
