import fc from 'fast-check';
import { sampleOne } from '../../data/draw.js';
import { changeableText } from '../../data/text.js';
import { unknownId } from '../../data/unknown-id.js';
import {
  type CancelItem,
  cancelItem,
  type OrderItemId,
  type ReturnItem,
  returnItem,
  type ShipItem,
  shipItem,
} from '../../data/update-items.js';
import type { Effect } from '../../verdicts/batches/followed-batch.js';
import type { BatchItems } from './batch-items.js';
import { mixturesOf } from './mixture.js';
import { anyCarrier, carrierOf, type Order } from './order-prerequisites.js';
import type { Prerequisites } from './prerequisites.js';

/** A move of order items (clause 4.6; its items: gap G-11). */
interface Move<Item> {
  /** Status of an order item after the move. */
  readonly status: string;
  /** Whether the move is for items that were shipped before. */
  readonly ofShipped: boolean;
  /** The most order items that one item of a batch may name. */
  readonly mostUnits: number;
  /** An item that names some of the ids. */
  readonly itemOf: (ids: readonly OrderItemId[], carrier: string) => fc.Arbitrary<Item>;
  /** The same item, naming all of these ids. */
  readonly about: (item: Item, ids: readonly OrderItemId[], carrier: string) => Item;
  /** The same item with this text for each key that may have any value. */
  readonly labelled: (item: Item, text: string) => Item;
  /** Fields that the move sets in an order item. */
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

/** Number of order items that well-formed items choose from, if orders can be made. */
const poolSize = 8;
/** The same if orders are scarce: items that can be moved, and as many others in any status. */
const scarcePool = 2;

/** Items for one of the three order operations, about order items made for the purpose and about unknown ids. */
export async function movedItems<Item>(given: Prerequisites, move: Move<Item>): Promise<BatchItems> {
  const product = await given.orderedProduct();
  const numbers = new Set<string>();
  const groupsOf = async (sizes: readonly number[]): Promise<readonly Order[]> => {
    const orders = await given.itemGroups(product, sizes, { shipped: move.ofShipped });
    for (const { order_number } of orders) numbers.add(order_number);
    return orders;
  };
  /** The products of configured orders belong to others, who change them meanwhile: they are not read. */
  const orderToRead = (order: Order): Order => ({
    ...order,
    order_items: order.order_items.filter((item) => skuOf(item) === product?.sku),
  });
  let made: Promise<readonly Order[]> | undefined;
  const pool = () => {
    made ??= given.canMakeOrders
      ? groupsOf([poolSize])
      : Promise.all([groupsOf([scarcePool]), given.anyItems(scarcePool)]).then((orders) => orders.flat());
    return made;
  };
  // Unknown ids only need the form of known ones: if orders can be made, there may be none yet.
  const known = given.canMakeOrders
    ? (await pool()).flatMap(({ order_items }) => order_items.map(({ id }) => id))
    : await given.listedItemIds();
  const fromPool = async <Drawn>(
    draw: (ids: readonly OrderItemId[], carrier: string) => fc.Arbitrary<Drawn>,
  ) =>
    fc.oneof(
      ...(await pool()).map((order) =>
        draw(
          order.order_items.map(({ id }) => id),
          carrierOf(order),
        ),
      ),
    );
  const futile = unknownId(known).chain((id) => move.itemOf([id], anyCarrier));
  const drawn = (min: number, max: number) =>
    fc.record({ item: move.itemOf(['of an order to come'], anyCarrier), units: fc.integer({ min, max }) });
  return {
    wellFormed: async () =>
      fc.oneof({ arbitrary: await fromPool(move.itemOf), weight: 3 }, { arbitrary: futile, weight: 1 }),
    futile,
    unusual: async () =>
      fc.tuple(await fromPool(move.itemOf), changeableText).map(([item, text]) => move.labelled(item, text)),
    // A bad item names an unknown id and, if there is room, known ones as well.
    ...mixturesOf(drawn(1, move.mostUnits), drawn(0, move.mostUnits - 1), async (items) => {
      const groups = (
        await groupsOf(items.flatMap(({ item }) => (item.units > 0 ? [item.units] : [])))
      ).values();
      const ids: OrderItemId[] = [];
      return items.map(({ good, item: { item, units } }, index) => {
        const order = units > 0 ? groups.next().value : undefined;
        const own = order?.order_items.map(({ id }) => id) ?? [];
        ids.push(...own);
        const named = good ? own : [...own, sampleOne(unknownId([...known, ...ids]), index)];
        const placed = move.about(item, named, order === undefined ? anyCarrier : carrierOf(order));
        const isEffective = good && order !== undefined;
        const effects = isEffective
          ? effectsOf(placed, own, orderToRead(order), move, given.hasWhole(order))
          : [];
        return { item: placed, good, effects };
      });
    }),
    foreseen: (mixture) => mixture.placed(),
    records: () => given.records({ skus: product === undefined ? [] : [product.sku], orders: numbers }),
  };
}

/** The items move, and their order follows (gap G-01). @param whole whether nobody else moves items of that order */
function effectsOf<Item>(
  item: Item,
  ids: readonly OrderItemId[],
  order: Order,
  { status, sets }: Move<Item>,
  whole: boolean,
): Effect[] {
  const record = `order ${order.order_number}`;
  const gaps = ['G-01', 'G-05'];
  const fields = Object.entries({ status, ...sets(item) });
  return [
    ...ids.flatMap((id) =>
      fields.map(([field, value]) => ({ record: `order item ${id}`, field, acceptable: [value], gaps })),
    ),
    ...(whole
      ? [
          { record, field: 'status', acceptable: [status, 'mixed'], gaps },
          { record, field: 'carrier_key', acceptable: [order.carrier_key, carrierOf(order)], gaps },
          { record, field: 'updated_at' },
          { record, field: 'delivery_document_url' },
        ]
      : []),
    // What happens to the stock is not shown.
    ...order.order_items.map((each) => ({ record: `product ${skuOf(each)}`, field: 'quantity' })),
  ];
}

/** The sku of an order item, as far as the order shows it. */
function skuOf(item: object): unknown {
  return Reflect.get(item, 'sku');
}
