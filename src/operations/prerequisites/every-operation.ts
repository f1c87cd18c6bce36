import fc from 'fast-check';
import { type Operation, operation, operations } from '../../contract/operations.js';
import type { OperationId, RequestOf } from '../../contract/types.js';
import { member } from '../../contract/values/path.js';
import type { InvalidItem } from '../../data/invalid/invalid-item.js';
import type { Id } from '../../data/valid/identifiers.js';
import type { Exchange } from '../../http/exchange.js';
import { type AnyRequest, evenIfLost, WriteDenied } from '../../http/transports/transport.js';
import { runningClock } from '../../target/merchants/merchant.js';
import { Blocked, Inapplicable } from '../../verdicts/finding.js';
import { Batches } from '../batches.js';
import { batchItemsOf, batchWrite, operationRecords } from '../records/index.js';
import type { BatchItems } from '../records/operation-record.js';
import type { PrerequisitesOptions } from './merchant-data.js';
import { Prerequisites } from './prerequisites.js';
import { readReferenceData } from './reference-data.js';
import { everyPage, isByCursor, largestPage, type PagedOperation, pagedOperations } from './responses.js';

/**
 * All operations: first those whose success needs nothing, then those that need a write before them, and last those
 * that need an order. A test of all operations thus gets as far as the target allows.
 */
export const leastNeededFirst: readonly Operation[] = operations.toSorted((a, b) => stepsTo(a) - stepsTo(b));

function stepsTo({ operationId }: Operation): number {
  return ['nothing', 'listed data', 'a write', 'an order'].indexOf(operationRecords[operationId].needs);
}

/** Calls an operation with a request that must succeed. @returns the exchange of that request */
type Visit = (operation: Operation, request: AnyRequest) => Promise<Exchange>;

/**
 * Visits every operation once, in the order of `leastNeededFirst`, and creates what each one needs. The results
 * operations read the batches that the visits of the writes made. An operation that is blocked, or excluded by the
 * configuration, doesn't keep others from being visited: an operation that needs no write may follow one that
 * does.
 * @param report receives a sentence for each reason to leave out operations, with their names
 * @param miss receives each operation that was left out, and the error that prevented the visit
 * @throws Blocked or Inapplicable, the first one that occurred, blocked before inapplicable, after visiting all
 * others
 * @internal the order of visits is tried without a target
 */
export async function visitEveryOperation(
  given: { requestFor(operationId: OperationId): Promise<AnyRequest> },
  visit: Visit,
  report: (sentence: string) => void = () => {},
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
    report(`not looked at: ${ids.length} of ${operations.length} operations, ${ids.join(', ')} (${reason})`);
  }
  const first = leftOut.find(({ error }) => error instanceof Blocked) ?? leftOut[0];
  if (first !== undefined) throw first.error;
}

/** The way in which a test handles operations that it can't call: it skips itself, and reports the reasons. */
interface Missing {
  /** Runs an action; an interruption in it ends the test, but only after the action. */
  readonly held: <Result>(action: () => Promise<Result>) => Promise<Result>;
  /** The same kit, whose methods end the test if they are interrupted. */
  readonly guard: <Kit extends object>(kit: Kit) => Kit;
  /** Receives a sentence for each reason to leave out operations. */
  readonly report: (sentence: string) => void;
  /** Receives each operation that the test was to call, and the error that prevented it. */
  readonly miss: (operationId: OperationId, error: unknown) => void;
}

/**
 * Everything that a test is given: the things that must exist before its requests, and the requests that then succeed.
 */
export class Given extends Prerequisites {
  readonly #missing: Missing;
  readonly #clockSpeed: number;

  constructor(options: PrerequisitesOptions & { readonly clockSpeed: number }, missing: Missing) {
    super(options);
    this.#missing = missing;
    this.#clockSpeed = options.clockSpeed;
  }

  /** A request that the operation must answer with success; everything that it needs is created first. */
  requestFor<Id extends OperationId>(operationId: Id): Promise<RequestOf<Id>> {
    return this.#prepared(operationId, () => operationRecords[operationId].request(this));
  }

  /** Like requestFor, but the items of a batch may fail: for tests that only look at the response to the write. */
  triedRequestFor(operationId: OperationId): Promise<AnyRequest> {
    return this.#prepared(operationId, () => this.#tried(operationId));
  }

