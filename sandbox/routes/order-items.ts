import { array, integer, object, string } from '../schema/build.js';
import { batchWrite } from './batch-write.js';

/** The most items in one batch, and the most order items in one of them: no maximum is known (gap G-16). */
const MOST_ITEMS = 10_000;

const itemId = integer();
const trackingKey = string({ minLength: 1, maxLength: 255 });
const itemIds = array(itemId, { minItems: 1, maxItems: MOST_ITEMS });

/** One item of a shipment (gap G-11). */
export const shipItemSchema = object({
  order_items: itemIds,
  carrier_key: string({ minLength: 1, maxLength: 255 }),
  shipment_tracking_key: trackingKey,
  return_tracking_key: trackingKey,
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
  maxItems: MOST_ITEMS,
  apply: ({ order_items, carrier_key, shipment_tracking_key, return_tracking_key }, { merchant }) =>
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
  maxItems: MOST_ITEMS,
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
  maxItems: MOST_ITEMS,
  apply: ({ order_items, return_tracking_key }, { merchant }) =>
    merchant.orders.move(order_items, 'return', { return_tracking_key }),
});
