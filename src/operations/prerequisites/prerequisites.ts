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

/** The part of a subscription that is needed to work with it. */
export type Webhook = Needed<SuccessBodyOf<'createWebhook'>, 'id'>;

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
