import fc from 'fast-check';
import type { OperationId, RequestOf } from '../../contract/types.js';
import type { InvalidItem } from '../../data/invalid/invalid-item.js';
import type { Id } from '../../data/unknown-id.js';
import type { AnyRequest } from '../../http/transport.js';
import { member } from '../../verdicts/oracles/violation.js';
import type { Prerequisites } from '../prerequisites/prerequisites.js';
import type { BatchItems } from './batch-items.js';
import type { RecordsOf } from './operation-record.js';
import { orderRecords } from './orders.js';
import { productRecords } from './products.js';
import { referenceDataRecords } from './reference-data.js';
import { stockAndPriceRecords } from './stock-and-prices.js';
import { webhookRecords } from './webhooks.js';

/** The suite's knowledge about each operation, in addition to the contract. */
export const operationRecords: RecordsOf<OperationId> = {
  ...webhookRecords,
  ...productRecords,
  ...stockAndPriceRecords,
  ...orderRecords,
  ...referenceDataRecords,
};

/** A request that an operation must answer with success, after creating what it needs. */
export function requestOf<Id extends OperationId>(id: Id, given: Prerequisites): Promise<RequestOf<Id>> {
  return operationRecords[id].request(given);
}

/** The same, prepared without calling the operation. */
export function firstRequestOf(id: OperationId, given: Prerequisites): Promise<AnyRequest> {
  const { request, firstRequest = request } = operationRecords[id];
  return firstRequest(given);
}

/**
 * Every listed id of the things that an operation's path names: webhooks, categories, orders or reports (clause 4.6).
 * @throws Error if the path has no id
 */
export function listedIdsOf(id: OperationId, given: Prerequisites): Promise<readonly Id[]> {
  const record = operationRecords[id];
  if (!('listedIds' in record)) throw new Error(`There is no id in the path of ${id}.`);
  return record.listedIds(given);
}

/** The part of a request that the ledger of a shared merchant must remember. */
export function leavesOf(id: OperationId) {
  const record = operationRecords[id];
  return 'leaves' in record ? record.leaves : 'nothing';
}

/** Draws items for a batch write, and creates everything that they refer to. @throws Error for other operations */
export function itemsOf(id: OperationId, given: Prerequisites): Promise<BatchItems> {
  return batchWrite(id).items(given);
}

/** Draws items with one mistake each, and creates everything that they refer to. @throws Error for other operations */
export async function invalidItemsOf(
  id: OperationId,
  given: Prerequisites,
): Promise<fc.Arbitrary<InvalidItem<unknown>>> {
  return fc.oneof(...(await batchWrite(id).mistakes(given)));
}

function batchWrite(id: OperationId) {
  const record = operationRecords[id];
  if (!('items' in record)) throw new Error(`${id} is not a batch write.`);
  return record;
}

/** The items in the request of a batch write. @throws Error if it is not one */
export function batchItemsOf(id: OperationId, { body }: AnyRequest): readonly unknown[] {
  const items = member(body, 'items');
  if (!Array.isArray(items)) throw new Error(`${id} is not a batch write.`);
  return items;
}
