import { batchWrites, type Operation, operations } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import type { AnyRequest } from '../../http/client.js';
import type { Exchange } from '../../http/exchange.js';
import { WriteDenied } from '../../http/read-only-transport.js';
import { Blocked, Inapplicable } from '../../verdicts/interruptions.js';

/** Tags whose data a target has without any write. */
const ownData = ['reports', 'reference-data'];

/** Orders come from customers, so they may be missing even if everything else can be made. */
const orderOperations = new Set(
  batchWrites
    .filter(({ tag }) => tag === 'orders')
    .flatMap((each) => [each.operationId, each.resultsOperation]),
);

/**
 * All operations: first those whose success needs nothing, then those that need a write before them, and last those
 * that need an order. A test of all of them thus gets as far as the target lets it.
 */
export const leastNeededFirst: readonly Operation[] = operations.toSorted((a, b) => need(a) - need(b));

/** Calls an operation with a request that must succeed. @returns the exchange of that request */
export type Visit = (operation: Operation, request: AnyRequest) => Promise<Exchange>;

/**
 * Visits every operation once, in the order of `leastNeededFirst`, and creates what each one needs. The results
 * operations read the batches that the visits of the writes made. An operation that is blocked, or excluded by the
 * configuration, doesn't keep others from being visited: an operation that needs no write may come after one that
 * does.
 * @param tell receives a sentence for each reason to leave out operations, with their names
 * @param miss receives each operation that was left out, and the error that prevented the visit
 * @throws Blocked or Inapplicable, the first one that occurred, blocked before inapplicable, after visiting all
 * others
 */
export async function visitEveryOperation(
  given: { requestFor(operationId: OperationId): Promise<AnyRequest> },
  visit: Visit,
  tell: (sentence: string) => void = () => {},
  miss: (operationId: OperationId, error: unknown) => void = () => {},
): Promise<void> {
  const reads = new Map<OperationId, AnyRequest>();
  const leftOut: LeftOut[] = [];
  for (const operation of leastNeededFirst) {
    const { operationId, resultsOperation } = operation;
    try {
      const request = reads.get(operationId) ?? (await given.requestFor(operationId));
      const id = batchRequestIdIn((await visit(operation, request)).json);
      if (resultsOperation !== undefined && id !== undefined)
        reads.set(resultsOperation, { query: { batch_request_id: id } });
    } catch (error) {
      if (!isLeftOut(error)) throw error;
      leftOut.push({ operationId, error });
      miss(operationId, error);
    }
  }
  for (const reason of new Set(leftOut.map(({ error }) => error.message))) {
    const ids = leftOut.filter(({ error }) => error.message === reason).map((each) => each.operationId);
    tell(`not looked at: ${ids.length} of ${operations.length} operations, ${ids.join(', ')} (${reason})`);
  }
  const blocked = leftOut.find(({ error }) => error instanceof Blocked);
  const [first] = blocked === undefined ? leftOut : [blocked];
  if (first !== undefined) throw first.error;
}

/** An operation that was not visited, and why. */
interface LeftOut {
  readonly operationId: OperationId;
  readonly error: Blocked | Inapplicable | WriteDenied;
}

function isLeftOut(error: unknown): error is LeftOut['error'] {
  return [Blocked, Inapplicable, WriteDenied].some((kind) => error instanceof kind);
}

/** Whether the operation can be called without preparation: it only reads, and requires no parameter. */
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
