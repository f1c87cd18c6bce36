import fc from 'fast-check';
import { changeableText } from '../arbitraries/changeable.js';
import {
  type CancelItem,
  cancelItem,
  type OrderItemId,
  type ReturnItem,
  returnItem,
  type ShipItem,
  shipItem,
} from '../arbitraries/order-items.js';
import { sampleOne } from '../arbitraries/sample.js';
import { unknownId } from '../arbitraries/unknown-id.js';
import type { Effect } from '../batches/effect.js';
import type { BatchItems } from './batch-items.js';
import { mixturesOf } from './mixture.js';
import type { Order } from './order-prerequisites.js';
import type { Prerequisites } from './prerequisites.js';
import { anyCarrier, carrierOf } from './shipment.js';

/** What is done with order items (clause 4.6; its items: gap G-11). */
export interface Move<Item> {
  /** Status of an order item behind it. */
  readonly status: string;
  /** Whether it is about items that were shipped before. */
  readonly ofShipped: boolean;
  /** Most order items that one item of a batch names. */
  readonly mostUnits: number;
  /** An item about some of the ids. */
  readonly itemOf: (ids: readonly OrderItemId[], carrier: string) => fc.Arbitrary<Item>;
  /** The same item about all of these ids. */
  readonly about: (item: Item, ids: readonly OrderItemId[], carrier: string) => Item;
  /** The same item with such a text for each key that may be any. */
  readonly labelled: (item: Item, text: string) => Item;
  /** Fields of an order item that it sets. */
  readonly sets: (item: Item) => Readonly<Record<string, string>>;
}

export const shipMove: Move<ShipItem> = {
  status: 'shipped',
  ofShipped: false,
  mostUnits: 2,
  itemOf: shipItem,
  about: (item, order_items, carrier_key) => ({ ...item, order_items, carrier_key }),
  labelled: (item, text) => ({ ...item, shipment_tracking_key: text, return_tracking_key: text }),
  sets: ({ shipment_tracking_key, return_tracking_key }) => ({ shipment_tracking_key, return_tracking_key }),
};

export const returnMove: Move<ReturnItem> = {
  status: 'returned',
  ofShipped: true,
  mostUnits: 2,
  itemOf: returnItem,
  about: (item, order_items) => ({ ...item, order_items }),
  labelled: (item, text) => ({ ...item, return_tracking_key: text }),
  sets: ({ return_tracking_key }) => ({ return_tracking_key }),
};

export const cancelMove: Move<CancelItem> = {
  status: 'cancelled',
  ofShipped: false,
  mostUnits: 1,
  itemOf: cancelItem,
  about: (item, [id = '']) => ({ ...item, id }),
  labelled: (item) => item,
  sets: () => ({}),
};

/** Order items that well-formed items choose from. */
const poolSize = 8;

/** Items for one of the three order operations, of order items made for the purpose and of ids that nothing has. */
export async function movedItems<Item>(given: Prerequisites, move: Move<Item>): Promise<BatchItems> {
  const product = await given.orderedProduct();
  const orders = new Set<string>();
  const orderOf = async (items: number): Promise<Order> => {
    const order = await given.orderOf(product, { items });
    orders.add(order.order_number);
    if (move.ofShipped) await given.shipped(order);
    return order;
  };
  /** Products of orders that the configuration names are others', who change them meanwhile: they are not read. */
  const orderToRead = (order: Order): Order => ({
    ...order,
    order_items: order.order_items.filter((item) => skuOf(item) === product.sku),
  });
  const pool = await orderOf(poolSize);
  const carrier = carrierOf(pool);
  const known = pool.order_items.map(({ id }) => id);
  const unknown = unknownId(known);
  const futile = unknown.chain((id) => move.itemOf([id], carrier));
  const drawn = (min: number, max: number) =>
    fc.record({ item: move.itemOf(['of an order to come'], anyCarrier), units: fc.integer({ min, max }) });
  return {
    wellFormed: fc.oneof(
      { arbitrary: move.itemOf(known, carrier), weight: 3 },
      { arbitrary: futile, weight: 1 },
    ),
    futile,
    unusual: fc
      .tuple(move.itemOf(known, carrier), changeableText)
      .map(([item, text]) => move.labelled(item, text)),
    // A bad item names an unknown id, and known ones beside it where there is room.
    ...mixturesOf(drawn(1, move.mostUnits), drawn(0, move.mostUnits - 1), async (items) => {
      const order = await orderOf(items.reduce((sum, { item }) => sum + item.units, 0));
      const ids = order.order_items.map(({ id }) => id);
      let used = 0;
      return items.map(({ good, item: { item, units } }, index) => {
        const own = ids.slice(used, used + units);
        used += units;
        const named = good ? own : [...own, sampleOne(unknownId([...known, ...ids]), index)];
        const placed = move.about(item, named, carrierOf(order));
        return { item: placed, good, effects: good ? effectsOf(placed, own, orderToRead(order), move) : [] };
      });
    }),
    foreseen: (mixture) => mixture.placed(),
    records: () => given.records({ skus: [product.sku], orders }),
  };
}

/** The items move, and their order follows (gap G-01). */
function effectsOf<Item>(
  item: Item,
  ids: readonly OrderItemId[],
  order: Order,
  { status, sets }: Move<Item>,
): Effect[] {
  const record = `order ${order.order_number}`;
  const gaps = ['G-01', 'G-05'];
  const fields = Object.entries({ status, ...sets(item) });
  return [
    ...ids.flatMap((id) =>
      fields.map(([field, value]) => ({ record: `order item ${id}`, field, acceptable: [value], gaps })),
    ),
    { record, field: 'status', acceptable: [status, 'mixed'], gaps },
    { record, field: 'carrier_key', acceptable: [order.carrier_key, carrierOf(order)], gaps },
    { record, field: 'updated_at' },
    { record, field: 'delivery_document_url' },
    // What becomes of the stock is not shown.
    ...order.order_items.map((each) => ({ record: `product ${skuOf(each)}`, field: 'quantity' })),
  ];
}

/** The sku of an order item, as far as the order shows it. */
function skuOf(item: object): unknown {
  return Reflect.get(item, 'sku');
}
