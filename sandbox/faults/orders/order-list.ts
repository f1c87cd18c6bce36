import type { Order } from '../../domain/orders/order.js';
import { changeList } from '../answer-changes.js';
import type { Fault } from '../fault.js';
import { changeMerchant, changeQuery, changeRequest, viewOf } from '../request-changes.js';

const operations = ['listOrders'] as const;

/** Plants that the list is made from other orders; `asked` is the value of a parameter. */
function listing(
  change: (orders: readonly Order[], asked: (name: string) => string | undefined) => readonly Order[],
): Fault['plant'] {
  return changeMerchant(({ merchant, query }) => {
    const asked = (name: string) => {
      const value = query[name];
      return typeof value === 'string' ? value : undefined;
    };
    const orders = change(merchant.orders.all(), asked);
    return { orders: viewOf(merchant.orders, { all: () => orders }) };
  });
}

/** Plants another filter in place of that of a parameter. */
function filtering(name: string, matches: (order: Order, asked: string) => boolean): Fault['plant'] {
  return changeRequest((request) => {
    const { [name]: asked, ...query } = request.query;
    if (typeof asked !== 'string') return request;
    const { orders } = request.merchant;
    const all = () => orders.all().filter((order) => matches(order, asked));
    return { ...request, query, merchant: viewOf(request.merchant, { orders: viewOf(orders, { all }) }) };
  });
}

/** Faults of the list of orders. */
export const orderListFaults: readonly Fault[] = [
  {
    id: 'lists-no-orders',
    violates: 'ORD-01',
    does: 'It answers an empty list of orders, whatever was ordered.',
    operations,
    plant: listing(() => []),
  },
  {
    id: 'hides-orders-that-are-not-open',
    violates: 'ORD-01',
    does: 'It lists an order only as long as one of its items is open.',
    showsFor: 'orders whose items were all shipped or cancelled',
    operations,
    plant: listing((orders) =>
      orders.filter(({ order_items }) => order_items.some(({ status }) => status === 'open')),
    ),
  },
  {
    id: 'shows-status-of-first-item-for-order',
    violates: 'ORD-01',
    does: 'It shows the status of the first item as that of the order.',
    showsFor: 'orders with items of different statuses',
    operations,
    plant: listing((orders) =>
      orders.map((order) => ({ ...order, status: order.order_items[0]?.status ?? order.status })),
    ),
  },
  {
    id: 'lists-one-item-of-each-product-in-order',
    violates: 'ORD-01',
    does: 'It leaves out the further items of an order that are of the same product.',
    showsFor: 'orders with two items of one product',
    operations,
    plant: listing((orders) =>
      orders.map((order) => ({
        ...order,
        order_items: [
          ...new Map([...order.order_items].reverse().map((item) => [item.sku, item])).values(),
        ].reverse(),
      })),
    ),
  },
  {
    id: 'ignores-order-number',
    violates: 'ORD-06',
    does: 'It lists all orders, whatever number is asked for.',
    operations,
    plant: changeQuery(() => ({ order_number: undefined })),
  },
  {
    id: 'finds-orders-by-part-of-number',
    violates: 'ORD-06',
    does: 'It lists all orders whose number contains the one that is asked for.',
    showsFor: 'a part of an order number',
    operations,
    plant: filtering('order_number', ({ order_number }, asked) => order_number.includes(asked)),
  },
  {
    id: 'ignores-order-status-filter',
    violates: 'ORD-06',
    does: 'It lists orders of every status, whichever is asked for.',
    operations,
    plant: changeQuery(() => ({ order_status: undefined })),
  },
  {
    id: 'filters-orders-by-status-of-any-item',
    violates: 'ORD-06',
    does: 'It lists an order for the status that one of its items has.',
    showsFor: 'orders with items of different statuses',
    operations,
    plant: filtering(
      'order_status',
      ({ status, order_items }, asked) =>
        status === asked || order_items.some((item) => item.status === asked),
    ),
  },
  {
    id: 'ignores-start-of-order-time',
    violates: 'ORD-06',
    does: 'It lists orders from before orders_from too.',
    operations,
    plant: changeQuery(() => ({ orders_from: undefined })),
  },
  {
    id: 'reads-order-time-without-zone',
    violates: 'ORD-06',
    does: 'It reads the times that orders are asked for as UTC, whatever their zone.',
    showsFor: 'orders_from or orders_to with another zone than UTC',
    operations,
    plant: changeQuery((query) =>
      Object.fromEntries(
        ['orders_from', 'orders_to'].flatMap((name) => {
          const time = query[name];
          return typeof time === 'string' ? [[name, time.replace(/[+-]\d\d:\d\d$/, 'Z')]] : [];
        }),
      ),
    ),
  },
  {
    id: 'repeats-order-at-page-edge',
    violates: 'ORD-06',
    does: 'It begins every page of orders after the first with the last order of the page before.',
    showsFor: 'the second page',
    operations,
    plant: listing((orders, asked) => {
      const page = Number(asked('page') ?? 1);
      const first = (page - 1) * Number(asked('per_page') ?? 20);
      return first > 0 ? orders.toSpliced(first, 0, ...orders.slice(first - 1, first)) : orders;
    }),
  },
  {
    id: 'drops-newest-order-from-last-page',
    violates: 'ORD-06',
    does: 'It leaves the last order out of the last page, where there are several pages.',
    showsFor: 'the last of several pages',
    operations,
    plant: changeList((entries, { query }) =>
      Number(query.page ?? 1) > 1 && entries.length < Number(query.per_page ?? 20)
        ? entries.slice(0, -1)
        : entries,
    ),
  },
];
