import { createHash } from 'node:crypto';
import type { Order } from '../domain/orders/order.js';
import type { OpenSandbox } from '../testing/open-sandbox.js';
import { putProduct } from '../testing/put-product.js';
import { type Lie, testLies } from './lies.js';
import { ordersFaults } from './orders.js';

/** Orders of so many items each, an hour apart; the first of them is the newest. */
function makeOrders(sandbox: OpenSandbox, ...sizes: readonly number[]): Order[] {
  putProduct(sandbox);
  return sizes.map((items, index) => sandbox.merchant.makeOrder({ items, age: index * 3_600 }));
}

type Kind = 'ship' | 'cancel' | 'return';

const keys = { carrier_key: 'carrier', shipment_tracking_key: 'there', return_tracking_key: 'back' };

/** Moves items in one item of a batch; a cancellation is of the first one. Whether it is reported as a success. */
async function move(
  sandbox: OpenSandbox,
  kind: Kind,
  ids: readonly number[],
  own: object = keys,
): Promise<unknown> {
  const item = kind === 'cancel' ? { id: ids[0] } : { order_items: ids, ...own };
  const { body } = await sandbox.batch('POST', `/orders/${kind}`, kind, [item]);
  return Object(body).items[0].success;
}

/** What becomes of one order with three items: the successes of the moves, its status, and those of its items. */
function after(moves: readonly [Kind, ...number[]][], lie: unknown): Lie {
  return [
    async (sandbox) => {
      const [order] = makeOrders(sandbox, 3);
      const idOf = (number: number) => order?.order_items[number]?.id ?? number;
      const successes: unknown[] = [];
      for (const [kind, ...numbers] of moves) successes.push(await move(sandbox, kind, numbers.map(idOf)));
      return [...successes, order?.status, order?.order_items.map(({ status }) => status).join(' ')];
    },
    lie,
  ];
}

/** What is written down of a shipment, and then of its return where there is one. */
function keysAfter(shipment: object, lie: unknown): Lie {
  return [
    async (sandbox) => {
      const item = makeOrders(sandbox, 1)[0]?.order_items[0];
      await move(sandbox, 'ship', [item?.id ?? 0], { ...keys, ...shipment });
      return [item?.shipment_tracking_key, item?.return_tracking_key];
    },
    lie,
  ];
}

/** The places, among the orders that were made, of those that a list has; three of one, two and one items. */
function listed(
  query: string | ((orders: Order[]) => string),
  lie: unknown,
  prepare?: [Kind, number, number],
): Lie {
  return [
    async (sandbox) => {
      const orders = makeOrders(sandbox, 1, 2, 1);
      if (prepare !== undefined) {
        const [kind, order, item] = prepare;
        await move(sandbox, kind, [orders[order]?.order_items[item]?.id ?? 0]);
      }
      const numbers = orders.map(({ order_number }) => order_number);
      const asked = typeof query === 'string' ? query : query(orders);
      const { body } = await sandbox.send('GET', `/orders/?${asked}`);
      return Object(body).items.map(({ order_number }: Order) => numbers.indexOf(order_number));
    },
    lie,
  ];
}

/** What a document is, for the second-earliest of three orders, the first item of which may be shipped. */
function document(
  tell: (answer: { raw: Buffer; headers: object; status: number }) => unknown,
  lie: unknown,
  ship = false,
): Lie {
  return [
    async (sandbox) => {
      const [, order] = makeOrders(sandbox, 1, 2, 1);
      if (ship) await move(sandbox, 'ship', [order?.order_items[0]?.id ?? 0]);
      return tell(await sandbox.send('GET', `/orders/${order?.order_number}/delivery-document`));
    },
    lie,
  ];
}

const shown = (tell: (order: Order) => unknown, lie: unknown): Lie => [
  async (sandbox) => {
    const [order] = makeOrders(sandbox, 2);
    await move(sandbox, 'ship', [order?.order_items[1]?.id ?? 0]);
    const { body } = await sandbox.send('GET', '/orders/');
    return tell(Object(body).items[0]);
  },
  lie,
];

const UNKNOWN = 999_999_999;
const hour = (order: Order | undefined, zone: string) =>
  encodeURIComponent(`${order?.created_at.slice(0, 19)}${zone}`);

