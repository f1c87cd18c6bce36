import { UnreadableBody } from '../../http/json-body.js';
import type { Answer, Operation, OperationRequest } from '../../http/operation.js';
import { isObject } from '../../schema/check.js';
import { KINDS } from '../batch-submissions.js';
import { liesIn, type Plant } from '../fault.js';
import { handledBy } from '../handling.js';
import { BATCH_WRITES } from '../operation-sets.js';

/** Plants that a body is taken for a batch of the items that are found in it. */
function taking(isMeant: (body: unknown) => boolean, itemsOf: (body: unknown) => readonly unknown[]): Plant {
  return handledBy((request, operation, next) => {
    if (!isMeant(request.body)) return next(request);
    const items = itemsOf(request.body);
    if (items.length === 0) return emptyBatch(operation, request);
    return next({ ...request, body: { items }, itemTexts: items.map((item) => JSON.stringify(item)) });
  });
}

/** Faults of batch writes whose body is not an object with a list of items. */
export const malformedBatchFaults = liesIn(BATCH_WRITES, {
  'ERR-07 accepts-body-that-is-no-json': [
    'It takes a body that is not JSON for an empty batch.',
    taking(
      (body) => body instanceof UnreadableBody,
      () => [],
    ),
  ],
  'ERR-07 accepts-batch-without-items': [
    'It takes an object without items for an empty batch.',
    'objects without items',
    taking(
      (body) => isObject(body) && !('items' in body),
      () => [],
    ),
  ],
  'ERR-07 takes-null-items-for-none': [
    'It takes null in the place of the items for an empty batch.',
    'items that are null',
    taking(
      (body) => isObject(body) && body.items === null,
      () => [],
    ),
  ],
  'ERR-07 takes-bare-list-for-batch': [
    'It takes a list for an object with that list of items.',
    'bodies that are lists',
    taking(Array.isArray, (body) => (Array.isArray(body) ? body : [])),
  ],
  'ERR-07 takes-single-item-for-list': [
    'It takes an object in the place of the items for the only item.',
    'items that are an object',
    taking(
      (body) => isObject(body) && isObject(body.items),
      (body) => (isObject(body) && Object.keys(body.items ?? {}).length > 0 ? [body.items] : []),
    ),
  ],
});

/** The acknowledgement of a batch with nothing in it. */
function emptyBatch({ id }: Operation, { merchant }: OperationRequest): Answer {
  const kind = KINDS[id] ?? 'products';
  const batchRequestId = merchant.batches.submit({ kind, items: [], texts: [], bytes: 0, apply: () => [] });
  return { status: 200, body: { batchRequestId } };
}
