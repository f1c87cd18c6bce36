import type { OrderItemId } from '../../data/update-items.js';

/** Which items of the orders that the configuration names a test asks for. */
export interface OrderWish {
  /** How many items each group has. Items of one group are of the same order; two groups may be of the same order. */
  readonly groups: readonly number[];
  /** The status in which they must be; any will do where it is left out, used-up ones first. */
  readonly status?: string;
  /**
   * Whether they are to be all items that their order has, each of them in that status: for tests that judge the order
   * itself. There is one group then, of at least so many items.
   */
  readonly whole?: true;
}

/** Items of one order that are a test's alone until it gives them back. */
export interface DealtItems {
  readonly number: string;
  readonly ids: readonly string[];
}

/**
 * What a wish came to: a group of items for each that was asked for; an order to look at before the next try, as nobody
 * knows how it stands; or nothing, and why, as the end of a sentence.
 */
export type Dealt =
  | { readonly groups: readonly DealtItems[] }
  | { readonly look: string }
  | { readonly none: string };

/** An order as a test saw it in the list. */
export interface SeenOrder {
  readonly number: string;
  /** None where it is not listed any more. */
  readonly items: readonly { readonly id: OrderItemId; readonly status: string }[];
}

/** The orders that the configuration names, item by item, as one test of the run gets and leaves them. */
export interface NamedOrders {
  readonly numbers: readonly string[];
  /** Takes items. What it gives must be looked at once more: others than the run may have moved it. */
  take(wish: OrderWish): Promise<Dealt>;
  /** Tells how an order stands. */
  saw(order: SeenOrder): Promise<void>;
  /** Leaves items to other tests, in whatever status they are by now. */
  giveBack(items: DealtItems): Promise<void>;
  /** Leaves a finished batch to tests that only read the results of one of its kind. */
  leaveBatch(write: string, batchRequestId: string): Promise<void>;
  /** Such a batch that another test left. */
  leftBatch(write: string): Promise<string | undefined>;
}
