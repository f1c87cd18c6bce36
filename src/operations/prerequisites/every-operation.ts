import fc from 'fast-check';
import { type Operation, operation, operations } from '../../contract/operations.js';
import type { OperationId, RequestOf } from '../../contract/types.js';
import { member } from '../../contract/values/path.js';
import type { InvalidItem } from '../../data/invalid/invalid-item.js';
import type { Id } from '../../data/valid/identifiers.js';
import type { Exchange } from '../../http/exchange.js';
import { type AnyRequest, evenIfLost, WriteDenied } from '../../http/transports/transport.js';
import { runningClock } from '../../target/merchants/merchant.js';
import { Blocked, Inapplicable, unlessBlocked } from '../../verdicts/finding.js';
import { Batches } from '../batches.js';
import { batchWrite, operationRecords } from '../records/index.js';
import type { BatchItems } from '../records/operation-record.js';
import type { PrerequisitesOptions } from './merchant-data.js';
import { Prerequisites } from './prerequisites.js';
import { readReferenceData } from './reference-data.js';
import { everyPage, isByCursor, type PagedOperation, pagedOperations } from './responses.js';

/** All operations: those that read the results of a batch come after the writes. */
const resultsLast = operations.toSorted((a, b) => Number(a.tag === 'results') - Number(b.tag === 'results'));

/** The way in which a test handles operations that it can't call: it skips itself, and remembers the reasons. */
interface Missing {
  /** Runs an action; an interruption in it ends the test, but only after the action. */
  readonly held: <Result>(action: () => Promise<Result>) => Promise<Result>;
  /** The same kit, whose methods end the test if they are interrupted. */
  readonly guard: <Kit extends object>(kit: Kit) => Kit;
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

  /**
   * Like requestFor, without calling the operation; the items of a batch may fail, and a result may be that of a running
   * batch: for tests that only look at the response.
   */
  triedRequestFor(operationId: OperationId): Promise<AnyRequest> {
    const { request, triedRequest = request } = operationRecords[operationId];
    return this.#prepared(operationId, () => triedRequest(this));
  }

  /**
   * Like requestFor, for the second page of a list; or a request that the operation must refuse if what it needs can't be
   * made: for tests that only count requests.
   */
  countedRequestFor(operation: Operation): Promise<AnyRequest> {
    const paged = pagedOperations.find((id) => id === operation.operationId);
    const query = paged && !isByCursor(paged) && { page: 2, per_page: 1 };
    return this.#prepared(operation.operationId, async () => {
      const preparing: Promise<AnyRequest> = operationRecords[operation.operationId].request(this);
      const request = await preparing.catch(unlessBlocked);
      return request === undefined
        ? (refusedRequest(operation) ?? {})
        : { ...request, ...(query && { query }) };
    });
  }

  #prepared<Request>(operationId: OperationId, prepare: () => Promise<Request>): Promise<Request> {
    return this.#missing.held(async () => {
      try {
        return await evenIfLost(prepare);
      } catch (error) {
        this.#missing.miss(operationId, error);
        throw error;
      }
    });
  }

  /**
   * Visits every operation once with a request as of triedRequestFor, and once more, with a new one, if the visit lost
   * a request. The results operations read the batches that the visits of the writes made. An operation that is blocked, or excluded by
   * the configuration, doesn't keep others from being visited.
   * @param visit calls an operation with a request that must succeed, and returns the exchange of that request
   * @throws Blocked or Inapplicable, the first one that occurred, blocked before inapplicable, after visiting all
   * others
   */
  everyOperation(visit: (operation: Operation, request: AnyRequest) => Promise<Exchange>): Promise<void> {
    const { held, miss } = this.#missing;
    return held(async () => {
      const reads = new Map<OperationId, AnyRequest>();
      const obstacles: unknown[] = [];
      for (const operation of resultsLast) {
        const { operationId, resultsOperation } = operation;
        try {
          const visited = await evenIfLost(async () =>
            visit(operation, reads.get(operationId) ?? (await this.triedRequestFor(operationId))),
          );
          const id = member(visited.json, 'batchRequestId');
          if (resultsOperation !== undefined && id !== undefined)
            reads.set(resultsOperation, { query: { batch_request_id: id } });
        } catch (error) {
          if (![Blocked, Inapplicable, WriteDenied].some((kind) => error instanceof kind)) throw error;
          obstacles.push(error);
          miss(operationId, error);
        }
      }
      if (obstacles.length > 0) throw obstacles.find((error) => error instanceof Blocked) ?? obstacles[0];
    });
  }

  /**
   * Two requests of an operation that must succeed, each for a different thing.
   * @param operation an operation with an id in its path
   * @throws Blocked if the target doesn't have two such things
   */
  async requestsForTwo({ operationId, parameters, path }: Operation): Promise<[AnyRequest, AnyRequest]> {
    const name = parameters.find((parameter) => parameter.in === 'path')?.name ?? '';
    const idIn = (request: AnyRequest) => request.path?.[name];
    const { request } = operationRecords[operationId];
    const one: AnyRequest = await request(this);
    // The test makes both things if possible, so that a write affects only its own.
    const own = idIn(await request(this));
    const other = own === idIn(one) ? (await this.listedIds(operationId)).find((id) => id !== own) : own;
    if (other === undefined) throw new Blocked(`it needs two ids for ${path}, but the target has only one`);
    return [one, { ...one, path: { [name]: other } }];
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
   * Another merchant, who must not reach this one's data (clause 1, requirement AUTH-09). A test can advance only the
   * clock of its own merchant; the other merchant's clock runs by itself.
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

/** Whether the operation can be called without preparation: it only reads, and requires no parameter. */
export function needsNothing({ safe, parameters }: Operation): boolean {
  return safe && parameters.every(({ required }) => !required);
}

/** Whether an operation's path has an id (clause 4). */
export function hasIdInPath({ parameters }: Pick<Operation, 'parameters'>): boolean {
  return parameters.some((parameter) => parameter.in === 'path');
}

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
  if (id !== undefined) return { path: { [id]: 'ct-nobody' }, ...body };
  if (requestBody !== undefined) return body;
  if (names('query').includes('batch_request_id')) return {};
  return names('query').includes('page') ? { query: { page: 0 } } : undefined;
}
