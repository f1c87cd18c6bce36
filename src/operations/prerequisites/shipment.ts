import type { Order } from './order-prerequisites.js';

/** The ship request for all items of an order (gap G-11). */
export function shipmentOf(order: Order): {
  order_items: Order['order_items'][number]['id'][];
  carrier_key: string;
  shipment_tracking_key: string;
  return_tracking_key: string;
} {
  return {
    order_items: order.order_items.map(({ id }) => id),
    carrier_key: carrierOf(order),
    shipment_tracking_key: `S-${order.order_number}`,
    return_tracking_key: `R-${order.order_number}`,
  };
}

/** The carrier of an order; if the order names none, any will do. */
export function carrierOf({ carrier_key }: Order): string {
  return typeof carrier_key === 'string' ? carrier_key : anyCarrier;
}

/** The carrier for an order that names none. */
export const anyCarrier = 'carrier';
