import { ORDER_STATUSES, orderSchema } from '../domain/orders.js';
import { pageParameters, paginate, paginationSchema } from '../domain/products.js';
import { renderDeliveryDocument } from '../domain/reports.js';
import { notFound } from '../http/errors.js';
import { NO_BODY, NO_QUERY, operation, PREFIX } from '../http/operation.js';
import { array, choice, integer, object, optional, string, union } from '../schema/build.js';
import { isDay } from '../schema/check.js';
import { batchWrite } from './batches.js';

const moment = union([string({ format: 'date' }), string({ format: 'date-time' })]);

export const listOrders = operation({
  id: 'listOrders',
  method: 'GET',
  path: '/orders/',
  requestsPerMinute: 100,
  tag: 'Orders',
  summary: 'List orders',
  query: object({
    order_number: optional(string()),
    order_status: optional(choice(ORDER_STATUSES)),
    orders_from: optional(moment),
    orders_to: optional(moment),
    ...pageParameters,
  }),
  body: NO_BODY,
  answer: {
    status: 200,
    description: 'A page of the orders, in order of their creation',
    json: object({ items: array(orderSchema), pagination: paginationSchema }),
  },
  handle({ merchant, query: { page, per_page, ...filters } }) {
    const { order_number, order_status, orders_from, orders_to } = filters;
    const from = orders_from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(orders_from);
    const to = orders_to === undefined ? Number.POSITIVE_INFINITY : endOf(orders_to);
    const orders = merchant.orders.all().filter((order) => {
      const createdAt = Date.parse(order.created_at);
      return (
        (order_number === undefined || order.order_number === order_number) &&
        (order_status === undefined || order.status === order_status) &&
        createdAt >= from &&
        createdAt <= to
      );
    });
    return { status: 200, body: paginate(orders, { page, per_page, path: `${PREFIX}/orders/`, filters }) };
  },
});

/** The last moment of a date or date-time: a date stands for the whole day. */
function endOf(text: string): number {
  return isDay(text) ? Date.parse(`${text}T23:59:59.999Z`) : Date.parse(text);
}

export const getDeliveryDocument = operation({
  id: 'getDeliveryDocument',
  method: 'GET',
  path: '/orders/{number}/delivery-document',
  requestsPerMinute: 100,
  tag: 'Orders',
  summary: 'Get delivery document',
  params: { number: string() },
  query: NO_QUERY,
  body: NO_BODY,
  answer: { status: 200, description: 'The delivery document', mediaType: 'application/pdf' },
  handle({ merchant, params: { number = '' } }) {
    const order = merchant.orders.find(number);
    if (order === undefined) throw notFound('order');
    if (order.delivery_document_url === null) throw notFound('delivery document: the order is cancelled');
    return {
      status: 200,
      body: renderDeliveryDocument(order),
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="delivery-document-${order.order_number}.pdf"`,
      },
    };
  },
});

/** The most items in one batch, and the most order items in one item: no maximum is known (gap G-16). */
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
  requestsPerMinute: 50,
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
  requestsPerMinute: 50,
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
  requestsPerMinute: 50,
  tag: 'Orders',
  summary: 'Return order items',
  kind: 'return',
  item: returnItemSchema,
  maxItems: MOST_ITEMS,
  apply: ({ order_items, return_tracking_key }, { merchant }) =>
    merchant.orders.move(order_items, 'return', { return_tracking_key }),
});
