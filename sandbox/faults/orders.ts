import {
  itemStatusAfter,
  type Order,
  type OrderBook,
  type OrderItem,
  type OrderMove,
  type Tracking,
} from '../domain/orders.js';
import { deciding, type Plant, type Plants } from './fault.js';
import { filtering, firstOfPage, listing } from './plants/lists.js';
import {
  changed,
  changeItems,
  changeParameters,
  changePart,
  onList,
  onNumber,
  onText,
} from './plants/requests.js';
import { changeList } from './plants/responses.js';

/** Plants different fields of the orders in the list. */
function showing(change: (order: Order, index: number, orders: readonly Order[]) => Partial<Order>): Plant {
  return listing('orders', (orders) =>
    orders.map((order, index) => ({ ...order, ...change(order, index, orders) })),
  );
}

/** Plants the URL of a different order's document in the list. */
function namingDocument(of: (orders: readonly Order[], index: number) => Order | undefined): Plant {
  return showing(({ delivery_document_url: own }, index, orders) => ({
    delivery_document_url: own && (of(orders, index)?.delivery_document_url ?? null),
  }));
}

/** Plants a different way to move items; `clean` is the clean way. */
function moving(
  move: (
    ids: readonly number[],
    clean: (ids: readonly number[], change?: (written: Tracking) => Tracking) => string[],
    orders: OrderBook,
    asked: OrderMove,
  ) => string[],
): Plant {
  return changePart('orders', (orders) => ({
    move: (ids, asked, written = {}) =>
      move(
        ids,
        (others, change = (same) => same) => orders.move(others, asked, change(written)),
        orders,
        asked,
      ),
  }));
}

/** Plants a move of items with one status as if they had a different one. */
export function takingItems(actual: OrderItem['status'], asked: OrderMove, as: OrderItem['status']): Plant {
  return deciding('itemStatusAfter', (clean, current, move) =>
    clean(current === actual && move === asked ? as : current, move),
  );
}

/** Plants a change of the keys that a shipment or return writes. */
function tracking(change: (written: Tracking) => Tracking): Plant {
  return moving((ids, clean) => clean(ids, change));
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
export const orderPlants: Plants = {
  'lists-no-orders': listing('orders', () => []),
  'hides-orders-that-are-not-open': listing('orders', (orders) =>
    orders.filter(({ order_items }) => order_items.some(({ status }) => status === 'open')),
  ),
  'shows-status-of-first-item-for-order': showing(({ order_items: [first], status }) => ({
    status: first?.status ?? status,
  })),
  'shows-returned-orders-as-shipped': showing(({ status }) => ({
    status: status === 'returned' ? 'shipped' : status,
  })),
  'lists-one-item-of-each-product-in-order': showing(({ order_items: items }) => ({
    order_items: items.filter(({ sku }, index) => items.findIndex((item) => item.sku === sku) === index),
  })),
  'names-one-document-for-all-orders': namingDocument(([first]) => first),
  'swaps-documents-of-orders': namingDocument((orders, index) => orders[(index + 1) % orders.length]),
  'finds-orders-by-part-of-number': filtering('orders', 'order_number', ({ order_number }, asked) =>
    order_number.includes(asked),
  ),
  'filters-orders-by-status-of-any-item': filtering(
    'orders',
    'order_status',
    ({ status, order_items }, asked) => status === asked || order_items.some((item) => item.status === asked),
  ),
  'reads-order-time-without-zone': changeParameters(['orders_from', 'orders_to'], (time) =>
    time.replace(/[+-]\d\d:\d\d$/, 'Z'),
  ),
  'repeats-order-at-page-edge': listing('orders', (orders, request) => {
    const first = firstOfPage(request);
    return first > 0 ? orders.toSpliced(first, 0, ...orders.slice(first - 1, first)) : orders;
  }),
  'drops-newest-order-from-last-page': changeList((entries, { query }) =>
    Number(query.page ?? 1) > 1 && entries.length < Number(query.per_page ?? 20)
      ? entries.slice(0, -1)
      : entries,
  ),
  'moves-no-order-items': moving((ids, clean, orders, move) =>
    movable(orders, ids, move).length === ids.length ? [] : clean(ids),
  ),
  'moves-all-items-of-the-order': moving((ids, clean, orders, move) => {
    const errors = clean(ids);
    if (errors.length > 0) return errors;
    const named = new Set(ids.map((id) => findItem(orders, id)?.order));
    const all = [...named].flatMap((order) => order?.order_items.map(({ id }) => id) ?? []);
    clean(movable(orders, all, move));
    return [];
  }),
  'keeps-order-open-when-items-move': moving((ids, clean, orders) => {
    const named = ids.flatMap((id) => findItem(orders, id)?.order ?? []);
    const before = new Map(named.map((order) => [order, order.status]));
    const errors = clean(ids);
    for (const [order, status] of before) order.status = status;
    return errors;
  }),
  'passes-over-unknown-order-items': moving((ids, clean, orders) => {
    const known = ids.filter((id) => findItem(orders, id) !== undefined);
    return known.length === 0 ? [] : clean(ids);
  }),
  'keeps-thirty-two-bits-of-item-id': changeItems((item) => {
    const low = onNumber((id) => (Number.isSafeInteger(id) ? id % 2 ** 32 : id));
    return changed(
      changed(item, ['id'], low),
      ['order_items'],
      onList((ids) => ids.map(low)),
    );
  }),
  'moves-first-of-the-order-items': moving((ids, clean, orders, move) =>
    clean(movable(orders, ids, move).length === ids.length ? ids.slice(0, 1) : ids),
  ),
  'loses-return-tracking-key': tracking(({ return_tracking_key: _, ...written }) => written),
  'cuts-tracking-keys-at-64': tracking((written) =>
    changed(
      written,
      ['shipment_tracking_key', 'return_tracking_key'],
      onText((key) => key.slice(0, 64)),
    ),
  ),
  'moves-some-of-refused-items': moving((ids, clean, orders, move) => {
    const errors = clean(ids);
    if (errors.length > 0) clean(movable(orders, [...new Set(ids)], move));
    return errors;
  }),
  'passes-over-unknown-item-beside-known': moving((ids, clean, orders) => {
    const known = ids.filter((id) => findItem(orders, id) !== undefined);
    return clean(known.length > 0 ? known : ids);
  }),
  'loses-shipment-tracking-key': tracking(({ shipment_tracking_key: _, ...written }) => written),
  'swaps-tracking-keys': tracking(({ shipment_tracking_key = '', return_tracking_key, ...written }) => ({
    ...written,
    shipment_tracking_key: return_tracking_key ?? '',
    return_tracking_key: shipment_tracking_key,
  })),
  'refuses-second-shipment-of-order': moving((ids, clean, orders) => {
    const items = ids.flatMap((id) => findItem(orders, id)?.order.order_items ?? []);
    return items.some(({ status }) => status === 'shipped') ? ['the order was shipped already'] : clean(ids);
  }),
  'repeats-moves-of-order-items': deciding('itemStatusAfter', (clean, current, move) => {
    const done = ({ ship: 'shipped', cancel: 'cancelled', return: 'returned' } as const)[move];
    return current === done ? done : clean(current, move);
  }),
  'moves-items-that-it-refuses-to-move': moving((ids, clean, orders) => {
    const errors = clean(ids);
    for (const id of ids) {
      const item = findItem(orders, id)?.item;
      if (item?.status === 'shipped') item.status = 'cancelled';
    }
    return errors;
  }),
};
