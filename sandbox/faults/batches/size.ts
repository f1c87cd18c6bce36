import { ApiError } from '../../http/api-error.js';
import type { Operation, OperationRequest } from '../../http/operation.js';
import type { OperationId } from '../../http/rate-limits.js';
import { itemsOf, KINDS, type Step, submitTo, withItems, withSubmit } from '../batch-submissions.js';
import type { Fault, Workings } from '../fault.js';
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
): Fault['plant'] {
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
  {
    id: 'accepts-one-item-too-many',
    violates: 'BAT-17',
    does: 'It accepts and carries out a batch that has one item more than the maximum.',
    operations: LIMITED,
    showsFor: 'batches of exactly one item more than the maximum',
    plant: sized(
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
  },
  {
    id: 'refuses-full-batch',
    violates: 'BAT-17',
    does: 'It refuses a batch that has exactly the maximum of items.',
    operations: LIMITED,
    showsFor: 'batches of exactly the maximum size',
    plant: sized(
      (size, most) => size === most,
      (_clean, _operation, _request, most) => {
        throw new ApiError(400, `items must have fewer than ${most} entries`);
      },
    ),
  },
  {
    id: 'accepts-empty-batch',
    violates: 'BAT-17',
    does: 'It accepts a batch without items.',
    operations: BATCH_WRITES,
    showsFor: 'batches without items',
    plant: sized(
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
  },
  {
    id: 'carries-out-start-of-too-large-batch',
    violates: 'BAT-17',
    does: 'It refuses a batch that is too large, but carries out its items up to the maximum.',
    operations: LIMITED,
    showsFor: 'batches of more than the maximum',
    plant: sized(
      (size, most) => size > most,
      async (clean, operation, request, most) => {
        await clean.handle(operation, withItems(request, 0, most));
        throw new ApiError(400, `items must have at most ${most} entries`);
      },
    ),
  },
];
