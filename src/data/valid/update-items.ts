import fc from 'fast-check';
import { rulesAt, wholeRange } from '../../contract/schemas/request-rules.js';
import type { ItemOf } from '../../contract/types.js';
import { type OrderTransition, orderTransitions } from './order-transitions.js';
import { type Price, priceOf } from './price.js';

/** The values that a status update accepts (clause 3.1). */
export const settableStatuses = ['published', 'inactive', 'draft'] as const;

export type SettableStatus = (typeof settableStatuses)[number];

/** One update of a style's status (clause 2.1). */
export interface StatusItem {
  readonly style_key: string;
  readonly status: SettableStatus;
}

/** A new quantity of a product (gap G-11). Without valid_at it takes effect immediately. */
export type StockItem = ItemOf<'updateProductStock'>;

/** A new price of a product in one country (gap G-11). Without valid_at it takes effect immediately. */
export type PriceItem = ItemOf<'updateProductPrices'> & { readonly price: Price };

/** Ships order items together (gap G-11). */
type ShipItem = ItemOf<'shipOrderItems'> & TrackingKeys;

/** Cancels one order item (gap G-11). */
type CancelItem = ItemOf<'cancelOrderItems'>;

/** Returns order items together (gap G-11). */
type ReturnItem = ItemOf<'returnOrderItems'> & Pick<TrackingKeys, 'return_tracking_key'>;

/** The id of an order item; the description doesn't show its type (gap G-05). */
export type OrderItemId = CancelItem['id'];

/**
 * A well-formed status update. Whether a style may change to the status depends on its current one (clause 3.1).
 * @param styleKeys style keys to choose from; at least one
 * @param statuses statuses to choose from; at least one
 */
export function statusItem(
  styleKeys: readonly string[],
  statuses: readonly SettableStatus[] = settableStatuses,
): fc.Arbitrary<StatusItem> {
  return fc.record({ style_key: fc.constantFrom(...styleKeys), status: fc.constantFrom(...statuses) });
}

/** The quantities that a stock update accepts under the target's contract (gap G-11). */
export const stockRange = wholeRange(rulesAt('updateProductStock', 'quantity'));

/** A quantity that a stock update accepts, other than the given one. */
export function otherQuantity(quantity: number | null): number {
  const { min, max } = stockRange;
  const [first, second] = [7, 8].map((each) => Math.min(Math.max(each, min), max));
  return [first, second, max, min].find((each) => each !== undefined && each !== quantity) ?? min;
}

/** A stock update (gap G-11). @param skus skus to choose from; at least one */
export function stockItem(skus: readonly string[]): fc.Arbitrary<StockItem> {
  const { min, max } = stockRange;
  return fc.record({
    sku: fc.constantFrom(...skus),
    quantity: fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, Math.min(min + 1, max), max)),
  });
}

/**
 * A price update (gap G-11).
 * @param skus skus to choose from; at least one
 * @param countries codes of linked countries to choose from; at least one
 */
export function priceItem(skus: readonly string[], countries: readonly string[]): fc.Arbitrary<PriceItem> {
  const prices = countries.map((code) => priceOf('updateProductPrices', code));
  return fc.record({ sku: fc.constantFrom(...skus), price: fc.oneof(...prices) });
}

/** A tracking key of `length` letters and digits. */
export function keyOfLength(length: number): fc.Arbitrary<string> {
  const unit = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
  return fc.string({ unit, minLength: length, maxLength: length });
}

const rulesOfTrackingKeys = [
  rulesAt('shipOrderItems', 'shipment_tracking_key'),
  rulesAt('shipOrderItems', 'return_tracking_key'),
  rulesAt('returnOrderItems', 'return_tracking_key'),
].filter((rules) => rules !== undefined);

/** The minimum and maximum length that the target's contract allows for every tracking key (gap G-11). */
export const trackingKeyLengths = {
  least: Math.max(1, ...rulesOfTrackingKeys.map(({ minLength = 1 }) => minLength)),
  most: Math.min(...rulesOfTrackingKeys.map(({ maxLength = 255 }) => maxLength)),
};

/**
 * Tracking keys that look like those on carriers' labels, some as short and some as long as the contract allows.
 */
const trackingKey = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .stringMatching(/^[A-Z0-9][A-Z0-9-]{7,30}$/)
      .map((key) => key.padEnd(trackingKeyLengths.least, '0').slice(0, trackingKeyLengths.most)),
  },
  { weight: 1, arbitrary: keyOfLength(trackingKeyLengths.least) },
  { weight: 1, arbitrary: keyOfLength(trackingKeyLengths.most) },
);

