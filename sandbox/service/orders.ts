import {
  cancelItemSchema,
  MOST_ITEMS,
  ORDER_STATUSES,
  orderSchema,
  returnItemSchema,
  shipItemSchema,
} from '../domain/orders.js';
import { renderDeliveryDocument } from '../domain/reports.js';
import { momentOf } from '../domain/time.js';
import { notFound } from '../http/errors.js';
import { file, json, type NamedFile, resource } from '../http/operation.js';
import { choice, object, optional, string, union } from '../schema/build.js';
import { isDay } from '../schema/check.js';
import { batchWrite } from './batches.js';
import { pageOf, pageParameters, paginate } from './pages.js';

const tag = 'Orders';
const declare = resource(tag);
const moment = union([string({ format: 'date' }), string({ format: 'date-time' })]);

/** The last moment of a date or date-time: a date stands for the whole day. */
function endOf(text: string): number {
  return isDay(text) ? Date.parse(`${text}T23:59:59.999Z`) : momentOf(text);
}

export const orderOperations = [
  declare('listOrders', 'GET', '/orders/', 100, 'List orders', {
    query: object({
      order_number: optional(string()),
      order_status: optional(choice(ORDER_STATUSES)),
      orders_from: optional(moment),
      orders_to: optional(moment),
      ...pageParameters,
    }),
    response: json('A page of the orders, in order of their creation', pageOf(orderSchema)),
    handle({ merchant, query }) {
      const { order_number, order_status, orders_from, orders_to } = query;
      const from = orders_from === undefined ? Number.NEGATIVE_INFINITY : momentOf(orders_from);
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
      return paginate(orders, '/orders/', query);
    },
  }),
  declare('getDeliveryDocument', 'GET', '/orders/{number}/delivery-document', 100, 'Get delivery document', {
    params: { number: string() },
    response: file('The delivery document', 'application/pdf'),
    handle({ merchant, params: { number = '' } }) {
      const order = merchant.orders.find(number);
      if (order === undefined) throw notFound('order');
      if (order.delivery_document_url === null) throw notFound('delivery document: the order is cancelled');
      const content = renderDeliveryDocument(order);
      return { name: `delivery-document-${order.order_number}.pdf`, content } satisfies NamedFile;
    },
  }),
  batchWrite(tag, 'cancelOrderItems', 'POST', '/orders/cancel', 50, 'Cancel order items', {
    kind: 'cancel',
    item: cancelItemSchema,
    maxItems: MOST_ITEMS,
    apply: ({ id }, { merchant }) => merchant.orders.move([id], 'cancel'),
  }),
  batchWrite(tag, 'shipOrderItems', 'POST', '/orders/ship', 50, 'Ship order items', {
    kind: 'ship',
    item: shipItemSchema,
    maxItems: MOST_ITEMS,
    apply: ({ order_items, carrier_key, shipment_tracking_key, return_tracking_key }, { merchant }) =>
      merchant.orders.move(order_items, 'ship', { carrier_key, shipment_tracking_key, return_tracking_key }),
  }),
  batchWrite(tag, 'returnOrderItems', 'POST', '/orders/return', 50, 'Return order items', {
    kind: 'return',
    item: returnItemSchema,
    maxItems: MOST_ITEMS,
    apply: ({ order_items, return_tracking_key }, { merchant }) =>
      merchant.orders.move(order_items, 'return', { return_tracking_key }),
  }),
];
