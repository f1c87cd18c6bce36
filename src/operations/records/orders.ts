import fc from 'fast-check';
import { sampleOne } from '../../data/draw.js';
import { invalidMoves } from '../../data/invalid/update-items.js';
import { changeableText } from '../../data/text.js';
import { unknownId } from '../../data/valid/identifiers.js';
import {
  anyCarrier,
  carrierOf,
  idsOf,
  itemsFor,
  type OrderItemId,
  type OrderMove,
  orderMoves,
} from '../../data/valid/update-items.js';
import type { Effect } from '../../verdicts/oracles/batches/followed-batch.js';
import type { Order, Prerequisites } from '../prerequisites/prerequisites.js';
import { type BatchItems, batchItems, type RecordsOf } from './operation-record.js';

/** The operations of orders. */
export const orderRecords: RecordsOf<
  'listOrders' | 'getDeliveryDocument' | 'cancelOrderItems' | 'shipOrderItems' | 'returnOrderItems'
> = {
  listOrders: {
    needs: 'nothing',
    request: async (given) => {
      if (given.canMakeOrders) await given.customerOrder(await given.activeProduct());
      return {};
    },
    firstRequest: async () => ({}),
  },
  getDeliveryDocument: {
    needs: 'an order',
    request: async (given) => ({ path: { number: (await given.someOrder()).order_number } }),
    listedIds: async (given) =>
      (await given.everyPage('listOrders')).entries.map(({ order_number }) => order_number),
  },
  cancelOrderItems: {
    needs: 'an order',
    request: async (given) => ({
      body: { items: itemsFor(orderMoves.cancel, await given.orderToMove(orderMoves.cancel)) },
    }),
    triedRequest: (given) => triedMove(given, orderMoves.cancel),
    leaves: 'nothing',
    items: (given) => movedItems(given, orderMoves.cancel),
    mistakes: (given) => mistakesIn(given, orderMoves.cancel),
  },
  shipOrderItems: {
    needs: 'an order',
    request: async (given) => ({
      body: { items: itemsFor(orderMoves.ship, await given.orderToMove(orderMoves.ship)) },
    }),
    triedRequest: (given) => triedMove(given, orderMoves.ship),
    leaves: 'nothing',
    items: (given) => movedItems(given, orderMoves.ship),
    mistakes: (given) => mistakesIn(given, orderMoves.ship),
  },
  returnOrderItems: {
    needs: 'an order',
    request: async (given) => ({
      body: { items: itemsFor(orderMoves.return, await given.orderToMove(orderMoves.return)) },
    }),
    triedRequest: (given) => triedMove(given, orderMoves.return),
    leaves: 'nothing',
    items: (given) => movedItems(given, orderMoves.return),
    mistakes: (given) => mistakesIn(given, orderMoves.return),
  },
};

async function triedMove<Item extends object>(given: Prerequisites, move: OrderMove<Item>) {
  return { body: { items: itemsFor(move, await given.orderToTry(move)) } };
}

async function mistakesIn<Item extends object>(given: Prerequisites, move: OrderMove<Item>) {
  return [...invalidMoves(move, await given.orderToRefuse(move)).values()];
}

/** Number of order items that well-formed items choose from, if orders can be made. */
const poolSize = 8;
/** The same if orders are scarce: items that can be moved, and others that can't. */
const scarcePool = { movable: 1, used: 2 };

