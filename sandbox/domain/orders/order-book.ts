import { MOST_MESSAGES } from '../batches/batch.js';
import type { Timeline } from '../time/timeline.js';
import type { WebhookEvent } from '../webhook-delivery.js';
import type { Emit } from '../webhooks/event.js';
import { type ItemStatus, type Order, type OrderItem, orderStatusOf } from './order.js';
import type { itemStatusAfter, OrderMove } from './order-moves.js';

/** How many orders a merchant can have. */
export const MOST_ORDERS = 20_000;

const EVENTS: Readonly<Record<OrderMove, WebhookEvent>> = {
  ship: 'order_items.shipped',
  cancel: 'order_items.cancelled',
  return: 'order_items.returned',
};

/** What a move writes into the items and orders that it concerns. */
export interface Tracking {
  carrier_key?: string;
  shipment_tracking_key?: string;
  return_tracking_key?: string | null;
}

/** A merchant's orders, in order of their creation. */
export interface OrderBook {
  readonly size: number;
  add(order: Order): void;
  find(orderNumber: string): Order | undefined;
  all(): readonly Order[];
  /** Moves all of the items, or none; returns what forbids it. */
  move(itemIds: readonly number[], move: OrderMove, tracking?: Tracking): string[];
  clear(): void;
}

/** An empty order book. `itemStatusAfter` is the rule for moves (gap G-01). */
export function createOrderBook(
  timeline: Timeline,
  emit: Emit,
  rules: { itemStatusAfter: typeof itemStatusAfter },
): OrderBook {
  const orders = new Map<string, Order>();
  /** In order of their creation, which for those that are entered late is not that of their entry. */
  const sequence: Order[] = [];
  const items = new Map<number, { order: Order; item: OrderItem }>();

  /** The items with these ids and their next statuses, or what forbids the move. */
  function plan(itemIds: readonly number[], move: OrderMove) {
    const planned = new Map<OrderItem, { order: Order; status: ItemStatus }>();
    const errors: string[] = [];
    for (const id of itemIds) {
      if (errors.length >= MOST_MESSAGES) break;
      const found = items.get(id);
      const status = found && rules.itemStatusAfter(found.item.status, move);
      if (found === undefined) errors.push(`order item ${id} is not known`);
      else if (status === undefined)
        errors.push(`order item ${id} is ${found.item.status}: ${move} is not possible`);
      else if (planned.has(found.item)) errors.push(`order item ${id} is named more than once`);
      else planned.set(found.item, { order: found.order, status });
    }
    return { planned, errors };
  }

  return {
    get size() {
      return orders.size;
    },
    add(order) {
      orders.set(order.order_number, order);
      sequence.splice(placeIn(sequence, order), 0, order);
      for (const item of order.order_items) items.set(item.id, { order, item });
      emit('order.created', { order_number: order.order_number, status: order.status });
    },
    find: (orderNumber) => orders.get(orderNumber),
    all: () => sequence,
    move(itemIds, move, { carrier_key, ...tracking } = {}) {
      const { planned, errors } = plan(itemIds, move);
      if (errors.length > 0) return errors;
      const touched = new Map<Order, number[]>();
      for (const [item, { order, status }] of planned) {
        item.status = status;
        item.shipment_tracking_key = tracking.shipment_tracking_key ?? item.shipment_tracking_key;
        item.return_tracking_key = tracking.return_tracking_key ?? item.return_tracking_key;
        touched.set(order, [...(touched.get(order) ?? []), item.id]);
      }
      for (const [order, order_items] of touched) {
        order.carrier_key = carrier_key ?? order.carrier_key;
        order.updated_at = timeline.timestamp();
        order.status = orderStatusOf(order.order_items);
        if (order.status === 'cancelled') order.delivery_document_url = null;
        emit(EVENTS[move], { order_number: order.order_number, order_items });
        emit('order.updated', { order_number: order.order_number, status: order.status });
      }
      return [];
    },
    clear() {
      orders.clear();
      sequence.length = 0;
      items.clear();
    },
  };
}

/** Where an order belongs: behind all that were created no later. */
function placeIn(sequence: readonly Order[], { created_at }: Order): number {
  return sequence.findLastIndex((earlier) => earlier.created_at <= created_at) + 1;
}
