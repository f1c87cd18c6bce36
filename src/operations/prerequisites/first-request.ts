import { batchWrites } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import type { AnyRequest } from '../../http/client.js';
import type { Prerequisites } from './prerequisites.js';

/**
 * A request that the operation must answer with success, prepared without calling that operation: if the operation
 * never answers, the request itself finds out first, and not its preparation.
 */
export async function firstRequestFor(given: Prerequisites, operationId: OperationId): Promise<AnyRequest> {
  const write = batchWrites.find(({ resultsOperation }) => resultsOperation === operationId);
  if (write !== undefined) {
    const { operationId: id } = write;
    const batch_request_id =
      (await given.leftBatch(id)) ?? (await given.batchId(id, await given.requestFor(id)));
    return { query: { batch_request_id } };
  }
  if (operationId === 'getAttributeGroups') {
    const [listed] = await given.listedIds(operationId);
    return { path: { id: given.found(listed, 'the target lists no category') } };
  }
  // The preparation would look for an order of the test in the list.
  return operationId === 'listOrders' ? {} : given.requestFor(operationId);
}