testLies(ordersFaults, {
  'lists-no-orders': listed('', []),
  'hides-orders-that-are-not-open': listed('', [1, 0], ['ship', 2, 0]),
  'shows-status-of-first-item-for-order': shown(({ status }) => status, 'open'),
  'lists-one-item-of-each-product-in-order': shown(({ order_items }) => order_items.length, 1),
  'ignores-order-number': listed((orders) => `order_number=${orders[1]?.order_number}`, [2, 1, 0]),
  'finds-orders-by-part-of-number': listed('order_number=SO-', [2, 1, 0]),
  'ignores-order-status-filter': listed('order_status=shipped', [2, 1, 0]),
  'filters-orders-by-status-of-any-item': listed('order_status=shipped', [1], ['ship', 1, 0]),
  'ignores-start-of-order-time': listed((orders) => `orders_from=${orders[0]?.created_at}`, [2, 1, 0]),
  'reads-order-time-without-zone': listed((orders) => `orders_from=${hour(orders[1], '-05:00')}`, [1, 0]),
  'repeats-order-at-page-edge': listed('per_page=2&page=2', [1, 0]),
  'drops-newest-order-from-last-page': listed('per_page=2&page=2', []),
  'sends-page-as-delivery-document': document(({ raw }) => raw.toString().slice(0, 9), '<!doctype'),
  'sends-empty-delivery-document': document(({ raw }) => raw.length, 0),
  'declares-delivery-document-as-page': document(
    ({ headers }) => Object(headers)['content-type'],
    'text/html; charset=utf-8',
  ),
  'sends-delivery-document-as-text': document(({ raw }) => Buffer.from(raw.toString()).equals(raw), true),
  'sends-first-kilobyte-of-delivery-document': document(({ raw }) => raw.length, 1_024),
  'sends-delivery-document-of-first-order': [
    async (sandbox) => {
      const digests = new Set<string>();
      for (const { order_number } of makeOrders(sandbox, 1, 2, 3)) {
        const { raw } = await sandbox.send('GET', `/orders/${order_number}/delivery-document`);
        digests.add(createHash('sha256').update(raw).digest('hex'));
      }
      return digests.size;
    },
    1,
  ],
  'has-no-delivery-document-after-shipment': document(({ status }) => status, 404, true),
  'moves-no-order-items': after([['ship', 0]], [true, 'open', 'open open open']),
  'moves-all-items-of-the-order': after(
    [['cancel', 0]],
    [true, 'cancelled', 'cancelled cancelled cancelled'],
  ),
  'moves-first-of-the-order-items': after([['ship', 1, 2]], [true, 'mixed', 'open shipped open']),
  'loses-shipment-tracking-key': keysAfter({}, [null, 'back']),
  'loses-return-tracking-key': keysAfter({}, ['there', null]),
  'swaps-tracking-keys': keysAfter({}, ['back', 'there']),
  'cuts-tracking-keys-at-64': keysAfter({ shipment_tracking_key: 'x'.repeat(65) }, ['x'.repeat(64), 'back']),
  'keeps-order-open-when-items-move': after([['ship', 0, 1, 2]], [true, 'open', 'shipped shipped shipped']),
  'ships-cancelled-items': after(
    [
      ['cancel', 0],
      ['ship', 0],
    ],
    [true, true, 'mixed', 'shipped open open'],
  ),
  'cancels-shipped-items': after(
    [
      ['ship', 0],
      ['cancel', 0],
    ],
    [true, true, 'mixed', 'cancelled open open'],
  ),
  'returns-open-items': after([['return', 0]], [true, 'mixed', 'returned open open']),
  'cancels-returned-items': after(
    [
      ['ship', 0],
      ['return', 0],
      ['cancel', 0],
    ],
    [true, true, true, 'mixed', 'cancelled open open'],
  ),
  'repeats-moves-of-order-items': after(
    [
      ['ship', 0],
      ['ship', 0],
    ],
    [true, true, 'mixed', 'shipped open open'],
  ),
  'moves-items-that-it-refuses-to-move': after(
    [
      ['ship', 0],
      ['cancel', 0],
    ],
    [true, false, 'mixed', 'cancelled open open'],
  ),
  'moves-some-of-refused-items': after(
    [
      ['cancel', 0],
      ['ship', 0, 1],
    ],
    [true, false, 'mixed', 'cancelled shipped open'],
  ),
  'refuses-second-shipment-of-order': after(
    [
      ['ship', 0],
      ['ship', 1],
    ],
    [true, false, 'mixed', 'shipped open open'],
  ),
  'passes-over-unknown-order-items': after([['cancel', UNKNOWN]], [true, 'open', 'open open open']),
  'passes-over-unknown-item-beside-known': after(
    [['ship', UNKNOWN, 0]],
    [true, 'mixed', 'shipped open open'],
  ),
  'keeps-thirty-two-bits-of-item-id': [
    async (sandbox) => {
      const item = makeOrders(sandbox, 1)[0]?.order_items[0];
      return [await move(sandbox, 'cancel', [(item?.id ?? 0) + 2 ** 32]), item?.status];
    },
    [true, 'cancelled'],
  ],
});
