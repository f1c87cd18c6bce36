import type { Operation } from '../../contract/operations.js';
import type { OperationId, RequestOf, SuccessBodyOf } from '../../contract/types.js';
import type { AnyRequest } from '../../http/client.js';
import { Blocked } from '../../verdicts/interruptions.js';
import { type BatchItems, drawnItemsOf } from './batch-items.js';
import { bodyOf, type Needed } from './body-of.js';
import { firstRequestFor } from './first-request.js';
import { invalidItemsOf } from './invalid-items.js';
import { OrderPrerequisites } from './order-prerequisites.js';
import { type Reading, readRecords, type Wanted } from './records.js';
import { requestsThatSucceed } from './requests.js';

/** As much of a subscription as it takes to work with it. */
export type Webhook = Needed<SuccessBodyOf<'createWebhook'>, 'id'>;

/** Brings about what must be there before an operation can succeed, through the API itself. */
export class Prerequisites extends OrderPrerequisites {
  /** How to draw items for a batch write, with what they are about brought about. */
  async batchItems({ operationId }: Operation): Promise<BatchItems> {
    this.mayWrite();
    return drawnItemsOf(operationId, this);
  }

  /** How to draw an item with one mistake for a batch write, with what it is about brought about. */
  async invalidItems({ operationId }: Operation): ReturnType<typeof invalidItemsOf> {
    this.mayWrite();
    return invalidItemsOf(operationId, this);
  }

  /** Products and orders as records. On a merchant of its own all that there are, else only those named. */
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

  /** What a subscription is created from; its URL is of a domain that never resolves, and no other's. */
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
   * Deletes the subscriptions that the test has left on a merchant that others use too: each takes part in every event
   * there. What can't be deleted now is left to the end of the run.
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

  /** A request that the operation must answer with success, with all that it needs brought about. */
  async requestFor<Id extends OperationId>(operationId: Id): Promise<RequestOf<Id>> {
    return requestsThatSucceed[operationId](this);
  }

  /** The same, brought about without calling the operation. */
  async firstRequestFor(operationId: OperationId): Promise<AnyRequest> {
    return firstRequestFor(this, operationId);
  }
}
