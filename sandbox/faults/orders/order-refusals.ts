import type { Fault } from '../fault.js';
import { changeItems } from '../request-changes.js';
import { findItem, movable, moving, OPERATIONS, operations, ruling, severalAtOnce } from './move-changes.js';

/** Faults of which moves of order items are refused. */
export const orderRefusalFaults: readonly Fault[] = [
  {
    id: 'ships-cancelled-items',
    violates: 'ORD-04',
    does: 'It ships order items that were cancelled.',
    plant: ruling(
      (clean) => (current, move) =>
        clean(current === 'cancelled' && move === 'ship' ? 'open' : current, move),
    ),
  },
  {
    id: 'cancels-shipped-items',
    violates: 'ORD-04',
    does: 'It cancels order items that were shipped.',
    plant: ruling(
      (clean) => (current, move) =>
        clean(current === 'shipped' && move === 'cancel' ? 'open' : current, move),
    ),
  },
  {
    id: 'returns-open-items',
    violates: 'ORD-04',
    does: 'It takes back order items that were never shipped.',
    plant: ruling(
      (clean) => (current, move) =>
        clean(current === 'open' && move === 'return' ? 'shipped' : current, move),
    ),
  },
  {
    id: 'cancels-returned-items',
    violates: 'ORD-04',
    does: 'It cancels order items that came back.',
    showsFor: 'items that were shipped, returned and then cancelled',
    plant: ruling(
      (clean) => (current, move) =>
        clean(current === 'returned' && move === 'cancel' ? 'open' : current, move),
    ),
  },
  {
    id: 'repeats-moves-of-order-items',
    violates: 'ORD-04',
    does: 'It reports a move as a success that was made before, and writes its keys again.',
    showsFor: 'items that are shipped, cancelled or returned a second time',
    plant: ruling((clean) => (current, move) => {
      const done = ({ ship: 'shipped', cancel: 'cancelled', return: 'returned' } as const)[move];
      return current === done ? done : clean(current, move);
    }),
  },
  {
    id: 'moves-items-that-it-refuses-to-move',
    violates: 'ORD-04',
    does: 'It reports a forbidden cancellation of shipped items as failed and cancels them all the same.',
    operations: [OPERATIONS.cancel],
    plant: moving((clean, orders) => (ids, move, written) => {
      const errors = clean(ids, move, written);
      for (const id of ids) {
        const item = findItem(orders, id)?.item;
        if (item?.status === 'shipped') item.status = 'cancelled';
      }
      return errors;
    }),
  },
  {
    id: 'moves-some-of-refused-items',
    violates: 'ORD-04',
    does: 'It reports order items as failed of which one must not be moved, and moves the others.',
    showsFor: 'several ids in one item, of which one must not be moved',
    operations: severalAtOnce,
    plant: moving((clean, orders) => (ids, move, written) => {
      const errors = clean(ids, move, written);
      if (errors.length > 0) clean(movable(orders, [...new Set(ids)], move), move, written);
      return errors;
    }),
  },
  {
    id: 'refuses-second-shipment-of-order',
    violates: 'ORD-04',
    does: 'It refuses to ship the open items of an order once others of it were shipped.',
    showsFor: 'orders that are shipped in two parts',
    operations: [OPERATIONS.ship],
    plant: moving((clean, orders) => (ids, move, written) => {
      const items = ids.flatMap((id) => findItem(orders, id)?.order.order_items ?? []);
      return items.some(({ status }) => status === 'shipped')
        ? ['the order was shipped already']
        : clean(ids, move, written);
    }),
  },
  {
    id: 'passes-over-unknown-order-items',
    violates: 'ORD-05',
    does: 'It reports the move of an unknown order item as a success.',
    operations,
    plant: moving((clean, orders) => (ids, move, written) => {
      const known = ids.filter((id) => findItem(orders, id) !== undefined);
      return known.length === 0 ? [] : clean(ids, move, written);
    }),
  },
  {
    id: 'passes-over-unknown-item-beside-known',
    violates: 'ORD-05',
    does: 'It moves the known ones of the named order items and passes over the unknown one.',
    showsFor: 'an unknown id beside a known one',
    operations: severalAtOnce,
    plant: moving((clean, orders) => (ids, move, written) => {
      const known = ids.filter((id) => findItem(orders, id) !== undefined);
      return clean(known.length > 0 ? known : ids, move, written);
    }),
  },
  {
    id: 'keeps-thirty-two-bits-of-item-id',
    violates: 'ORD-05',
    does: 'It keeps the lower 32 bits of the id of an order item.',
    showsFor: 'unknown ids that differ from a known one by a multiple of 2 to the power of 32',
    operations,
    plant: changeItems((item) => {
      const low = (id: unknown) => (typeof id === 'number' && Number.isSafeInteger(id) ? id % 2 ** 32 : id);
      const { id, order_items: ids } = item;
      return {
        ...item,
        ...(id !== undefined && { id: low(id) }),
        ...(Array.isArray(ids) && { order_items: ids.map(low) }),
      };
    }),
  },
];
