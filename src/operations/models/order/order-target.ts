import type { BatchAnswer } from '../batch-answer.js';
import type { Judge } from '../judge.js';

/** What the model of orders has something to say about. */
export type OrderRequirement = 'ORD-03' | 'ORD-04' | 'ORD-05';

export type ItemId = string | number;

/** An order as the list shows it. */
export interface ListedOrder {
  readonly status: string;
  /** The status of each item, by its id. */
  readonly items: ReadonlyMap<ItemId, string>;
}

/** What the commands call (clause 4.6, gap G-11); batches are followed to their end, outcomes in the order of the items. */
export interface OrderTarget extends Judge<OrderRequirement> {
  /** Each shipment is one item of the batch: the order items that it holds. Carrier and tracking keys are the target's. */
  ship(shipments: readonly (readonly ItemId[])[]): Promise<BatchAnswer>;
  /** Each order item is one item of the batch. */
  cancel(orderItems: readonly ItemId[]): Promise<BatchAnswer>;
  /** Each return is one item of the batch: the order items that it holds. */
  return(returns: readonly (readonly ItemId[])[]): Promise<BatchAnswer>;
  /** The orders of the model by number, all pages read. */
  orders(): Promise<ReadonlyMap<string, ListedOrder>>;
}
