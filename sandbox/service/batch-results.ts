import type { TSchema } from 'typebox';
import { BATCH_STATUSES, type BatchKind } from '../domain/batches.js';
import { priceItemSchema, stockItemSchema } from '../domain/product-rules.js';
import { productItemSchema } from '../domain/products.js';
import { notFound } from '../http/errors.js';
import { JsonText, NO_BODY, type Operation, type OperationId, operation } from '../http/operation.js';
import { array, boolean, choice, object, string } from '../schema/build.js';
import { cancelItemSchema, returnItemSchema, shipItemSchema } from './orders.js';
import { statusItemSchema } from './products.js';

const batchQuery = object({ batch_request_id: string({ format: 'uuid' }) });

/** The outcome of a batch whose items have this shape (clause 2.1). */
function resultSchema(item: TSchema) {
  return object({
    batchRequestId: string({ format: 'uuid' }),
    status: choice(BATCH_STATUSES),
    items: array(object({ requestItem: item, success: boolean(), errors: array(string()) })),
  });
}

/** The operation that returns the results of one kind of batch (clauses 4.4 and 4.6). */
function batchResults(id: OperationId, kind: BatchKind, name: string, item: TSchema): Operation {
  return operation({
    id,
    method: 'GET',
    path: `/results/${kind}`,
    requestsPerMinute: 200,
    tag: 'Batch results',
    summary: `Get ${name} results`,
    query: batchQuery,
    body: NO_BODY,
    answer: { status: 200, description: 'The current state of the batch', json: resultSchema(item) },
    handle({ merchant, query }) {
      const result = merchant.batches.find(kind, query.batch_request_id.toLowerCase());
      if (result === undefined) throw notFound(`${name} batch`);
      return { status: 200, body: new JsonText(result) };
    },
  });
}

export const batchResultOperations: readonly Operation[] = [
  batchResults('getProductResults', 'products', 'product', productItemSchema),
  batchResults('getStatusResults', 'status', 'status update', statusItemSchema),
  batchResults('getStockResults', 'stock', 'stock update', stockItemSchema),
  batchResults('getPriceResults', 'price', 'price update', priceItemSchema),
  batchResults('getCancelResults', 'cancel', 'cancellation', cancelItemSchema),
  batchResults('getShipResults', 'ship', 'shipment', shipItemSchema),
  batchResults('getReturnResults', 'return', 'return', returnItemSchema),
];
