import { operation } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import type { ReferenceData } from '../../data/reference-data.js';
import type { Client } from '../../http/client.js';
import type { Merchant, TargetClock } from '../../target/merchant.js';
import type { Submission } from '../../verdicts/batches/followed-batch.js';
import { Inapplicable } from '../../verdicts/finding.js';
import { Batches } from '../batches/batches.js';
import { type EntryOf, everyPage, type PagedOperation, type Pages } from './pages.js';
import { readReferenceData } from './reference-data.js';

/** Keys other than the merchant's first one, and the setting that provides each. */
const settings = {
  second: { member: 'secondApiKey', setting: 'a second key in TARGET_API_KEY' },
  other: { member: 'otherApiKey', setting: 'TARGET_OTHER_API_KEY' },
  expired: { member: 'expiredApiKey', setting: 'TARGET_EXPIRED_API_KEY' },
  revoked: { member: 'revokedApiKey', setting: 'TARGET_REVOKED_API_KEY' },
} as const;

/** Kinds of keys: a second one of the merchant, one of another merchant, an expired or a revoked one. */
export type KeyKind = keyof typeof settings;

/**
 * A key that only the target's operator can provide.
 * @throws Inapplicable if the configuration doesn't provide it
 */
export function keyOf(merchant: Merchant, kind: KeyKind): string {
  const { member, setting } = settings[kind];
  const key = merchant[member];
  if (key === undefined) throw new Inapplicable(`it needs ${setting}, which is not set`);
  return key;
}

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

/** The names of a test's things in requests that may change something: all that it made, or would have made. */
export interface OwnNames {
  readonly skus: Set<string>;
  readonly styleKeys: Set<string>;
  /** Ids of those that are not deleted yet. */
  readonly subscriptionIds: Set<string>;
  /** URLs and descriptions of subscriptions. */
  readonly subscriptionTexts: Set<string>;
  /** Ids of the order items that it may move, by the number of their order; `whole` if it has all of them. */
  readonly orders: Map<string, ReadonlySet<string> | 'whole'>;
}
