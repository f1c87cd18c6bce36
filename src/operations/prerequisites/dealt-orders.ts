import { member } from '../../contract/values/path.js';
import type { OrderItemId } from '../../data/valid/update-items.js';
import { Blocked, type TakenItems } from '../../verdicts/finding.js';
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
  /** Ids of the items that were open when the test got them, and that it has not asked for as shipped ones. */
  readonly #gotOpen = new Set<string>();
  #taken = { open: 0, shipped: 0, wholes: 0, together: 0 };

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

  /** The items that the test got; undefined if other tests can't miss any of them. */
  get taken(): Omit<TakenItems, 'shows'> | undefined {
    return this.#taken.together === 0 ? undefined : this.#taken;
  }

  /**
   * Takes items: for each group of the wish, an order that shows only the items of the test.
   * @returns undefined if there are no items for the test
   */
  async take(wish: OrderWish): Promise<readonly DealtOrder[] | undefined> {
    const own = await this.#ownShipped(wish);
    if (own !== undefined) return [own];
    const read = new Map<string, DealtOrder | undefined>();
    for (let tries = 0; tries < mostTries; tries += 1) {
      const dealt = await this.#named.take(wish);
      if ('none' in dealt) return undefined;
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
        const isAsWished = own.every(({ status }) => status === (dealt.status ?? status));
        const isWhole = !wish.whole || own.length === order?.order_items.length;
        if (order !== undefined && own.length === items.ids.length && isAsWished && isWhole)
          orders.push({ ...order, order_items: own });
      }
      if (orders.length === dealt.groups.length) {
        for (const items of dealt.groups) this.#hold(items, wish.whole === true);
        for (const { order_items } of orders) this.#count(order_items, wish);
        if (dealt.status === 'open')
          for (const { ids } of dealt.groups) for (const id of ids) this.#gotOpen.add(id);
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

  /** Items that the test itself has shipped in the meantime, if it asks for shipped ones. */
  async #ownShipped({ groups, status, whole }: OrderWish): Promise<DealtOrder | undefined> {
    const [size = 1, ...more] = groups;
    if (status !== 'shipped' || whole || more.length > 0) return undefined;
    for (const { number, ids } of this.#held) {
      if (ids.filter((id) => this.#gotOpen.has(id)).length < size) continue;
      const order = await this.#look(number);
      const shipped = (order?.order_items ?? []).filter(
        (item) =>
          item.status === 'shipped' && ids.includes(String(item.id)) && this.#gotOpen.has(String(item.id)),
      );
      if (order === undefined || shipped.length < size) continue;
      const order_items = shipped.slice(0, size);
      for (const { id } of order_items) this.#gotOpen.delete(String(id));
      return { ...order, order_items };
    }
    return undefined;
  }

  #count(items: DealtOrder['order_items'], { groups: [least = 1], status, whole }: OrderWish): void {
    if (status !== 'open' && status !== 'shipped') return;
    const { open, shipped, wholes, together } = this.#taken;
    const counted = whole
      ? { wholes: wholes + 1 }
      : { [status]: (status === 'open' ? open : shipped) + items.length };
    // A whole order may have more items than the wish asks for.
    this.#taken = { ...this.#taken, ...counted, together: Math.max(together, whole ? least : items.length) };
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
  /**
   * The required status. Shipped items are those that other tests have left so, otherwise open ones, for the test to
   * ship. `used` is any status except open. Without one, any status will do: the test leaves the items as they are.
   */
  readonly status?: 'open' | 'shipped' | 'used';
  /**
   * Whether the test needs all items of an order, each of them in that status, because it judges the order itself.
   * The wish then has one group, whose size is a minimum.
   */
  readonly whole?: true;
  /** Whether to wait for items that other tests have, if there are no others. */
  readonly waits?: true;
}

/** Items of one order that belong to one test until it gives them back. */
export interface DealtItems {
  readonly number: string;
  readonly ids: readonly string[];
}

/**
 * The response to a wish: a group of items for each requested one, and the status of all of them unless it may differ; or
 * an order to look at before the next try, because its state is unknown; or nothing.
 */
export type Dealt =
  | { readonly groups: readonly DealtItems[]; readonly status?: string }
  | { readonly look: string }
  | { readonly none: true };

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
