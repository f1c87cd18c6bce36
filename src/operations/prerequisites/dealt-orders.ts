import type { OrderItemId } from '../../data/update-items.js';
import { Blocked } from '../../verdicts/finding.js';
import { member } from '../../verdicts/oracles/violation.js';
import type { EntryOf } from './responses.js';

/** The part of an order that is needed to deal out its items. */
export type DealtOrder = EntryOf<'listOrders', 'order_items.*.id' | 'order_items.*.status'>;

/**
 * The maximum number of tries for a wish: a try fails if an order differs from its last known state, and then updates
 * that state.
 */
const mostTries = 100;

/** The part of the configured orders that one test has. */
export class DealtOrders {
  readonly #named: NamedOrders;
  readonly #read: (number: string) => Promise<DealtOrder | undefined>;
  readonly #own: OwnNames['orders'];
  readonly #held: DealtItems[] = [];
  #taken = { open: 0, together: 0 };

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

  /** The items that the test took while they were open; undefined if there were none. */
  get taken(): { readonly open: number; readonly together: number } | undefined {
    return this.#taken.open === 0 ? undefined : this.#taken;
  }

  /**
   * Takes items: for each group of the wish, an order that shows only the items of the test.
   * @returns the reason if no items are suitable, as the end of a sentence
   */
  async take(wish: OrderWish): Promise<readonly DealtOrder[] | string> {
    const read = new Map<string, DealtOrder | undefined>();
    for (let tries = 0; tries < mostTries; tries += 1) {
      const dealt = await this.#named.take(wish);
      if ('none' in dealt) return dealt.none;
      if ('look' in dealt) {
        // The state known to all tests is now newer than the earlier reads.
        read.clear();
        read.set(dealt.look, await this.#look(dealt.look));
        continue;
      }
      const orders: DealtOrder[] = [];
      for (const items of dealt.groups) {
        if (!read.has(items.number)) read.set(items.number, await this.#look(items.number));
        const order = read.get(items.number);
        const own = order?.order_items.filter(({ id }) => items.ids.includes(String(id))) ?? [];
        const isAsWished = own.every(({ status }) => status === (wish.status ?? status));
        const isWhole = !wish.whole || own.length === order?.order_items.length;
        if (order !== undefined && own.length === items.ids.length && isAsWished && isWhole)
          orders.push({ ...order, order_items: own });
      }
      if (orders.length === dealt.groups.length) {
        for (const items of dealt.groups) this.#hold(items, wish.whole === true);
        for (const { order_items } of orders) this.#count(order_items, wish);
        return orders;
      }
      for (const items of dealt.groups) await this.#named.giveBack(items);
      for (const number of new Set(dealt.groups.map((items) => items.number))) await this.#look(number);
      read.clear();
    }
    throw new Blocked('the orders that TARGET_ORDERS names change while they are looked at');
  }

  /** Releases the test's items to other tests. @param isMoving whether a request of the test may still move an item */
  async giveBack(isMoving: (itemId: string) => boolean): Promise<void> {
    for (const { number, ids } of this.#held.splice(0))
      await this.#named.giveBack({ number, ids: ids.filter((id) => !isMoving(id)) });
  }

  async #look(number: string): Promise<DealtOrder | undefined> {
    const order = await this.#read(number);
    await this.#named.saw({ number, items: order?.order_items ?? [] });
    return order;
  }

  #count(items: DealtOrder['order_items'], { groups: [least = 1], whole }: OrderWish): void {
    const open = items.filter(({ status }) => status === 'open').length;
    if (open === 0) return;
    const { together } = this.#taken;
    this.#taken = {
      open: this.#taken.open + open,
      // A whole order may have more items than the wish asks for.
      together: Math.max(together, whole ? least : open),
    };
  }

  #hold(items: DealtItems, whole: boolean): void {
    this.#held.push(items);
    const known = this.#own.get(items.number);
    this.#own.set(
      items.number,
      whole || known === 'whole' ? 'whole' : new Set([...(known ?? []), ...items.ids]),
    );
  }
}

/**
 * The part of an order that belongs to a test: its items, without the fields that change when other tests move their
 * items.
 * @param own ids of its items, or the whole order
 */
export function ownPartOf(
  order: EntryOf<'listOrders'>,
  own: ReadonlySet<string> | 'whole',
): EntryOf<'listOrders'> {
  if (own === 'whole') return order;
  const { order_number, order_items } = order;
  const items: readonly unknown[] = Array.isArray(order_items) ? order_items : [];
  return { order_number, order_items: items.filter((item) => own.has(String(member(item, 'id')))) };
}

/** A test's request for items of the orders that the configuration names. */
export interface OrderWish {
  /** The size of each group. All items of one group belong to the same order; two groups may share an order. */
  readonly groups: readonly number[];
  /** The required status; without it, any status will do, and used-up items are taken first. */
  readonly status?: string;
  /**
   * Whether the test needs all items of an order, each of them in that status, because it judges the order itself.
   * The wish then has one group, whose size is a minimum.
   */
  readonly whole?: true;
}

/** Items of one order that belong to one test until it gives them back. */
export interface DealtItems {
  readonly number: string;
  readonly ids: readonly string[];
}

/**
 * The answer to a wish: a group of items for each requested one; or an order to look at before the next try, because
 * its state is unknown; or nothing, with the reason as the end of a sentence.
 */
export type Dealt =
  | { readonly groups: readonly DealtItems[] }
  | { readonly look: string }
  | { readonly none: string };

/** An order as a test saw it in the list. */
export interface SeenOrder {
  readonly number: string;
  /** Empty if the order is no longer listed. */
  readonly items: readonly { readonly id: OrderItemId; readonly status: string }[];
}

/** The orders that the configuration names, item by item, as one test of the run takes and returns them. */
export interface NamedOrders {
  readonly numbers: readonly string[];
  /** Takes items. The test must look at them once more, because others outside the run may have moved them. */
  take(wish: OrderWish): Promise<Dealt>;
  /** Reports the state of an order. */
  saw(order: SeenOrder): Promise<void>;
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
  /** Ids of the order items that it may move, by the number of their order; `whole` if it has all of them. */
  readonly orders: Map<string, ReadonlySet<string> | 'whole'>;
}
