import { operation } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import type { ReferenceData } from '../../data/reference-data.js';
import type { Client } from '../../http/client.js';
import type { TargetClock } from '../../target/clock.js';
import type { Submission } from '../../verdicts/batches/followed-batch.js';
import { Batches } from '../batches/batches.js';
import { type EntryOf, everyPage, type PagedOperation, type Pages } from './pages.js';
import { readReferenceData } from './reference-data.js';

/** Another merchant, which must not reach the test's own data (clause 1, requirement AUTH-09). */
export class OtherMerchant {
  /** The API, called with the other merchant's key. */
  readonly api: Client;
  readonly #batches: Batches;

  /**
   * @param clock the other merchant's clock
   * @param deadline seconds on that clock within which a batch must finish
   */
  constructor(api: Client, clock: TargetClock, deadline: number) {
    this.api = api;
    this.#batches = new Batches(api, clock, deadline);
  }

  /** A list of the other merchant, read to its end. @throws Blocked if a page is refused */
  everyPage<Id extends PagedOperation>(operationId: Id): Promise<Pages<EntryOf<Id>>> {
    return everyPage(this.api, operationId);
  }

  /** The values from which a product of the other merchant can be built. */
  referenceData(): Promise<ReferenceData> {
    return readReferenceData(this.api);
  }

  /** Submits items as the other merchant; a refusal is an answer like any other. */
  submit(operationId: OperationId, items: readonly unknown[]): Promise<Submission> {
    return this.#batches.submitted(this.api.send(operation(operationId), { body: { items } }));
  }
}
