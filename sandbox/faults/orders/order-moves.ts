import type { Fault } from '../fault.js';
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
  {
    id: 'moves-no-order-items',
    violates: 'ORD-03',
    does: 'It reports that order items were moved and leaves them as they were.',
    operations,
    plant: moving(
      (clean, orders) => (ids, move, written) =>
        movable(orders, ids, move).length === ids.length ? [] : clean(ids, move, written),
    ),
  },
  {
    id: 'moves-all-items-of-the-order',
    violates: 'ORD-03',
    does: 'It moves all items of an order when one of them is named.',
    showsFor: 'orders with more than one item',
    operations,
    plant: moving((clean, orders) => (ids, move, written) => {
      const errors = clean(ids, move, written);
      if (errors.length > 0) return errors;
      const named = new Set(ids.map((id) => findItem(orders, id)?.order));
      const all = [...named].flatMap((order) => order?.order_items.map(({ id }) => id) ?? []);
      clean(movable(orders, all, move), move, written);
      return [];
    }),
  },
  {
    id: 'moves-first-of-the-order-items',
    violates: 'ORD-03',
    does: 'It moves the first of the named order items and reports all of them as moved.',
    showsFor: 'several ids in one item',
    operations: severalAtOnce,
    plant: moving((clean, orders) => (ids, move, written) => {
      const isAllowed = movable(orders, ids, move).length === ids.length;
      return clean(isAllowed ? ids.slice(0, 1) : ids, move, written);
    }),
  },
  {
    id: 'loses-shipment-tracking-key',
    violates: 'ORD-03',
    does: 'It ships items without keeping the tracking key of their shipment.',
    operations: [OPERATIONS.ship],
    plant: tracking(({ shipment_tracking_key: _, ...written }) => written),
  },
  {
    id: 'loses-return-tracking-key',
    violates: 'ORD-03',
    does: 'It does not keep the tracking key for the return.',
    operations: severalAtOnce,
    plant: tracking(({ return_tracking_key: _, ...written }) => written),
  },
  {
    id: 'swaps-tracking-keys',
    violates: 'ORD-03',
    does: 'It keeps the tracking key of the shipment as that of the return, and the other way round.',
    operations: [OPERATIONS.ship],
    plant: tracking(({ shipment_tracking_key = '', return_tracking_key, ...written }) => ({
      ...written,
      shipment_tracking_key: return_tracking_key ?? '',
      return_tracking_key: shipment_tracking_key,
    })),
  },
  {
    id: 'cuts-tracking-keys-at-64',
    violates: 'ORD-03',
    does: 'It keeps the first 64 characters of a tracking key.',
    showsFor: 'tracking keys of more than 64 characters',
    operations: severalAtOnce,
    plant: tracking((written) => {
      const { shipment_tracking_key: shipment, return_tracking_key: back } = written;
      return {
        ...written,
        ...(shipment !== undefined && { shipment_tracking_key: shipment.slice(0, 64) }),
        ...(typeof back === 'string' && { return_tracking_key: back.slice(0, 64) }),
      };
    }),
  },
  {
    id: 'keeps-order-open-when-items-move',
    violates: 'ORD-03',
    does: 'It moves the items of an order and leaves the status of the order as it was.',
    operations,
    plant: moving((clean, orders) => (ids, move, written) => {
      const before = new Map(
        ids.map((id) => findItem(orders, id)?.order).map((order) => [order, order?.status]),
      );
      const errors = clean(ids, move, written);
      for (const [order, status] of before)
        if (order !== undefined && status !== undefined) order.status = status;
      return errors;
    }),
  },
];