  /**
   * Like requestFor, for the second page of a list; or a request that the operation must refuse if what it needs can't be
   * made: for tests that only count requests.
   */
  countedRequestFor(operation: Operation): Promise<AnyRequest> {
    const paged = pagedOperations.find((id) => id === operation.operationId);
    const query = paged && !isByCursor(paged) && { page: 2, per_page: largestPage(paged) };
    const request = async (): Promise<AnyRequest> => ({
      ...(await operationRecords[operation.operationId].request(this)),
      ...(query && { query }),
    });
    return this.#prepared(operation.operationId, () =>
      request().catch((error) => {
        if (error instanceof Blocked) return refusedRequest(operation) ?? {};
        throw error;
      }),
    );
  }

  #tried(operationId: OperationId): Promise<AnyRequest> {
    const { request, triedRequest = request } = operationRecords[operationId];
    return triedRequest(this);
  }

  #prepared<Request>(operationId: OperationId, prepare: () => Promise<Request>): Promise<Request> {
    return this.#missing.held(async () => {
      try {
        return await prepare();
      } catch (error) {
        this.#missing.miss(operationId, error);
        throw error;
      }
    });
  }

  /** Like triedRequestFor, but without calling the operation. */
  async firstRequestFor(operationId: OperationId): Promise<AnyRequest> {
    const { request, triedRequest = request, firstRequest = triedRequest } = operationRecords[operationId];
    return firstRequest(this);
  }

  /**
   * Visits every operation with a request as of triedRequestFor, starting with those that need the fewest preparations;
   * once more, if the visit lost a request.
   */
  everyOperation(visit: Visit): Promise<void> {
    const { held, report, miss } = this.#missing;
    const requestFor = (operationId: OperationId) => this.#tried(operationId);
    const atLast: Visit = (...called) => evenIfLost(() => visit(...called));
    return held(() => visitEveryOperation({ requestFor }, atLast, report, miss));
  }

  /**
   * Two requests of an operation that must succeed, each for a different thing.
   * @param operation an operation with an id in its path
   * @throws Blocked if the target doesn't have two such things
   */
  async requestsForTwo({
    operationId,
    parameters,
    path,
  }: Operation): Promise<{ readonly one: AnyRequest; readonly another: AnyRequest }> {
    const name = parameters.find((parameter) => parameter.in === 'path')?.name ?? '';
    const idIn = (request: AnyRequest) => request.path?.[name];
    const { request } = operationRecords[operationId];
    const one: AnyRequest = await request(this);
    // The test makes both things if possible, so that a write affects only its own.
    const own = idIn(await request(this));
    const other = own === idIn(one) ? (await this.listedIds(operationId)).find((id) => id !== own) : own;
    if (other === undefined) throw new Blocked(`it needs two ids for ${path}, but the target has only one`);
    return { one, another: { ...one, path: { [name]: other } } };
  }

  /** The items of a batch that must be accepted and succeed; everything that they need is created first. */
  async itemsFor({ operationId }: Operation): Promise<readonly unknown[]> {
    return batchItemsOf(operationId, await this.requestFor(operationId));
  }

  /** Draws items of every kind for a batch write; the data that the items refer to is created first. */
  async batchItems({ operationId }: Operation): Promise<BatchItems> {
    this.mayWrite();
    return this.#missing.guard(await batchWrite(operationId).items(this));
  }

  /** Draws items with one mistake each for a batch write; the data that they refer to is created first. */
  async invalidItems({ operationId }: Operation): Promise<fc.Arbitrary<InvalidItem<unknown>>> {
    this.mayWrite();
    return fc.oneof(...(await batchWrite(operationId).mistakes(this)));
  }

  /**
   * Every listed id of the things that an operation's path names: webhooks, categories, orders or reports (clause 4.6).
   * @throws Error if its path has no id
   */
  async listedIds(operationId: OperationId): Promise<readonly Id[]> {
    const record = operationRecords[operationId];
    if (!('listedIds' in record)) throw new Error(`There is no id in the path of ${operationId}.`);
    return record.listedIds(this);
  }

  /**
   * Another merchant, who must not reach this one's data (clause 1, requirement AUTH-09). A test can advance only the clock of its own merchant; the
   * other merchant's clock runs by itself.
   * @throws Inapplicable if the target has no key of another merchant
   */
  otherMerchant() {
    const api = this.api.withKey(this.key('other'));
    const batches = new Batches(api, runningClock(this.#clockSpeed), this.deadline);
    return this.#missing.guard({
      api,
      everyPage: <Id extends PagedOperation>(operationId: Id) => everyPage(api, operationId),
      referenceData: () => readReferenceData(api),
      submit: (operationId: OperationId, items: readonly unknown[]) =>
        batches.submitted(api.send(operation(operationId), { body: { items } })),
    });
  }
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

/** An id that nothing has; its form is arbitrary. */
const unusedId = 'ct-nobody';

/**
 * A request that is refused regardless of what the merchant has: for an unknown id, without the id of a batch, with an
 * empty body, or for page 0.
 * @returns undefined if an operation has nothing to refuse
 */
export function refusedRequest({ parameters, requestBody }: Operation): AnyRequest | undefined {
  const names = (place: 'path' | 'query') =>
    parameters.filter((each) => each.in === place).map(({ name }) => name);
  const body = requestBody === undefined ? {} : { body: {} };
  const [id] = names('path');
  if (id !== undefined) return { path: { [id]: unusedId }, ...body };
  if (requestBody !== undefined) return body;
  if (names('query').includes('batch_request_id')) return {};
  return names('query').includes('page') ? { query: { page: 0 } } : undefined;
}
