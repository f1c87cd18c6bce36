import { ApiError } from '../../http/api-error.js';
import type { Operation, OperationRequest } from '../../http/operation.js';
import type { OperationId } from '../../http/rate-limits.js';
import { itemsOf, KINDS, type Step, submitTo, withItems, withSubmit } from '../batch-submissions.js';
import { type Fault, liesIn, type Plant, type Workings } from '../fault.js';
import { BATCH_WRITES } from '../operation-sets.js';

/** The most items in a batch, where a maximum is known (gap G-16). */
const MOST_ITEMS: Partial<Record<OperationId, number>> = {
  upsertProducts: 100,
  updateProductStatus: 1_000,
  updateProductStock: 1_000,
  updateProductPrices: 1_000,
};
const LIMITED = [
  'upsertProducts',
  'updateProductStatus',
  'updateProductStock',
  'updateProductPrices',
] as const satisfies readonly OperationId[];

/** Plants another answer to batches whose size, measured against the maximum, is of interest. */
function sized(
  isMeant: (size: number, most: number) => boolean,
  handle: (
    clean: Workings,
    operation: Operation,
    request: OperationRequest,
    most: number,
  ) => ReturnType<Workings['handle']>,
): Plant {
  return (clean, plantedIn) => ({
    handle(operation, request) {
      const size = itemsOf(request.body)?.length;
      const most = MOST_ITEMS[operation.id] ?? Number.POSITIVE_INFINITY;
      if (size === undefined || !plantedIn(operation.id) || !isMeant(size, most))
        return clean.handle(operation, request);
      return handle(clean, operation, request, most);
    },
  });
}

/** Faults of the maximum and minimum size of a batch (gap G-16). */
export const sizeFaults: readonly Fault[] = [
  ...liesIn(LIMITED, {
    'BAT-17 accepts-one-item-too-many': [
      'It accepts and carries out a batch that has one item more than the maximum.',
      'batches of exactly one item more than the maximum',
      sized(
        (size, most) => size === most + 1,
        async (clean, operation, request, most) => {
          const { merchant } = request;
          let rest: readonly Step[] = [];
          const collecting = withSubmit(merchant, ({ steps }) => {
            rest = steps;
            return '';
          });
          await clean.handle(operation, { ...withItems(request, most), merchant: collecting });
          const whole = withSubmit(merchant, (first) =>
            submitTo(merchant.batches, { ...first, steps: [...first.steps, ...rest] }),
          );
          return clean.handle(operation, { ...withItems(request, 0, most), merchant: whole });
        },
      ),
    ],
    'BAT-17 refuses-full-batch': [
      'It refuses a batch that has exactly the maximum of items.',
      'batches of exactly the maximum size',
      sized(
        (size, most) => size === most,
        (_clean, _operation, _request, most) => {
          throw new ApiError(400, `items must have fewer than ${most} entries`);
        },
      ),
    ],
    'BAT-17 carries-out-start-of-too-large-batch': [
      'It refuses a batch that is too large, but carries out its items up to the maximum.',
      'batches of more than the maximum',
      sized(
        (size, most) => size > most,
        async (clean, operation, request, most) => {
          await clean.handle(operation, withItems(request, 0, most));
          throw new ApiError(400, `items must have at most ${most} entries`);
        },
      ),
    ],
  }),
  ...liesIn(BATCH_WRITES, {
    'BAT-17 accepts-empty-batch': [
      'It accepts a batch without items.',
      'batches without items',
      sized(
        (size) => size === 0,
        (clean, operation, request) => {
          const kind = KINDS[operation.id];
          if (kind === undefined) return clean.handle(operation, request);
          const { merchant, bytes } = request;
          return {
            status: 200,
            body: { batchRequestId: submitTo(merchant.batches, { kind, bytes, steps: [] }) },
          };
        },
      ),
    ],
  }),
];
