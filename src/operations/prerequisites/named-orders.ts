import type { OrderItemId } from '../../data/update-items.js';

/** A test's request for items of the orders that the configuration names. */
export interface OrderWish {
  /** The size of each group. All items of one group belong to the same order; two groups may share an order. */
  readonly groups: readonly number[];
  /** The required status; without it, any status will do, and used-up items come first. */
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

/** The orders that the configuration names, item by item, as one test of the run gets and leaves them. */
export interface NamedOrders {
  readonly numbers: readonly string[];
  /** Takes items. The test must look at them once more, because others outside the run may have moved them. */
  take(wish: OrderWish): Promise<Dealt>;
  /** Reports the state of an order. */
  saw(order: SeenOrder): Promise<void>;
  /** Leaves items to other tests, in their present status. */
  giveBack(items: DealtItems): Promise<void>;
  /** Leaves a finished batch to tests that only read the results of such a batch. */
  leaveBatch(write: string, batchRequestId: string): Promise<void>;
  /** A finished batch that another test left. */
  leftBatch(write: string): Promise<string | undefined>;
}