/** In any order, so that the echo shows if a target sorts them. */
function some(ids: readonly OrderItemId[]): fc.Arbitrary<OrderItemId[]> {
  return fc.shuffledSubarray([...ids], { minLength: 1 });
}

const hour = 3_600_000;

/**
 * A date-time between an hour and a year before a moment. It has an offset, so comparing two of them as strings may give
 * the wrong order (gap G-11: valid_at).
 * @param moment milliseconds since the epoch
 */
export function pastMoment(moment: number): fc.Arbitrary<string> {
  return fc
    .record({ hours: fc.integer({ min: 1, max: 365 * 24 }), offset: fc.integer({ min: -11, max: 13 }) })
    .map(({ hours, offset }) => before(moment, hours, offset));
}

/**
 * An hour before a moment, written with an offset so far east that its local time is later than the moment's time in
 * UTC: a target that ignores the offset reads it as a later time (gap G-11: valid_at).
 * @param moment milliseconds since the epoch
 */
export function pastInTheEast(moment: number): string {
  return before(moment, 1, 13);
}

function before(moment: number, hours: number, offset: number): string {
  const local = new Date(moment + (offset - hours) * hour).toISOString();
  if (offset === 0) return local;
  const zone = `${offset < 0 ? '-' : '+'}${String(Math.abs(offset)).padStart(2, '0')}:00`;
  return local.replace('Z', zone);
}

/** Keys by which a carrier tracks parcels. */
export interface TrackingKeys {
  readonly shipment_tracking_key: string;
  readonly return_tracking_key: string;
}

/** A move of order items (clause 4.6; its items: gap G-11; the statuses: gap G-01). */
export interface OrderMove<Item> extends OrderTransition {
  /** Whether one item of the batch may name several order items, which move together or not at all. */
  readonly namesSeveral: boolean;
  /** Items of a batch that name these order items, with the given tracking keys or those of a given item. */
  readonly items: (
    ids: readonly OrderItemId[],
    keys: TrackingKeys | Item,
    carrier?: string,
  ) => readonly Item[];
  /** Draws an item that names some of these order items. */
  readonly drawn: (ids: readonly OrderItemId[], carrier: string) => fc.Arbitrary<Item>;
  /** The keys that a moved order item shows. */
  readonly shows: (keys: TrackingKeys | Item) => Partial<TrackingKeys>;
}

/** The carrier for an order that names none. */
export const anyCarrier = 'carrier';

const ship: OrderMove<ShipItem> = {
  ...orderTransitions.ship,
  namesSeveral: true,
  items: (order_items, { shipment_tracking_key, return_tracking_key }, carrier_key = anyCarrier) => [
    { order_items, carrier_key, shipment_tracking_key, return_tracking_key },
  ],
  drawn: (ids, carrier) =>
    fc.record({
      order_items: some(ids),
      carrier_key: fc.constant(carrier),
      shipment_tracking_key: trackingKey,
      return_tracking_key: trackingKey,
    }),
  shows: ({ shipment_tracking_key, return_tracking_key }) => ({ shipment_tracking_key, return_tracking_key }),
};

const cancel: OrderMove<CancelItem> = {
  ...orderTransitions.cancel,
  namesSeveral: false,
  items: (ids) => ids.map((id) => ({ id })),
  drawn: (ids) => fc.record({ id: fc.constantFrom(...ids) }),
  shows: () => ({}),
};

const takeBack: OrderMove<ReturnItem> = {
  ...orderTransitions.return,
  namesSeveral: true,
  items: (order_items, { return_tracking_key }) => [{ order_items, return_tracking_key }],
  drawn: (ids) => fc.record({ order_items: some(ids), return_tracking_key: trackingKey }),
  shows: ({ return_tracking_key }) => ({ return_tracking_key }),
};

/** The moves of order items. */
export const orderMoves = { ship, cancel, return: takeBack } as const;

/** The part of an order that is needed to move its items. */
export interface MovableOrder {
  readonly order_number: string;
  readonly carrier_key?: unknown;
  readonly order_items: readonly { readonly id: OrderItemId }[];
}

/** The carrier of an order; if the order names none, any will do. */
export function carrierOf({ carrier_key }: MovableOrder): string {
  return typeof carrier_key === 'string' ? carrier_key : anyCarrier;
}

/** The ids of the items of an order. */
export function idsOf({ order_items }: MovableOrder): readonly OrderItemId[] {
  return order_items.map(({ id }) => id);
}

/** Items of a batch that move all items of an order. */
export function itemsFor<Item>({ items }: OrderMove<Item>, order: MovableOrder): readonly Item[] {
  const { order_number } = order;
  const keys = { shipment_tracking_key: `S-${order_number}`, return_tracking_key: `R-${order_number}` };
  return items(idsOf(order), keys, carrierOf(order));
}
