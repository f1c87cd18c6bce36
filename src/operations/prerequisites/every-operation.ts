import { type Operation, operations } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import type { Exchange } from '../../http/exchange.js';
import type { AnyRequest } from '../../http/transport.js';
import { WriteDenied } from '../../http/transport.js';
import { Blocked, Inapplicable } from '../../verdicts/finding.js';
import { member } from '../../verdicts/oracles/violation.js';
import { operationRecords } from '../records/index.js';
import type { Prerequisites } from './prerequisites.js';

/**
 * All operations: first those whose success needs nothing, then those that need a write before them, and last those
 * that need an order. A test of all of them thus gets as far as the target lets it.
 */
export const leastNeededFirst: readonly Operation[] = operations.toSorted((a, b) => stepsTo(a) - stepsTo(b));

function stepsTo({ operationId }: Operation): number {
  return ['nothing', 'listed data', 'a write', 'an order'].indexOf(operationRecords[operationId].needs);
}

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
      const id = member((await visit(operation, request)).json, 'batchRequestId');
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

/** Whether the operation can be called without preparation. */
export function needsNothing({ operationId }: Operation): boolean {
  return operationRecords[operationId].needs === 'nothing';
}

/** Whether an operation's path has an id (clause 4). */
export function hasIdInPath({ parameters }: Pick<Operation, 'parameters'>): boolean {
  return parameters.some((parameter) => parameter.in === 'path');
}

/**
 * Two requests of an operation that must succeed, each for a different thing.
 * @param operation an operation with an id in its path
 * @throws Blocked if the target doesn't have two such things
 */
export async function requestsForTwo(
  given: Prerequisites,
  { operationId, parameters, path }: Operation,
): Promise<{ readonly one: AnyRequest; readonly another: AnyRequest }> {
  const name = parameters.find((parameter) => parameter.in === 'path')?.name ?? '';
  const idIn = (request: AnyRequest) => request.path?.[name];
  const one: AnyRequest = await given.requestFor(operationId);
  // It makes both if possible, so that a write only affects the test's own things.
  const own = idIn(await given.requestFor(operationId));
  const other = own === idIn(one) ? (await given.listedIds(operationId)).find((id) => id !== own) : own;
  if (other === undefined) throw new Blocked(`it needs two ids for ${path}, and the target has one`);
  return { one, another: { ...one, path: { [name]: other } } };
}

/** An id that nothing has, in no particular form. */
const nobody = 'ct-nobody';

/**
 * A request that is refused whatever the merchant has: for an unknown id, without the id of a batch, with an empty
 * body, or for page 0.
 * @returns undefined if an operation has nothing to refuse
 */
export function refusedRequest({ parameters, requestBody }: Operation): AnyRequest | undefined {
  const names = (place: 'path' | 'query') =>
    parameters.filter((each) => each.in === place).map(({ name }) => name);
  const body = requestBody === undefined ? {} : { body: {} };
  const [id] = names('path');
  if (id !== undefined) return { path: { [id]: nobody }, ...body };
  if (requestBody !== undefined) return body;
  if (names('query').includes('batch_request_id')) return {};
  return names('query').includes('page') ? { query: { page: 0 } } : undefined;
}
