import { type Fault, liesIn } from '../fault.js';
import {
  findItem,
  movable,
  moving,
  OPERATIONS,
  operations,
  severalAtOnce,
  tracking,
} from './move-changes.js';

/** Faults of shipping, cancelling and returning order items. */
export const orderMoveFaults: readonly Fault[] = [
  ...liesIn(operations, {
    'ORD-03 moves-no-order-items': [
      'It reports that order items were moved and leaves them as they were.',
      moving(
        (clean, orders) => (ids, move, written) =>
          movable(orders, ids, move).length === ids.length ? [] : clean(ids, move, written),
      ),
    ],
    'ORD-03 moves-all-items-of-the-order': [
      'It moves all items of an order when one of them is named.',
      'orders with more than one item',
      moving((clean, orders) => (ids, move, written) => {
        const errors = clean(ids, move, written);
        if (errors.length > 0) return errors;
        const named = new Set(ids.map((id) => findItem(orders, id)?.order));
        const all = [...named].flatMap((order) => order?.order_items.map(({ id }) => id) ?? []);
        clean(movable(orders, all, move), move, written);
        return [];
      }),
    ],
    'ORD-03 keeps-order-open-when-items-move': [
      'It moves the items of an order and leaves the status of the order as it was.',
      moving((clean, orders) => (ids, move, written) => {
        const before = new Map(
          ids.map((id) => findItem(orders, id)?.order).map((order) => [order, order?.status]),
        );
        const errors = clean(ids, move, written);
        for (const [order, status] of before)
          if (order !== undefined && status !== undefined) order.status = status;
        return errors;
      }),
    ],
  }),
  ...liesIn(severalAtOnce, {
    'ORD-03 moves-first-of-the-order-items': [
      'It moves the first of the named order items and reports all of them as moved.',
      'several ids in one item',
      moving((clean, orders) => (ids, move, written) => {
        const isAllowed = movable(orders, ids, move).length === ids.length;
        return clean(isAllowed ? ids.slice(0, 1) : ids, move, written);
      }),
    ],
    'ORD-03 loses-return-tracking-key': [
      'It does not keep the tracking key for the return.',
      tracking(({ return_tracking_key: _, ...written }) => written),
    ],
    'ORD-03 cuts-tracking-keys-at-64': [
      'It keeps the first 64 characters of a tracking key.',
      'tracking keys of more than 64 characters',
      tracking((written) => {
        const { shipment_tracking_key: shipment, return_tracking_key: back } = written;
        return {
          ...written,
          ...(shipment !== undefined && { shipment_tracking_key: shipment.slice(0, 64) }),
          ...(typeof back === 'string' && { return_tracking_key: back.slice(0, 64) }),
        };
      }),
    ],
  }),
  ...liesIn([OPERATIONS.ship], {
    'ORD-03 loses-shipment-tracking-key': [
      'It ships items without keeping the tracking key of their shipment.',
      tracking(({ shipment_tracking_key: _, ...written }) => written),
    ],
    'ORD-03 swaps-tracking-keys': [
      'It keeps the tracking key of the shipment as that of the return, and the other way round.',
      tracking(({ shipment_tracking_key = '', return_tracking_key, ...written }) => ({
        ...written,
        shipment_tracking_key: return_tracking_key ?? '',
        return_tracking_key: shipment_tracking_key,
      })),
    ],
  }),
];
