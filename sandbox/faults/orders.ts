import {
  itemStatusAfter,
  type Order,
  type OrderBook,
  type OrderItem,
  type OrderMove,
  type Tracking,
} from '../domain/orders.js';
import { type Fault, lies, liesIn, type Plant, ruling } from './fault.js';
import {
  changeItems,
  changePart,
  changeQuery,
  changeRequest,
  ORDER_MOVES,
  viewOf,
} from './plants/requests.js';
import { changeList } from './plants/responses.js';

/** Plants a list made from different orders. */
function listing(
  change: (orders: readonly Order[], query: Readonly<Record<string, unknown>>) => readonly Order[],
): Plant {
  return changePart('orders', (orders, { query }) => ({ all: () => change(orders.all(), query) }));
}

/** Plants a different filter for a parameter. */
function filtering(name: string, matches: (order: Order, asked: string) => boolean): Plant {
  return changeRequest((request) => {
    const { [name]: asked, ...query } = request.query;
    if (typeof asked !== 'string') return request;
    const { orders } = request.merchant;
    const all = () => orders.all().filter((order) => matches(order, asked));
    return { ...request, query, merchant: viewOf(request.merchant, { orders: viewOf(orders, { all }) }) };
  });
}

/** The operations that move several order items with one item of a batch. */
const SEVERAL_AT_ONCE = ['shipOrderItems', 'returnOrderItems'] as const;

type Move = OrderBook['move'];

/** Plants a different way to move items; `clean` is the way that it replaces. */
function moving(change: (clean: Move, orders: OrderBook) => Move): Plant {
  return changePart('orders', (orders) => ({ move: change(orders.move, orders) }));
}

/** Plants a move of items with one status as if they had a different one. */
function taking(actual: OrderItem['status'], asked: OrderMove, as: OrderItem['status']): Plant {
  return ruling(({ itemStatusAfter }) => ({
    itemStatusAfter: (current, move) =>
      itemStatusAfter(current === actual && move === asked ? as : current, move),
  }));
}

/** Plants a change of the keys that a shipment or return writes. */
function tracking(change: (written: Tracking) => Tracking): Plant {
  return moving(
    (clean) =>
      (ids, move, written = {}) =>
        clean(ids, move, change(written)),
  );
}

/** The order that has an item with this id, and the item. */
function findItem(orders: OrderBook, id: number): { order: Order; item: OrderItem } | undefined {
  return orders
    .all()
    .flatMap((order) => order.order_items.map((item) => ({ order, item })))
    .find(({ item }) => item.id === id);
}

/** The ids of items for which the move is allowed. */
function movable(orders: OrderBook, ids: readonly number[], move: OrderMove): number[] {
  return ids.filter((id) => {
    const found = findItem(orders, id);
    return found !== undefined && itemStatusAfter(found.item.status, move) !== undefined;
  });
}

