import type fc from 'fast-check';
import {
  type CancelItem,
  cancelItem,
  type OrderItemId,
  type ReturnItem,
  returnItem,
  type ShipItem,
  shipItem,
} from '../../data/update-items.js';

/** Keys by which a carrier tracks parcels. */
interface TrackingKeys {
  readonly shipment_tracking_key: string;
  readonly return_tracking_key: string;
}

/** A move of order items (clause 4.6; its items: gap G-11; the statuses: gap G-01). */
export interface OrderMove<Item> {
  readonly operationId: 'shipOrderItems' | 'cancelOrderItems' | 'returnOrderItems';
  /** The one status from which the move leads, and the status to which it leads. */
  readonly from: 'open' | 'shipped';
  readonly to: 'shipped' | 'cancelled' | 'returned';
  /** Whether one item of the batch may name several order items, which move together or not at all. */
  readonly namesSeveral: boolean;
  /** Items of a batch that name these order items, with the keys as given or as in another item. */
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
  operationId: 'shipOrderItems',
  from: 'open',
  to: 'shipped',
  namesSeveral: true,
  items: (order_items, { shipment_tracking_key, return_tracking_key }, carrier_key = anyCarrier) => [
    { order_items, carrier_key, shipment_tracking_key, return_tracking_key },
  ],
  drawn: shipItem,
  shows: ({ shipment_tracking_key, return_tracking_key }) => ({ shipment_tracking_key, return_tracking_key }),
};

const cancel: OrderMove<CancelItem> = {
  operationId: 'cancelOrderItems',
  from: 'open',
  to: 'cancelled',
  namesSeveral: false,
  items: (ids) => ids.map((id) => ({ id })),
  drawn: cancelItem,
  shows: () => ({}),
};

const takeBack: OrderMove<ReturnItem> = {
  operationId: 'returnOrderItems',
  from: 'shipped',
  to: 'returned',
  namesSeveral: true,
  items: (order_items, { return_tracking_key }) => [{ order_items, return_tracking_key }],
  drawn: returnItem,
  shows: ({ return_tracking_key }) => ({ return_tracking_key }),
};

/** The moves of order items. */
export const orderMoves = { ship, cancel, return: takeBack } as const;

/** The part of an order that is needed to move its items. */
interface MovableOrder {
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
