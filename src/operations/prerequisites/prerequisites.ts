import { batchWrites, type Operation, operations } from '../../contract/operations.js';
import type { OperationId, RequestOf, SuccessBodyOf } from '../../contract/types.js';
import type { AnyRequest } from '../../http/client.js';
import type { Exchange } from '../../http/exchange.js';
import { WriteDenied } from '../../http/transport.js';
import { Blocked, Inapplicable } from '../../verdicts/finding.js';
import { type BatchItems, drawnItemsOf } from './batch-items.js';
import { bodyOf, firstRequestFor, type Needed } from './body-of.js';
import { OrderPrerequisites } from './order-prerequisites.js';
import { type Reading, readRecords, type Wanted } from './records.js';
import { invalidItemsOf, requestsThatSucceed } from './requests.js';

/** The part of a subscription that is needed to work with it. */
type Webhook = Needed<SuccessBodyOf<'createWebhook'>, 'id'>;

/** Provides what must exist before an operation can succeed, through the API itself. */
export class Prerequisites extends OrderPrerequisites {
  /** Draws items for a batch write, and creates everything that the items are about. */
  async batchItems({ operationId }: Operation): Promise<BatchItems> {
    this.mayWrite();
    return drawnItemsOf(operationId, this);
  }

  /** Draws items with one mistake for a batch write, and creates everything that the items are about. */
  async invalidItems({ operationId }: Operation): ReturnType<typeof invalidItemsOf> {
    this.mayWrite();
    return invalidItemsOf(operationId, this);
  }

  /** Products and orders as records: all of them on a merchant of the test's own, otherwise only those named. */
  records(wanted: Omit<Wanted, 'shared' | 'own'>): Promise<Reading> {
    const { merchant, ownNames } = this.options;
    const own = ownNames === undefined ? {} : { own: ownNames.orders };
    return readRecords((id, query) => this.everyPage(id, query), {
      ...wanted,
      ...own,
      shared: merchant.shared,
    });
  }

  /** A webhook subscription to all events that the target knows. */
  async webhook(): Promise<Webhook> {
    return bodyOf(await this.options.api.createWebhook({ body: await this.newWebhook() }), 'id');
  }

  /** The body that creates a subscription; its unique URL is in a domain that never resolves. */
  async newWebhook(): Promise<{ events: string[]; url: string; description: string }> {
    this.mayWrite();
    const types = bodyOf(await this.options.api.listWebhookEventTypes(), '*.event');
    if (types.length === 0) throw new Blocked('the target lists no webhook event types');
    const key = this.newKey();
    return {
      events: types.map(({ event }) => event),
      url: `https://receiver.invalid/${key}`,
      description: `${key} subscription`,
    };
  }

  /**
   * Deletes the subscriptions that the test has left on a merchant that others use too, because each receives every
   * event there. Subscriptions that can't be deleted now are left to the end of the run.
   */
  async tidyUp(): Promise<void> {
    const { api, ownNames } = this.options;
    const ids = [...(ownNames?.subscriptionIds ?? [])];
    await Promise.allSettled(ids.map((id) => api.deleteWebhook({ path: { id } })));
  }

  /** The reports that the target lists, at least one. */
  async reports(): Promise<Needed<SuccessBodyOf<'listReports'>, '*.id'>> {
    const reports = bodyOf(await this.options.api.listReports(), '*.id');
    if (reports.length === 0) throw new Blocked('the target lists no report');
    return reports;
  }

  /** A request that the operation must answer with success, after creating everything that it needs. */
  async requestFor<Id extends OperationId>(operationId: Id): Promise<RequestOf<Id>> {
    return requestsThatSucceed[operationId](this);
  }

  /** Like requestFor, but without calling the operation. */
  async firstRequestFor(operationId: OperationId): Promise<AnyRequest> {
    return firstRequestFor(this, operationId);
  }
}

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
