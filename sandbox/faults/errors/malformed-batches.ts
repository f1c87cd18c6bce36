import type { BatchKind } from '../../domain/batches/batch.js';
import { UnreadableBody } from '../../http/json-body.js';
import type { Answer, Operation, OperationRequest } from '../../http/operation.js';
import { isObject } from '../../schema/check.js';
import type { Fault } from '../fault.js';
import { handledBy } from '../handling.js';
import { BATCH_WRITES } from '../operation-sets.js';

const KINDS: Readonly<Record<string, BatchKind>> = {
  upsertProducts: 'products',
  updateProductStatus: 'status',
  updateProductStock: 'stock',
  updateProductPrices: 'price',
  cancelOrderItems: 'cancel',
  shipOrderItems: 'ship',
  returnOrderItems: 'return',
};

/** Faults of batch writes whose body is no object with a list of items. */
export const malformedBatchFaults: readonly Fault[] = [
  accepting('accepts-body-that-is-no-json', 'It takes a body that is not JSON for an empty batch.', {
    isMeant: (body) => body instanceof UnreadableBody,
    itemsOf: () => [],
  }),
  accepting('accepts-batch-without-items', 'It takes an object without items for an empty batch.', {
    isMeant: (body) => isObject(body) && !('items' in body),
    showsFor: 'objects without items',
    itemsOf: () => [],
  }),
  accepting('takes-null-items-for-none', 'It takes null in the place of the items for an empty batch.', {
    isMeant: (body) => isObject(body) && body.items === null,
    showsFor: 'items that are null',
    itemsOf: () => [],
  }),
  accepting('takes-bare-list-for-batch', 'It takes a list for an object with that list of items.', {
    isMeant: Array.isArray,
    showsFor: 'bodies that are lists',
    itemsOf: (body) => (Array.isArray(body) ? body : []),
  }),
  accepting('takes-single-item-for-list', 'It takes an object in the place of the items for the only item.', {
    isMeant: (body) => isObject(body) && isObject(body.items),
    showsFor: 'items that are an object',
    itemsOf: (body) => (isObject(body) && Object.keys(body.items ?? {}).length > 0 ? [body.items] : []),
  }),
];

function accepting(
  id: string,
  does: string,
  kind: { isMeant(body: unknown): boolean; showsFor?: string; itemsOf(body: unknown): readonly unknown[] },
): Fault {
  const { isMeant, showsFor, itemsOf } = kind;
  return {
    id,
    violates: 'ERR-07',
    does,
    operations: BATCH_WRITES,
    ...(showsFor !== undefined && { showsFor }),
    plant: (clean, plantedIn) =>
      handledBy(clean, plantedIn, (request, operation, next) => {
        if (!isMeant(request.body)) return next(request);
        const items = itemsOf(request.body);
        if (items.length === 0) return emptyBatch(operation, request);
        return next({ ...request, body: { items }, itemTexts: items.map((item) => JSON.stringify(item)) });
      }),
  };
}

/** The acknowledgement of a batch with nothing in it. */
function emptyBatch({ id }: Operation, { merchant }: OperationRequest): Answer {
  const kind = KINDS[id] ?? 'products';
  const batchRequestId = merchant.batches.submit({ kind, items: [], texts: [], bytes: 0, apply: () => [] });
  return { status: 200, body: { batchRequestId } };
}
