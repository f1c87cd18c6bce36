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

/** Those of the keys that an item has. */
type KeysOf<Item> = Pick<Item, keyof Item & keyof TrackingKeys>;

/** A move of order items (clause 4.6; its items: gap G-11; the statuses: gap G-01). */
export interface OrderMove<Item> {
  readonly operationId: 'shipOrderItems' | 'cancelOrderItems' | 'returnOrderItems';
  /** The one status from which the move leads, and the status to which it leads. */
  readonly from: 'open' | 'shipped';
  readonly to: 'shipped' | 'cancelled' | 'returned';
  /** Whether one item of the batch may name several order items, which move together or not at all. */
  readonly namesSeveral: boolean;
  /** Items of a batch that name these order items. */
  readonly items: (ids: readonly OrderItemId[], keys: KeysOf<Item>, carrier?: string) => readonly Item[];
  /** Draws an item that names some of these order items. */
  readonly drawn: (ids: readonly OrderItemId[], carrier: string) => fc.Arbitrary<Item>;
  /** The keys that a moved order item shows. */
  readonly shows: (keys: KeysOf<Item>) => KeysOf<Item>;
}

/** The carrier for an order that names none. */
export const anyCarrier = 'carrier';

const ship: OrderMove<ShipItem> = {
  operationId: 'shipOrderItems',
  from: 'open',
  to: 'shipped',
  namesSeveral: true,
  items: (order_items, keys, carrier_key = anyCarrier) => [{ order_items, carrier_key, ...ship.shows(keys) }],
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
  items: (order_items, keys) => [{ order_items, ...takeBack.shows(keys) }],
  drawn: returnItem,
  shows: ({ return_tracking_key }) => ({ return_tracking_key }),
};

/** The moves of order items. */
export const orderMoves = { ship, cancel, return: takeBack } as const;
