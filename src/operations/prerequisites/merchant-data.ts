import { hasMessage } from '../../contract/documents/document.js';
import { type Operation, operation } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import { gapsOfRequest, refusalStatus } from '../../contract/unspecified.js';
import { member } from '../../contract/values/path.js';
import type { ProductItem } from '../../data/valid/product-item.js';
import type { Client } from '../../http/client.js';
import type { Exchange } from '../../http/exchange.js';
import { type AnyRequest, evenIfLost } from '../../http/transports/transport.js';
import type { BatchOutcome } from '../../target/merchants/control-interface.js';
import type { Merchant } from '../../target/merchants/merchant.js';
import {
  Blocked,
  Inapplicable,
  notAccepted,
  type Obstacle,
  type OpenGap,
  openAt,
} from '../../verdicts/finding.js';
import type { FollowedBatch } from '../../verdicts/oracles/batches/followed-batch.js';
import { type MerchantState, showTheSameAs } from '../../verdicts/oracles/lists/changes.js';
import { countAsTheLastPage, cursorOf } from '../../verdicts/oracles/lists/page.js';
import { itemsOn } from '../../verdicts/oracles/violation.js';
import type { Batches } from '../batches.js';
import type { NamedOrders, OwnNames } from './dealt-orders.js';
import type { KnownChoices } from './reference-data.js';
import { bodyOf, type EntryOf, everyPage, followLink, type PagedOperation, type Pages } from './responses.js';
import { readState } from './state.js';

/** The setting that provides each kind of key: a second one of the merchant, one of another merchant, or a bad one. */
const settingsOfKeys = {
  second: 'a second key in TARGET_API_KEY',
  other: 'TARGET_OTHER_API_KEY',
  expired: 'TARGET_EXPIRED_API_KEY',
  revoked: 'TARGET_REVOKED_API_KEY',
} as const;

/** How often to read data that others may disturb: a violation in every reading is not caused by them. */
const mostReadings = 3;

export interface PrerequisitesOptions {
  readonly api: Client;
  readonly batches: Batches;
  readonly merchant: Merchant;
  readonly writes: 'allow' | 'deny';
  /** The beginning of every generated key, by which a run recognises its own data. */
  readonly prefix: string;
  readonly seed: number;
  /** Seconds on the target's clock within which a product must become active. */
  readonly deadline: number;
  /** The names of the test's things; absent if the test has a separate merchant. */
  readonly ownNames?: OwnNames;
  /** Orders that may be moved if none can be made. */
  readonly namedOrders?: NamedOrders;
  /** What earlier tests read of the reference data of all merchants; absent if each test reads all of it. */
  readonly knownChoices?: KnownChoices;
  /** Drafts that other tests left; absent if the test has a separate merchant. */
  readonly knownDrafts?: KnownDrafts;
}

/** Drafts that tests of a run pass on, because the API can't delete products; each as it was upserted. */
interface KnownDrafts {
  /** Takes up to `count` drafts, of one category if it is given, which belong to the test until it gives them back. */
  take(count: number, category?: number): Promise<readonly ProductItem[]>;
  giveBack(drafts: readonly ProductItem[]): Promise<void>;
}

/** The actions that a test may take with its merchant, and all the data that the merchant's key shows. */
export class MerchantData {
  protected readonly options: PrerequisitesOptions;
  /** The API, called with the merchant's key. */
  readonly api: Client;
  readonly batches: Batches;
  /** The prefix of every generated key. */
  readonly prefix: string;
  /** Seconds on the target's clock within which a batch must finish, and a product become active. */
  readonly deadline: number;
  /** Whether others use the merchant too. */
  readonly isShared: boolean;
  readonly canWrite: boolean;

  constructor(options: PrerequisitesOptions) {
    this.options = options;
    this.api = options.api;
    this.batches = options.batches;
    this.prefix = options.prefix;
    this.deadline = options.deadline;
    this.isShared = options.merchant.shared;
    this.canWrite = options.writes === 'allow';
  }

