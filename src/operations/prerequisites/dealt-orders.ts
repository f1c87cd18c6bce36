import { member } from '../../contract/values/path.js';
import type { OrderItemId } from '../../data/valid/update-items.js';
import { Blocked } from '../../verdicts/finding.js';
import type { EntryOf } from './responses.js';

/** The part of an order that is needed to deal out its items. */
export type DealtOrder = EntryOf<'listOrders', 'order_items.*.id' | 'order_items.*.status'>;

/**
 * The maximum number of tries for a wish: a try fails if an order differs from its last known state, and then updates
 * that state.
 */
const mostTries = 100;

/** Why a test gets no items of the configured orders. The end of the run says how many orders are missing. */
export const tooFewItems = 'the orders that TARGET_ORDERS names have too few open items';

/** The interruption of a test that gets no items of the configured orders. */
export function noItems(): Blocked {
  return new Blocked(tooFewItems, [], ['too few order items']);
}

/** The part of the configured orders that one test has. */
export class DealtOrders {
  readonly #named: NamedOrders;
  readonly #read: (number: string) => Promise<DealtOrder | undefined>;
  readonly #own: OwnNames['orders'];
  readonly #held: DealtItems[] = [];

  /**
   * @param read reads an order as the API lists it
   * @param own collects the items that the test may move
   */
  constructor(
    named: NamedOrders,
    read: (number: string) => Promise<DealtOrder | undefined>,
    own: OwnNames['orders'],
  ) {
    this.#named = named;
    this.#read = read;
    this.#own = own;
  }

  /**
   * Takes items of one order, which shows only these.
   * @returns undefined if there are no items for the test
   */
  async take(wish: OrderWish): Promise<DealtOrder | undefined> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const dealt = await this.#named.take(wish);
      if (dealt === undefined) return undefined;
      const order = await this.#read(dealt.number);
      const all = order?.order_items ?? [];
      const own = all.filter(({ id }) => dealt.ids.includes(String(id)));
      const isAsWished = own.length === dealt.ids.length && own.every((item) => fits(item, wish));
      if (order !== undefined && isAsWished) {
        this.#held.push(dealt);
        this.#own.set(dealt.number, new Set([...(this.#own.get(dealt.number) ?? []), ...dealt.ids]));
        return { ...order, order_items: own };
      }
      await this.#named.giveBack(dealt);
      await this.#named.saw(dealt.number, all);
    }
    throw new Blocked('the orders that TARGET_ORDERS names change while they are looked at');
  }

  /** Releases the test's items to other tests. @param isMoving whether a request of the test may still move an item */
  async giveBack(isMoving: (itemId: string) => boolean): Promise<void> {
    for (const { number, ids } of this.#held.splice(0))
      await this.#named.giveBack({ number, ids: ids.filter((id) => !isMoving(id)) });
  }
}

function fits({ status }: DealtOrder['order_items'][number], { status: wanted }: OrderWish): boolean {
  return wanted === 'used' ? status !== 'open' : wanted === undefined || status === wanted;
}

/**
 * The part of an order that belongs to a test: its items, without the fields that change when other tests move their
 * items.
 * @param own ids of its items
 */
export function ownPartOf(order: EntryOf<'listOrders'>, own: ReadonlySet<string>): EntryOf<'listOrders'> {
  const { order_number, order_items } = order;
  const items: readonly unknown[] = Array.isArray(order_items) ? order_items : [];
  return { order_number, order_items: items.filter((item) => own.has(String(member(item, 'id')))) };
}

/** A test's request for items of the orders that the configuration names. All of them belong to one order. */
export interface OrderWish {
  readonly items: number;
  /**
   * The required status; `used` is any except open. Without one, any status will do: the test leaves the items as they
   * are.
   */
  readonly status?: 'open' | 'shipped' | 'used';
  /** The operation that the test is about, if it is about a single one. */
  readonly operationId?: string;
}

/** Items of one order that belong to one test until it gives them back. */
export interface DealtItems {
  readonly number: string;
  readonly ids: readonly string[];
}

/** An item as a test saw it in the list of orders. */
export interface SeenItem {
  readonly id: OrderItemId;
  readonly status: string;
}

/** The orders that the configuration names, item by item, as one test of the run takes and returns them. */
export interface NamedOrders {
  readonly numbers: readonly string[];
  /**
   * Takes items, if there are any for the test. It must look at them, because others may have moved them.
   */
  take(wish: OrderWish): Promise<DealtItems | undefined>;
  /** Reports the items of an order; none if it is no longer listed. */
  saw(number: string, items: readonly SeenItem[]): Promise<void>;
  /** Returns items to the other tests, in their current status. */
  giveBack(items: DealtItems): Promise<void>;
  /** Leaves a finished batch to tests that only read the results of such a batch. */
  leaveBatch(write: string, batchRequestId: string): Promise<void>;
  /** A finished batch that another test left. */
  leftBatch(write: string): Promise<string | undefined>;
}

/**
 * The names under which a test's things appear in requests that may change something: everything that it made or tried
 * to make.
 */
export interface OwnNames {
  readonly skus: Set<string>;
  readonly styleKeys: Set<string>;
  /** Ids of the subscriptions that are not deleted yet. */
  readonly subscriptionIds: Set<string>;
  /** URLs and descriptions of subscriptions. */
  readonly subscriptionTexts: Set<string>;
  /** Ids of the order items that it may move, by the number of their order. */
  readonly orders: Map<string, ReadonlySet<string>>;
}