/** Items for one of the three order operations, which name order items made for the purpose and unknown ids. */
async function movedItems<Item extends object>(
  given: Prerequisites,
  move: OrderMove<Item>,
): Promise<BatchItems> {
  const product = await given.orderedProduct();
  const mostUnits = move.namesSeveral && given.canMakeOrders ? 2 : 1;
  const numbers = new Set<string>();
  const groupsOf = async (sizes: readonly number[]): Promise<readonly Order[]> => {
    const orders = await given.itemGroups(product, sizes, { move });
    for (const { order_number } of orders) numbers.add(order_number);
    return orders;
  };
  /** The products of configured orders belong to others, who may change them during the test: they are not read. */
  const orderToRead = (order: Order): Order => ({
    ...order,
    order_items: order.order_items.filter((item) => skuOf(item) === product?.sku),
  });
  let made: Promise<readonly Order[]> | undefined;
  const pool = () => {
    made ??= given.canMakeOrders
      ? groupsOf([poolSize])
      : Promise.all([groupsOf([scarcePool.movable]), given.usedItems(scarcePool.used)]).then((orders) =>
          orders.flat(),
        );
    return made;
  };
  // Unknown ids only need the form of known ones: if orders can be made, there may be none yet.
  const known = given.canMakeOrders ? (await pool()).flatMap(idsOf) : await given.listedItemIds();
  const usual = async () =>
    fc.oneof(...(await pool()).map((order) => move.drawn(idsOf(order), carrierOf(order))));
  const drawn = (min: number, max: number) =>
    fc.record({ item: move.drawn(['of a future order'], anyCarrier), units: fc.integer({ min, max }) });
  const { mixtures, ...all } = batchItems({
    usual,
    futile: unknownId(known).chain((id) => move.drawn([id], anyCarrier)),
    unusual: async () =>
      fc.tuple(await usual(), changeableText).map(([item, text]) => ({
        ...item,
        ...move.shows({ shipment_tracking_key: text, return_tracking_key: text }),
      })),
    good: drawn(1, mostUnits),
    // A bad item names an unknown id and, if there is room, known ones as well.
    bad: drawn(0, mostUnits - 1),
    place: async (items) => {
      const sizes = items.flatMap(({ item }) => (item.units > 0 ? [item.units] : []));
      const groups = (await groupsOf(sizes)).values();
      const ids: OrderItemId[] = [];
      return items.flatMap(({ good, item: { item, units } }, index) => {
        const order = units > 0 ? groups.next().value : undefined;
        const own = order === undefined ? [] : idsOf(order);
        ids.push(...own);
        const named = good ? own : [...own, sampleOne(unknownId([...known, ...ids]), index)];
        const carrier = order === undefined ? anyCarrier : carrierOf(order);
        const effects =
          good && order !== undefined
            ? effectsOf(move, move.shows(item), own, orderToRead(order), given.canMakeOrders)
            : [];
        return move.items(named, item, carrier).map((placed) => ({ item: placed, good, effects }));
      });
    },
    records: () => given.records({ skus: product === undefined ? [] : [product.sku], orders: numbers }),
  });
  return given.canMakeOrders ? { ...all, mixtures } : all;
}

/** The items move, and their order follows (gap G-01). @param whole whether no other test moves items of that order */
function effectsOf(
  { to }: Pick<OrderMove<unknown>, 'to'>,
  keys: object,
  ids: readonly OrderItemId[],
  order: Order,
  whole: boolean,
): Effect[] {
  const record = `order ${order.order_number}`;
  const gaps = ['G-01', 'G-05'];
  const fields = Object.entries({ status: to, ...keys });
  return [
    ...ids.flatMap((id) =>
      fields.map(([field, value]) => ({ record: `order item ${id}`, field, acceptable: [value], gaps })),
    ),
    ...(whole
      ? [
          { record, field: 'status', acceptable: [to, 'mixed'], gaps },
          { record, field: 'carrier_key', acceptable: [order.carrier_key, carrierOf(order)], gaps },
          { record, field: 'updated_at' },
          { record, field: 'delivery_document_url' },
        ]
      : []),
    // The effect on the stock is not shown.
    ...order.order_items.map((each) => ({ record: `product ${skuOf(each)}`, field: 'quantity' })),
  ];
}

/** The sku of an order item, if the order shows it. */
function skuOf(item: object): unknown {
  return Reflect.get(item, 'sku');
}