  /** @throws Inapplicable if the target's configuration denies writes */
  mayWrite(): void {
    if (!this.canWrite)
      throw new Inapplicable('TARGET_WRITES is deny, and this needs a write', ['writes denied']);
  }

  /**
   * Goes on only if the responses so far allow it.
   *
   * @param gaps - the gaps that may explain why they don't
   * @throws Blocked with the reason if they don't
   */
  need(condition: boolean, reason: string, gaps: readonly OpenGap[] = []): void {
    if (!condition) throw new Blocked(reason, gaps);
  }

  /** Goes on only if refusals say why. @throws Inapplicable if those of all operations lack a message */
  needMessages(operations: readonly Operation[]): void {
    const statuses = operations.map(refusalStatus);
    if (!statuses.some(hasMessage))
      throw new Inapplicable(
        `the target's file says that errors with status ${[...new Set(statuses)].join(' and ')} have no message`,
      );
  }

  /**
   * Makes an attempt, and makes it once more if it lost a request. This is for attempts that leave nothing for a second
   * one to meet: because they are to be refused, or because each has new things of its own.
   */
  readonly evenIfLost = evenIfLost;

  /** A value that the responses so far should have given. @throws Blocked with the reason if they didn't */
  found<Value>(value: Value | undefined, reason: string): Value {
    if (value === undefined) throw new Blocked(reason);
    return value;
  }

  /** A value that the target's configuration should give. @throws Inapplicable with the reason if it doesn't */
  configured<Value>(value: Value | undefined, reason: string, ...lacks: readonly Obstacle[]): Value {
    if (value === undefined) throw new Inapplicable(reason, lacks);
    return value;
  }

  /**
   * The first of the things that the target lists.
   *
   * @param what - the kind of thing, as in `order`
   * @param lacks - what it means for the test if there are none
   * @throws Inapplicable if there are none and the run only reads: then the merchant's data decides what it can look at
   * @throws Blocked if there are none and the run may write
   */
  firstListed<Thing>([first]: readonly Thing[], what: string, lacks: readonly Obstacle[] = []): Thing {
    if (first !== undefined) return first;
    throw this.canWrite
      ? new Blocked(`the target lists no ${what}, and none can be made`, [], lacks)
      : new Inapplicable(`the run only reads, and the target lists no ${what}`, ['writes denied', ...lacks]);
  }

  /** A key that only the target's operator can provide. @throws Inapplicable if the configuration doesn't provide it */
  key(kind: keyof typeof settingsOfKeys): string {
    const key = this.options.merchant[`${kind}ApiKey`];
    return this.configured(key, `it needs ${settingsOfKeys[kind]}, which is not set`, 'no setting');
  }

  /** Lets that many seconds pass on the target's clock. @param awaited what the test waits for */
  async wait(seconds: number, awaited?: string): Promise<void> {
    await this.options.merchant.clock.wait(seconds, awaited);
  }

  /**
   * Decides how the next batch proceeds.
   * @throws Inapplicable if the target offers no way to do so
   */
  async decideNextBatch(next: BatchOutcome): Promise<void> {
    await this.needDecisions()(next);
  }

  /** @throws Inapplicable if the target offers no way to decide how a batch proceeds */
  needDecisions(): NonNullable<Merchant['decideNextBatch']> {
    return this.configured(
      this.options.merchant.decideNextBatch,
      'the target has no control interface that could decide how a batch proceeds',
      'no sandbox',
    );
  }

  /**
   * All of the merchant's data that a write can change; if others use the merchant too, only what the test has named
   * in its requests so far.
   */
  state(): Promise<MerchantState> {
    return readState(this.api, this.options.ownNames);
  }

  /**
   * Whether the responses to two requests may be compared: on a merchant that others use too, their changes make a
   * difference, which repetitions of both requests reveal. Repeating only one of them would miss what others created
   * between the two and removed right after.
   * @param repeatFirst repeats the first request, if the responses differ
   * @param repeatSecond repeats the second request, if the first one has its response again
   */
  async areComparable(
    first: Exchange,
    second: Exchange,
    repeatFirst: () => Promise<Exchange>,
    repeatSecond: () => Promise<Exchange>,
  ): Promise<boolean> {
    if (!this.isShared || areAlike(first, second)) return true;
    return areAlike(await repeatFirst(), first) && areAlike(await repeatSecond(), second);
  }