/** Faults in the list of orders, and in shipping, cancelling and returning order items. */
export const orderFaults: readonly Fault[] = [
  ...liesIn(['listOrders'], {
    'ORD-01 lists-no-orders': listing(() => []),
    'ORD-01 hides-orders-that-are-not-open': listing((orders) =>
      orders.filter(({ order_items }) => order_items.some(({ status }) => status === 'open')),
    ),
    'ORD-07 shows-status-of-first-item-for-order': listing((orders) =>
      orders.map((order) => ({ ...order, status: order.order_items[0]?.status ?? order.status })),
    ),
    'ORD-07 shows-returned-orders-as-shipped': listing((orders) =>
      orders.map((order) => (order.status === 'returned' ? { ...order, status: 'shipped' } : order)),
    ),
    'ORD-01 lists-one-item-of-each-product-in-order': listing((orders) =>
      orders.map((order) => ({
        ...order,
        order_items: [
          ...new Map([...order.order_items].reverse().map((item) => [item.sku, item])).values(),
        ].reverse(),
      })),
    ),
    'ORD-02 names-one-document-for-all-orders': listing((orders) =>
      orders.map((order) => ({
        ...order,
        delivery_document_url: order.delivery_document_url && (orders[0]?.delivery_document_url ?? null),
      })),
    ),
    'ORD-02 swaps-documents-of-orders': listing((orders) =>
      orders.map((order, index) => ({
        ...order,
        delivery_document_url:
          order.delivery_document_url && (orders[(index + 1) % orders.length]?.delivery_document_url ?? null),
      })),
    ),
    'ORD-06 ignores-order-number': changeQuery(() => ({ order_number: undefined })),
    'ORD-06 finds-orders-by-part-of-number': filtering('order_number', ({ order_number }, asked) =>
      order_number.includes(asked),
    ),
    'ORD-06 ignores-order-status-filter': changeQuery(() => ({ order_status: undefined })),
    'ORD-06 filters-orders-by-status-of-any-item': filtering(
      'order_status',
      ({ status, order_items }, asked) =>
        status === asked || order_items.some((item) => item.status === asked),
    ),
    'ORD-06 ignores-start-of-order-time': changeQuery(() => ({ orders_from: undefined })),
    'ORD-06 reads-order-time-without-zone': changeQuery((query) =>
      Object.fromEntries(
        ['orders_from', 'orders_to'].flatMap((name) => {
          const time = query[name];
          return typeof time === 'string' ? [[name, time.replace(/[+-]\d\d:\d\d$/, 'Z')]] : [];
        }),
      ),
    ),
    'ORD-06 repeats-order-at-page-edge': listing((orders, { page = 1, per_page = 20 }) => {
      const first = (Number(page) - 1) * Number(per_page);
      return first > 0 ? orders.toSpliced(first, 0, ...orders.slice(first - 1, first)) : orders;
    }),
    'ORD-06 drops-newest-order-from-last-page': changeList((entries, { query }) =>
      Number(query.page ?? 1) > 1 && entries.length < Number(query.per_page ?? 20)
        ? entries.slice(0, -1)
        : entries,
    ),
  }),
  ...liesIn(ORDER_MOVES, {
    'ORD-03 moves-no-order-items': moving(
      (clean, orders) => (ids, move, written) =>
        movable(orders, ids, move).length === ids.length ? [] : clean(ids, move, written),
    ),
    'ORD-03 moves-all-items-of-the-order': moving((clean, orders) => (ids, move, written) => {
      const errors = clean(ids, move, written);
      if (errors.length > 0) return errors;
      const named = new Set(ids.map((id) => findItem(orders, id)?.order));
      const all = [...named].flatMap((order) => order?.order_items.map(({ id }) => id) ?? []);
      clean(movable(orders, all, move), move, written);
      return [];
    }),
    'ORD-03 keeps-order-open-when-items-move': moving((clean, orders) => (ids, move, written) => {
      const before = new Map(
        ids.map((id) => findItem(orders, id)?.order).map((order) => [order, order?.status]),
      );
      const errors = clean(ids, move, written);
      for (const [order, status] of before)
        if (order !== undefined && status !== undefined) order.status = status;
      return errors;
    }),
    'ORD-05 passes-over-unknown-order-items': moving((clean, orders) => (ids, move, written) => {
      const known = ids.filter((id) => findItem(orders, id) !== undefined);
      return known.length === 0 ? [] : clean(ids, move, written);
    }),
    'ORD-05 keeps-thirty-two-bits-of-item-id': changeItems((item) => {
      const low = (id: unknown) => (typeof id === 'number' && Number.isSafeInteger(id) ? id % 2 ** 32 : id);
      const { id, order_items: ids } = item;
      return {
        ...item,
        ...(id !== undefined && { id: low(id) }),
        ...(Array.isArray(ids) && { order_items: ids.map(low) }),
      };
    }),
  }),
  ...liesIn(SEVERAL_AT_ONCE, {
    'ORD-03 moves-first-of-the-order-items': moving((clean, orders) => (ids, move, written) => {
      const isAllowed = movable(orders, ids, move).length === ids.length;
      return clean(isAllowed ? ids.slice(0, 1) : ids, move, written);
    }),
    'ORD-03 loses-return-tracking-key': tracking(({ return_tracking_key: _, ...written }) => written),
    'ORD-03 cuts-tracking-keys-at-64': tracking((written) => {
      const { shipment_tracking_key: shipment, return_tracking_key: back } = written;
      return {
        ...written,
        ...(shipment !== undefined && { shipment_tracking_key: shipment.slice(0, 64) }),
        ...(typeof back === 'string' && { return_tracking_key: back.slice(0, 64) }),
      };
    }),
    'ORD-04 moves-some-of-refused-items': moving((clean, orders) => (ids, move, written) => {
      const errors = clean(ids, move, written);
      if (errors.length > 0) clean(movable(orders, [...new Set(ids)], move), move, written);
      return errors;
    }),
    'ORD-05 passes-over-unknown-item-beside-known': moving((clean, orders) => (ids, move, written) => {
      const known = ids.filter((id) => findItem(orders, id) !== undefined);
      return clean(known.length > 0 ? known : ids, move, written);
    }),
  }),
  ...liesIn(['shipOrderItems'], {
    'ORD-03 loses-shipment-tracking-key': tracking(({ shipment_tracking_key: _, ...written }) => written),
    'ORD-03 swaps-tracking-keys': tracking(
      ({ shipment_tracking_key = '', return_tracking_key, ...written }) => ({
        ...written,
        shipment_tracking_key: return_tracking_key ?? '',
        return_tracking_key: shipment_tracking_key,
      }),
    ),
    'ORD-04 refuses-second-shipment-of-order': moving((clean, orders) => (ids, move, written) => {
      const items = ids.flatMap((id) => findItem(orders, id)?.order.order_items ?? []);
      return items.some(({ status }) => status === 'shipped')
        ? ['the order was shipped already']
        : clean(ids, move, written);
    }),
  }),
  ...lies({
    'ORD-04 ships-cancelled-items': taking('cancelled', 'ship', 'open'),
    'ORD-04 cancels-shipped-items': taking('shipped', 'cancel', 'open'),
    'ORD-04 returns-open-items': taking('open', 'return', 'shipped'),
    'ORD-04 cancels-returned-items': taking('returned', 'cancel', 'open'),
    'ORD-04 repeats-moves-of-order-items': ruling(({ itemStatusAfter }) => ({
      itemStatusAfter(current, move) {
        const done = ({ ship: 'shipped', cancel: 'cancelled', return: 'returned' } as const)[move];
        return current === done ? done : itemStatusAfter(current, move);
      },
    })),
  }),
  ...liesIn(['cancelOrderItems'], {
    'ORD-04 moves-items-that-it-refuses-to-move': moving((clean, orders) => (ids, move, written) => {
      const errors = clean(ids, move, written);
      for (const id of ids) {
        const item = findItem(orders, id)?.item;
        if (item?.status === 'shipped') item.status = 'cancelled';
      }
      return errors;
    }),
  }),
];
