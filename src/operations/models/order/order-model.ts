import type { ItemId } from './order-target.js';

/** What an item can be (gap G-01). */
export type ItemStatus = 'open' | 'shipped' | 'cancelled' | 'returned';

/** What a batch does to items (clause 4.6). */
export type OrderMove = 'ship' | 'cancel' | 'return';

/** The one status from which a move leads, and the one to which (gap G-01). */
export const moves: Readonly<Record<OrderMove, { readonly from: ItemStatus; readonly to: ItemStatus }>> = {
  ship: { from: 'open', to: 'shipped' },
  cancel: { from: 'open', to: 'cancelled' },
  return: { from: 'shipped', to: 'returned' },
};

/** Items of an order, all of them open. */
export interface OpenOrder {
  readonly number: string;
  readonly itemIds: readonly ItemId[];
  /** Whether they are all that the order has: what it shows itself can be foreseen then. */
  readonly isWhole: boolean;
}

export interface OrderState {
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
export function orderStatus({ items: [first, ...others] }: OrderState): string {
  if (first === undefined) return 'open';
  return others.every(({ status }) => status === first.status) ? first.status : 'mixed';
}

/** An item by its place, in words. */
export function referenceInWords(reference: ItemReference): string {
  return reference === 'unknown' ? 'an unknown item' : `order ${reference.order} item ${reference.item}`;
}
