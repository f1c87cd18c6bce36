import type { AnyRequest } from '../client/client.js';
import { batchWrites, type Operation, operations } from '../contract/operations.js';
import type { OperationId } from '../contract/types.js';
import type { Exchange } from '../exchange/exchange.js';
import { Blocked } from '../verdicts/interruptions.js';

/** Data that a target has of its own, without any write. */
const ownData = ['reports', 'reference-data'];

/** Orders come from customers, so that they may be missing where everything else can be made. */
const orderOperations = new Set(
  batchWrites
    .filter(({ tag }) => tag === 'orders')
    .flatMap((each) => [each.operationId, each.resultsOperation]),
);

/**
 * All operations, those first whose success needs nothing, then those that need a write before them, and last those that
 * need an order: a test of all of them gets as far as the target lets it.
 */
export const leastNeededFirst: readonly Operation[] = operations.toSorted((a, b) => need(a) - need(b));

/** Calls an operation with a request that must succeed. @returns the exchange that did */
export type Visit = (operation: Operation, request: AnyRequest) => Promise<Exchange>;

/**
 * Visits every operation once, in the order of `leastNeededFirst`, each with what it needs brought about. The results
 * operations read the batches that the visits of the writes made. An operation that is blocked keeps no other from being
 * visited: what blocks it is often another one, which tells more about itself.
 * @throws Blocked as the first that was, when all others were visited
 */
export async function visitEveryOperation(
  given: { requestFor(operationId: OperationId): Promise<AnyRequest> },
  visit: Visit,
): Promise<void> {
  const reads = new Map<OperationId, AnyRequest>();
  const blocked: Blocked[] = [];
  for (const operation of leastNeededFirst) {
    const { operationId, resultsOperation } = operation;
    try {
      const request = reads.get(operationId) ?? (await given.requestFor(operationId));
      const id = batchRequestIdIn((await visit(operation, request)).json);
      if (resultsOperation !== undefined && id !== undefined)
        reads.set(resultsOperation, { query: { batch_request_id: id } });
    } catch (error) {
      if (!(error instanceof Blocked)) throw error;
      blocked.push(error);
    }
  }
  if (blocked[0] !== undefined) throw blocked[0];
}

/** Whether the operation can be called as it is: it only reads, and asks for no parameter. */
export function needsNothing({ safe, parameters }: Operation): boolean {
  return safe && parameters.every(({ required }) => !required);
}

function need(operation: Operation): number {
  if (needsNothing(operation)) return 0;
  if (operation.safe && ownData.includes(operation.tag)) return 1;
  return operation.tag === 'orders' || orderOperations.has(operation.operationId) ? 3 : 2;
}

function batchRequestIdIn(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'batchRequestId' in body
    ? body.batchRequestId
    : undefined;
}
