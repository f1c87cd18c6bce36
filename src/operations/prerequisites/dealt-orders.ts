import type { OrderItemId } from '../../data/valid/update-items.js';

/** Why a test gets no items of the configured orders. The end of the run says how many orders are missing. */
export const tooFewItems = 'the orders that TARGET_ORDERS names have too few open items';

/** A test's request for items of the orders that the configuration names. All of them belong to one order. */
export interface OrderWish {
  readonly items: number;
  /** The required status; `used` is any except open. Without one, any status will do. */
  readonly status?: 'open' | 'shipped' | 'used';
  /** The operation that the test is about, if it is about a single one. */
  readonly operationId?: string;
}

/** Items of one order that belong to one test until it gives them back. */
export interface DealtItems {
  readonly number: string;
  readonly ids: readonly string[];
}

/** An item as a test saw it in the list of orders; without a status, the test has worked with it since. */
export interface SeenItem {
  readonly id: OrderItemId;
  readonly status?: string;
}

/** The orders that the configuration names, item by item, as one test of the run takes and returns them. */
export interface NamedOrders {
  readonly numbers: readonly string[];
  /** Takes items, if there are any for the test. It must look at them, because others may have moved them. */
  take(wish: OrderWish): Promise<DealtItems | undefined>;
  /** Returns items of one order to the other tests. Items that are no longer listed are not returned. */
  giveBack(number: string, items: readonly SeenItem[]): Promise<void>;
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
