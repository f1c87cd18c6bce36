import { batchWrites, type Operation } from '../contract/operations.js';
import type { Exchange } from '../exchange/exchange.js';

/** As much of a batch result (clause 2.1) as the checks of batches look at; whether it has its shape is judged elsewhere. */
export interface BatchResult {
  readonly status: unknown;
  readonly items: readonly unknown[];
}

const resultsOperations = new Set(batchWrites.map(({ resultsOperation }) => resultsOperation));

/**
 * The batch result in the response of one of the seven results operations.
 *
 * @returns undefined for another operation, for anything but a 200, and where there is no list of items
 */
export function batchResultIn(exchange: Exchange, operation: Operation): BatchResult | undefined {
  if (exchange.status !== 200 || !resultsOperations.has(operation.operationId)) return undefined;
  const body = exchange.json;
  if (typeof body !== 'object' || body === null || !('items' in body) || !Array.isArray(body.items))
    return undefined;
  return { status: 'status' in body ? body.status : undefined, items: body.items };
}
