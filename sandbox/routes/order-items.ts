import { array, integer, nullable, object, optional, string } from '../schema/build.js';
import { batchWrite } from './batch-write.js';

const itemId = integer();
const trackingKey = string({ minLength: 1, maxLength: 255 });
const itemIds = array(itemId, { minItems: 1 });

/** One item of a shipment (gap G-11). */
export const shipItemSchema = object({
  order_items: itemIds,
  carrier_key: string({ minLength: 1, maxLength: 255 }),
  shipment_tracking_key: trackingKey,
  return_tracking_key: optional(nullable(trackingKey)),
});
/** One item of a cancellation (gap G-11). */
export const cancelItemSchema = object({ id: itemId });
/** One item of a return (gap G-11). */
export const returnItemSchema = object({ order_items: itemIds, return_tracking_key: trackingKey });

export const shipOrderItems = batchWrite({
  id: 'shipOrderItems',
  method: 'POST',
  path: '/orders/ship',
  tag: 'Orders',
  summary: 'Ship order items',
  kind: 'ship',
  item: shipItemSchema,
  apply: ({ order_items, carrier_key, shipment_tracking_key, return_tracking_key = null }, { merchant }) =>
    merchant.orders.move(order_items, 'ship', { carrier_key, shipment_tracking_key, return_tracking_key }),
});

export const cancelOrderItems = batchWrite({
  id: 'cancelOrderItems',
  method: 'POST',
  path: '/orders/cancel',
  tag: 'Orders',
  summary: 'Cancel order items',
  kind: 'cancel',
  item: cancelItemSchema,
  apply: ({ id }, { merchant }) => merchant.orders.move([id], 'cancel'),
});

export const returnOrderItems = batchWrite({
  id: 'returnOrderItems',
  method: 'POST',
  path: '/orders/return',
  tag: 'Orders',
  summary: 'Return order items',
  kind: 'return',
  item: returnItemSchema,
  apply: ({ order_items, return_tracking_key }, { merchant }) =>
    merchant.orders.move(order_items, 'return', { return_tracking_key }),
});
