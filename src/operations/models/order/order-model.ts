import type { BatchAnswer, Judge } from '../judge.js';

/** What an item can be (gap G-01). */
type ItemStatus = 'open' | 'shipped' | 'cancelled' | 'returned';

/** What a batch does to items (clause 4.6). */
export type OrderMove = 'ship' | 'cancel' | 'return';

/** The one status from which a move leads, and the one to which (gap G-01). */
export const moves: Readonly<Record<OrderMove, { readonly from: ItemStatus; readonly to: ItemStatus }>> = {
  ship: { from: 'open', to: 'shipped' },
  cancel: { from: 'open', to: 'cancelled' },
  return: { from: 'shipped', to: 'returned' },
};

/** Items of an order, all of them open. */
interface OpenOrder {
  readonly number: string;
  readonly itemIds: readonly ItemId[];
  /** Whether they are all that the order has: what it shows itself can be foreseen then. */
  readonly isWhole: boolean;
}

interface OrderState {
  readonly number: string;
  readonly isWhole: boolean;
  readonly items: readonly { readonly id: ItemId; status: ItemStatus }[];
}

/** An item by its place: the second of order 1 is `{ order: 1, item: 2 }`; or an id that no item has. */
export type ItemReference = { readonly order: number; readonly item: number } | 'unknown';

/** What is known of some orders whose items were all open at first. */
export class OrderModel {
  readonly orders: readonly OrderState[];
  readonly unknownItemId: ItemId;

  /** @param unknownItemId is no item's, and of the form that the target's ids have */
  constructor(orders: readonly OpenOrder[], unknownItemId: ItemId) {
    this.orders = orders.map(({ number, itemIds, isWhole }) => ({
      number,
      isWhole,
      items: itemIds.map((id) => ({ id, status: 'open' })),
    }));
    this.unknownItemId = unknownItemId;
  }

  /** The item at a place; undefined where there is none. */
  item(reference: ItemReference) {
    return reference === 'unknown' ? undefined : this.orders[reference.order - 1]?.items[reference.item - 1];
  }

  /** `order 1 mixed: open, shipped`. */
  toString(): string {
    return this.orders
      .map((order, index) => {
        const items = order.items.map(({ status }) => status);
        return `order ${index + 1} ${orderStatus(order)}: ${items.join(', ')}`;
      })
      .join('; ');
  }
}

/** An order's status is that of its items, or mixed where they differ (gap G-01). */
function orderStatus({ items: [first, ...others] }: OrderState): string {
  if (first === undefined) return 'open';
  return others.every(({ status }) => status === first.status) ? first.status : 'mixed';
}

/** An item by its place, in words. */
export function referenceInWords(reference: ItemReference): string {
  return reference === 'unknown' ? 'an unknown item' : `order ${reference.order} item ${reference.item}`;
}

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

/** Where an order shows what it is, and in which words. */
const gaps = ['G-01', 'G-05'];

/** States that each order and each of its items shows the status that the model holds (gap G-01). */
export async function compareOrders(
  model: OrderModel,
  target: OrderTarget,
  listed: ReadonlyMap<string, ListedOrder>,
  concerns: ReadonlyMap<ItemId, OrderRequirement>,
): Promise<void> {
  for (const [index, order] of model.orders.entries()) {
    const name = `order ${index + 1}`;
    const shown = listed.get(order.number);
    for (const [place, { id, status }] of order.items.entries()) {
      await target.judge(concerns.get(id) ?? 'ORD-03', {
        at: `status of ${name} item ${place + 1} (${id})`,
        expected: [status],
        actual: shown?.items.get(id) ?? 'not listed',
        gaps,
      });
    }
    if (!order.isWhole) continue;
    await target.judge('ORD-03', {
      at: `status of ${name} (${order.number})`,
      expected: [orderStatus(order)],
      actual: shown?.status ?? 'not listed',
      gaps,
    });
  }
}

/** What the orders show, in words: `order 1 mixed: open, shipped`. */
export function ordersInWords(model: OrderModel, listed: ReadonlyMap<string, ListedOrder>): string {
  return model.orders
    .map(({ number, items }, index) => {
      const shown = listed.get(number);
      const statuses = items.map(({ id }) => shown?.items.get(id) ?? 'not listed');
      return `order ${index + 1} ${shown?.status ?? 'not listed'}: ${statuses.join(', ')}`;
    })
    .join('; ');
}
