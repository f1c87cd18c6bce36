import type { Static, TSchema } from 'typebox';
import { BATCH_STATUSES, type BatchKind, type BatchResult } from '../domain/batches.js';
import { cancelItemSchema, returnItemSchema, shipItemSchema } from '../domain/orders.js';
import { priceItemSchema, stockItemSchema } from '../domain/product-rules.js';
import { productItemSchema } from '../domain/products.js';
import { statusItemSchema } from '../domain/publication.js';
import { notFound } from '../http/errors.js';
import { JsonText, json, type Operation, type OperationRequest, resource } from '../http/operation.js';
import { array, boolean, choice, object, string } from '../schema/build.js';

/** The acknowledgement of an accepted batch (gaps G-09 and G-10). */
const acknowledgement = json('The batch is accepted', object({ batchRequestId: string({ format: 'uuid' }) }));

/** A batch write. */
interface BatchWrite<Item extends TSchema> {
  kind: BatchKind;
  item: Item;
  /** The most items in one batch (gap G-16). */
  maxItems: number;
  /** Carries out one item when it is due, and returns the messages about failures. */
  apply(
    item: Static<Item>,
    request: Pick<OperationRequest, 'merchant' | 'merchants'>,
    submittedAt: number,
  ): string[];
}

/**
 * Declares an operation that accepts batches of one kind (clauses 1 and 4); the other parameters are those of
 * `resource`.
 */
export function batchWrite<Id extends string, Item extends TSchema>(
  tag: string,
  id: Id,
  method: 'POST' | 'PATCH',
  path: string,
  requestsPerMinute: number,
  summary: string,
  { kind, item, maxItems, apply }: BatchWrite<Item>,
): Operation<Id> {
  return resource(tag)(id, method, path, requestsPerMinute, summary, {
    batch: kind,
    body: object({ items: array(item, { minItems: 1, maxItems }) }),
    response: acknowledgement,
    handle({ body, itemTexts, merchant, merchants }) {
      const submittedAt = merchant.timeline.now();
      const steps = body.items.map((entry: Static<Item>, index) => ({
        text: itemTexts[index] ?? JSON.stringify(entry),
        carryOut: () => apply(entry, { merchant, merchants }, submittedAt),
      }));
      return { batchRequestId: merchant.batches.submit({ kind, steps }) };
    },
  });
}

const declare = resource('Batch results');
const query = object({ batch_request_id: string({ format: 'uuid' }) });

/** The operation that returns the results of one kind of batch (clauses 2.1, 4.4 and 4.6). */
function batchResults<Id extends string>(
  id: Id,
  kind: BatchKind,
  name: string,
  item: TSchema,
): Operation<Id> {
  return declare(id, 'GET', `/results/${kind}`, 200, `Get ${name} results`, {
    batch: kind,
    query,
    response: json(
      'The current state of the batch',
      object({
        batchRequestId: string({ format: 'uuid' }),
        status: choice(BATCH_STATUSES),
        items: array(object({ requestItem: item, success: boolean(), errors: array(string()) })),
      }),
    ),
    handle({ merchant, query: { batch_request_id } }) {
      const result = merchant.batches.find(kind, batch_request_id.toLowerCase());
      if (result === undefined) throw notFound(`${name} batch`);
      return new JsonText(resultText(result));
    },
  });
}

/**
 * A result as JSON: batchRequestId, status and items, each with its requestItem, success and errors (clause
 * 2.1).
 */
function resultText({ id, status, entries }: BatchResult): string {
  const items = entries.map(
    ({ item, success, errors }) =>
      `{"requestItem":${item},"success":${success},"errors":${JSON.stringify(errors)}}`,
  );
  return `{"batchRequestId":"${id}","status":${JSON.stringify(status)},"items":[${items.join(',')}]}`;
}

export const batchResultOperations = [
  batchResults('getProductResults', 'products', 'product', productItemSchema),
  batchResults('getStatusResults', 'status', 'status update', statusItemSchema),
  batchResults('getStockResults', 'stock', 'stock update', stockItemSchema),
  batchResults('getPriceResults', 'price', 'price update', priceItemSchema),
  batchResults('getCancelResults', 'cancel', 'cancellation', cancelItemSchema),
  batchResults('getShipResults', 'ship', 'shipment', shipItemSchema),
  batchResults('getReturnResults', 'return', 'return', returnItemSchema),
];
