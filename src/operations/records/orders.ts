import fc from 'fast-check';
import type { OperationId } from '../../contract/types.js';
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
export const orderRecords = {
  listOrders: {
    request: async (given) => {
      if (given.canMakeOrders) await given.customerOrder(await given.activeProduct());
      return {};
    },
  },
  getDeliveryDocument: {
    request: async (given) => ({ path: { number: (await given.someOrder()).order_number } }),
    listedIds: async (given) =>
      (await given.everyPage('listOrders')).entries.map(({ order_number }) => order_number),
  },
  cancelOrderItems: recordOf(orderMoves.cancel),
  shipOrderItems: recordOf(orderMoves.ship),
  returnOrderItems: recordOf(orderMoves.return),
} satisfies Partial<RecordsOf<OperationId>>;

/** The three operations that move order items differ only in the move. */
function recordOf<Item extends object>(move: OrderMove<Item>) {
  const bodyFor = (order: Order) => ({ body: { items: itemsFor(move, order) } });
  return {
    request: async (given: Prerequisites) => bodyFor(await given.orderToMove(move)),
    triedRequest: async (given: Prerequisites) => bodyFor(await given.orderToTry(move)),
    leaves: 'nothing',
    items: (given: Prerequisites) => movedItems(given, move),
    mistakes: async (given: Prerequisites) => [...invalidMoves(move, await given.orderToTry(move)).values()],
  } as const;
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
  const groupsOfPool = async () =>
    given.canMakeOrders
      ? groupsOf([poolSize])
      : [...(await groupsOf([scarcePool.movable])), ...(await given.usedItems(scarcePool.used))];
  let made: Promise<readonly Order[]> | undefined;
  const pool = () => {
    made ??= groupsOfPool();
    return made;
  };
  // Unknown ids only need the form of known ones: if orders can be made, there may be none yet.
  const known = (given.canMakeOrders ? await pool() : await given.listedOrders()).flatMap(idsOf);
  const usual = async () =>
    fc.oneof(...(await pool()).map((order) => move.drawn(idsOf(order), carrierOf(order))));
  const drawn = (min: number, max: number) =>
    fc.record({ item: move.drawn(['of a future order'], anyCarrier), units: fc.integer({ min, max }) });
  const drawing = batchItems({
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
      const orders = await groupsOf(sizes);
      const [groups, ids] = [orders.values(), [...known, ...orders.flatMap(idsOf)]];
      return items.flatMap(({ good, item: { item, units } }, index) => {
        const order = units > 0 ? groups.next().value : undefined;
        const own = order === undefined ? [] : idsOf(order);
        const named = good ? own : [...own, sampleOne(unknownId(ids), index)];
        const carrier = order === undefined ? anyCarrier : carrierOf(order);
        const effects =
          good && order !== undefined ? effectsOf(move, move.shows(item), own, order, product?.sku) : [];
        return move.items(named, item, carrier).map((placed) => ({ item: placed, good, effects }));
      });
    },
    records: () => given.records({ skus: product === undefined ? [] : [product.sku], orders: numbers }),
  });
  return given.canMakeOrders ? drawing : { ...drawing, mixtures: undefined };
}

/**
 * The items move, and their order follows (gap G-01).
 * @param sku the product of an order that was made for the test; other tests may move items of any other order, whose
 * products belong to others
 */
function effectsOf(
  { to }: Pick<OrderMove<unknown>, 'to'>,
  keys: object,
  ids: readonly OrderItemId[],
  order: Order,
  sku: string | undefined,
): Effect[] {
  const record = `order ${order.order_number}`;
  const gaps = ['G-01', 'G-05'];
  const fields = Object.entries({ status: to, ...keys });
  const ofItems = ids.flatMap((id) =>
    fields.map(([field, value]) => ({ record: `order item ${id}`, field, acceptable: [value], gaps })),
  );
  if (sku === undefined) return ofItems;
  return [
    ...ofItems,
    { record, field: 'status', acceptable: [to, 'mixed'], gaps },
    { record, field: 'carrier_key', acceptable: [order.carrier_key, carrierOf(order)], gaps },
    { record, field: 'updated_at' },
    { record, field: 'delivery_document_url' },
    // The effect on the stock is not shown.
    { record: `product ${sku}`, field: 'quantity' },
  ];
}