  /**
   * Reads something that has many pages. On a merchant that others use too, it reads up to three times, until the
   * reading is as expected: if another client moves a row while pages are read, its neighbours appear on two pages or
   * on none. `read` itself judges violations that no such move explains, in each reading.
   * @param isExpected whether the reading is as expected
   */
  async undisturbed<Reading>(
    read: () => Promise<Reading>,
    isExpected: (reading: Reading) => boolean,
  ): Promise<Reading> {
    for (let readings = 1; ; readings += 1) {
      const reading = await read();
      // The test reports what is wrong with the last reading.
      if (!this.isShared || readings === mostReadings || isExpected(reading)) return reading;
    }
  }

  /**
   * A list read to its end.
   * @param paths to the values needed in an entry in addition to its key
   */
  everyPage<Id extends PagedOperation, Path extends string = never>(
    operationId: Id,
    query: Readonly<Record<string, unknown>> = {},
    ...paths: readonly Path[]
  ): Promise<Pages<EntryOf<Id, Path>>> {
    return everyPage(this.api, operationId, query, ...paths);
  }

  /**
   * The page past the end of a list, and its last page. On a merchant that others use too, the last page is read again,
   * so that both show the list at the same time.
   * @param pages the list, read to its end with the same query
   */
  pastTheEnd(
    operationId: PagedOperation,
    query: Readonly<Record<string, unknown>>,
    pages: readonly Exchange[],
  ): Promise<{ readonly past: Exchange; readonly last: Exchange }> {
    const read = (page: number) => this.api.send(operation(operationId), { query: { ...query, page } });
    const known = this.isShared ? undefined : pages.at(-1);
    return this.undisturbed(
      async () => ({ past: await read(pages.length + 1), last: known ?? (await read(pages.length)) }),
      ({ past, last }) => countAsTheLastPage(past, last) === undefined,
    );
  }

  readonly bodyOf = bodyOf;

  /** The number of entries of a list, if its page says so, otherwise of the page. @throws Blocked if it is refused */
  listed(page: Exchange): number {
    if (!page.succeeded) throw notAccepted('the list could not be read', page);
    const total = member(member(page.json, 'pagination'), 'total');
    return typeof total === 'number' ? total : itemsOn(page).length;
  }

  /** The next_cursor of the first of several pages. @throws Inapplicable if it has none, which gap G-19 leaves open */
  firstCursor(page: Exchange): string {
    return this.configured(cursorOf(page), 'the target sends no next_cursor, which is allowed');
  }

  /** Follows a link of a pagination. */
  follow(operationId: PagedOperation, link: string): Promise<Exchange> {
    return followLink(this.api, operationId, link);
  }

  /** Submits a batch and waits until it has finished, whatever the outcome of its items. */
  batch(write: OperationId, request: AnyRequest): Promise<FollowedBatch> {
    this.mayWrite();
    return this.batches.finished(this.api.send(operation(write), request));
  }

  /** Follows a batch in which each item must succeed. */
  async accepted(write: Promise<Exchange>): Promise<FollowedBatch> {
    const { operationId } = await write;
    const batch = await this.batches.finished(write);
    const refused = batch.items.find(({ success }) => !success);
    if (refused !== undefined || batch.items.length === 0)
      throw new Blocked(
        `a prerequisite was not met: the batch ended ${batch.status}, ${refused?.errors.join(' ') ?? 'without items'}`,
        openAt(operationId, gapsOfRequest(operation(operationId))),
      );
    return batch;
  }
}

/** Whether two responses are equal in the fields that the contract documents. */
function areAlike(one: Exchange, other: Exchange): boolean {
  const result = showTheSameAs(other, one);
  return result === undefined || 'inconclusive' in result;
}
