import type { Order, OrderItem } from '../../domain/orders/order.js';
import type { OrderBook, Tracking } from '../../domain/orders/order-book.js';
import { itemStatusAfter, type OrderMove } from '../../domain/orders/order-moves.js';
import type { Rules } from '../../domain/rules.js';
import type { Plant } from '../fault.js';
import { changeMerchant, viewOf } from '../request-changes.js';

/** The operations that move items. */
export const OPERATIONS = {
  ship: 'shipOrderItems',
  cancel: 'cancelOrderItems',
  return: 'returnOrderItems',
} as const;

/** All operations that move items. */
export const operations = Object.values(OPERATIONS);
/** Those that move several with one item of a batch. */
export const severalAtOnce = [OPERATIONS.ship, OPERATIONS.return];

type Move = OrderBook['move'];

/** Plants another way to move items; `clean` is the one that it is put in place of. */
export function moving(change: (clean: Move, orders: OrderBook) => Move): Plant {
  return changeMerchant(({ merchant: { orders } }) => ({
    orders: viewOf(orders, { move: change(orders.move, orders) }),
  }));
}

/** Plants another rule for the moves of items. */
export function ruling(rule: (clean: Rules['itemStatusAfter']) => Rules['itemStatusAfter']): Plant {
  return ({ rules }) => ({ rules: { ...rules, itemStatusAfter: rule(rules.itemStatusAfter) } });
}

/** Plants that the keys of a shipment or return are written down otherwise. */
export function tracking(change: (written: Tracking) => Tracking): Plant {
  return moving(
    (clean) =>
      (ids, move, written = {}) =>
        clean(ids, move, change(written)),
  );
}

/** The order that has an item with this id, and the item. */
export function findItem(orders: OrderBook, id: number): { order: Order; item: OrderItem } | undefined {
  for (const order of orders.all())
    for (const item of order.order_items) if (item.id === id) return { order, item };
  return undefined;
}

/** The ids that belong to an item which the move is allowed for. */
export function movable(orders: OrderBook, ids: readonly number[], move: OrderMove): number[] {
  return ids.filter((id) => {
    const found = findItem(orders, id);
    return found !== undefined && itemStatusAfter(found.item.status, move) !== undefined;
  });
}
