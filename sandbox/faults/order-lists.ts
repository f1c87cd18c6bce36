import type { Order } from '../domain/orders.js';
import { liesIn, type Plant } from './fault.js';
import { changeAnswer, changeList } from './plants/answers.js';
import { changePart, changeQuery, changeRequest, viewOf } from './plants/requests.js';

/** Plants another file in place of the document. */
function sending(change: (document: Buffer) => Buffer | string): Plant {
  return changeAnswer((answer) => ({
    ...answer,
    body: Buffer.isBuffer(answer.body) ? change(answer.body) : answer.body,
  }));
}

/** Faults of the delivery document. */
export const deliveryDocumentFaults = liesIn(['getDeliveryDocument'], {
  'ORD-02 sends-page-as-delivery-document': [
    'It sends an HTML page that it declares to be a PDF.',
    sending(() => '<!doctype html><title>Delivery note</title><p>Please sign in.</p>'),
  ],
  'ORD-02 sends-empty-delivery-document': [
    'It answers 200 with an empty delivery document.',
    sending(() => Buffer.alloc(0)),
  ],
  'ORD-02 declares-delivery-document-as-page': [
    'It declares the PDF to be an HTML page.',
    changeAnswer((answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/html; charset=utf-8' },
    })),
  ],
  'ORD-02 sends-delivery-document-as-text': [
    'It writes the bytes of the PDF as if they were characters, so that nobody can open it.',
    'bytes above 127, of which the beginning of the document has none',
    sending((document) => Buffer.from(document.toString('latin1'), 'utf8')),
  ],
  'ORD-02 sends-first-kilobyte-of-delivery-document': [
    'It sends the first 1024 bytes of the delivery document and nothing more.',
    'the part of the document after its first kilobyte',
    sending((document) => document.subarray(0, 1_024)),
  ],
  'ORD-02 sends-delivery-document-of-first-order': [
    'It sends the delivery document of the earliest order, whichever is requested.',
    'any order except the earliest',
    changePart('orders', (orders) => ({ find: (number) => orders.find(number) && orders.all()[0] })),
  ],
  'ORD-02 has-no-delivery-document-after-shipment': [
    'It answers 404 for the delivery document as soon as an item of the order was shipped.',
    'orders with a shipped item',
    changePart('orders', (orders) => ({
      find(number) {
        const order = orders.find(number);
        return order?.order_items.some(({ status }) => status === 'shipped') ? undefined : order;
      },
    })),
  ],
});

/** Plants a list made from other orders. */
function listing(
  change: (orders: readonly Order[], query: Readonly<Record<string, unknown>>) => readonly Order[],
): Plant {
  return changePart('orders', (orders, { query }) => ({ all: () => change(orders.all(), query) }));
}

/** Plants another filter in place of a parameter's own. */
function filtering(name: string, matches: (order: Order, asked: string) => boolean): Plant {
  return changeRequest((request) => {
    const { [name]: asked, ...query } = request.query;
    if (typeof asked !== 'string') return request;
    const { orders } = request.merchant;
    const all = () => orders.all().filter((order) => matches(order, asked));
    return { ...request, query, merchant: viewOf(request.merchant, { orders: viewOf(orders, { all }) }) };
  });
}

/** Faults of the list of orders. */
export const orderListFaults = liesIn(['listOrders'], {
  'ORD-01 lists-no-orders': ['It answers an empty list of orders, whatever was ordered.', listing(() => [])],
  'ORD-01 hides-orders-that-are-not-open': [
    'It lists an order only as long as one of its items is open.',
    'orders whose items were all shipped or cancelled',
    listing((orders) =>
      orders.filter(({ order_items }) => order_items.some(({ status }) => status === 'open')),
    ),
  ],
  'ORD-01 shows-status-of-first-item-for-order': [
    'It shows the status of the first item as that of the order.',
    'orders with items of different statuses',
    listing((orders) =>
      orders.map((order) => ({ ...order, status: order.order_items[0]?.status ?? order.status })),
    ),
  ],
  'ORD-01 lists-one-item-of-each-product-in-order': [
    'It leaves out the further items of an order that are of the same product.',
    'orders with two items of one product',
    listing((orders) =>
      orders.map((order) => ({
        ...order,
        order_items: [
          ...new Map([...order.order_items].reverse().map((item) => [item.sku, item])).values(),
        ].reverse(),
      })),
    ),
  ],
  'ORD-06 ignores-order-number': [
    'It lists all orders, whatever number is requested.',
    changeQuery(() => ({ order_number: undefined })),
  ],
  'ORD-06 finds-orders-by-part-of-number': [
    'It lists all orders whose number contains the requested one.',
    'a part of an order number',
    filtering('order_number', ({ order_number }, asked) => order_number.includes(asked)),
  ],
  'ORD-06 ignores-order-status-filter': [
    'It lists orders of every status, whichever is requested.',
    changeQuery(() => ({ order_status: undefined })),
  ],
  'ORD-06 filters-orders-by-status-of-any-item': [
    'It lists an order under the status that one of its items has.',
    'orders with items of different statuses',
    filtering(
      'order_status',
      ({ status, order_items }, asked) =>
        status === asked || order_items.some((item) => item.status === asked),
    ),
  ],
  'ORD-06 ignores-start-of-order-time': [
    'It also lists orders from before orders_from.',
    changeQuery(() => ({ orders_from: undefined })),
  ],
  'ORD-06 reads-order-time-without-zone': [
    'It reads the times in a request for orders as UTC, whatever their zone.',
    'orders_from or orders_to in a zone other than UTC',
    changeQuery((query) =>
      Object.fromEntries(
        ['orders_from', 'orders_to'].flatMap((name) => {
          const time = query[name];
          return typeof time === 'string' ? [[name, time.replace(/[+-]\d\d:\d\d$/, 'Z')]] : [];
        }),
      ),
    ),
  ],
  'ORD-06 repeats-order-at-page-edge': [
    'It begins every page of orders after the first with the last order of the page before.',
    'the second page',
    listing((orders, { page = 1, per_page = 20 }) => {
      const first = (Number(page) - 1) * Number(per_page);
      return first > 0 ? orders.toSpliced(first, 0, ...orders.slice(first - 1, first)) : orders;
    }),
  ],
  'ORD-06 drops-newest-order-from-last-page': [
    'It leaves the last order out of the last page if there are several pages.',
    'the last of several pages',
    changeList((entries, { query }) =>
      Number(query.page ?? 1) > 1 && entries.length < Number(query.per_page ?? 20)
        ? entries.slice(0, -1)
        : entries,
    ),
  ],
});
