import { type Fault, lies, liesIn } from '../fault.js';
import { changeItems } from '../request-changes.js';
import { findItem, movable, moving, OPERATIONS, operations, ruling, severalAtOnce } from './move-changes.js';

/** Faults of which moves of order items are refused. */
export const orderRefusalFaults: readonly Fault[] = [
  ...lies({
    'ORD-04 ships-cancelled-items': [
      'It ships order items that were cancelled.',
      ruling(
        (clean) => (current, move) =>
          clean(current === 'cancelled' && move === 'ship' ? 'open' : current, move),
      ),
    ],
    'ORD-04 cancels-shipped-items': [
      'It cancels order items that were shipped.',
      ruling(
        (clean) => (current, move) =>
          clean(current === 'shipped' && move === 'cancel' ? 'open' : current, move),
      ),
    ],
    'ORD-04 returns-open-items': [
      'It takes back order items that were never shipped.',
      ruling(
        (clean) => (current, move) =>
          clean(current === 'open' && move === 'return' ? 'shipped' : current, move),
      ),
    ],
    'ORD-04 cancels-returned-items': [
      'It cancels order items that came back.',
      'items that were shipped, returned and then cancelled',
      ruling(
        (clean) => (current, move) =>
          clean(current === 'returned' && move === 'cancel' ? 'open' : current, move),
      ),
    ],
    'ORD-04 repeats-moves-of-order-items': [
      'It reports a move as a success that was made before, and writes its keys again.',
      'items that are shipped, cancelled or returned a second time',
      ruling((clean) => (current, move) => {
        const done = ({ ship: 'shipped', cancel: 'cancelled', return: 'returned' } as const)[move];
        return current === done ? done : clean(current, move);
      }),
    ],
  }),
  ...liesIn([OPERATIONS.cancel], {
    'ORD-04 moves-items-that-it-refuses-to-move': [
      'It reports a forbidden cancellation of shipped items as failed and cancels them all the same.',
      moving((clean, orders) => (ids, move, written) => {
        const errors = clean(ids, move, written);
        for (const id of ids) {
          const item = findItem(orders, id)?.item;
          if (item?.status === 'shipped') item.status = 'cancelled';
        }
        return errors;
      }),
    ],
  }),
  ...liesIn(severalAtOnce, {
    'ORD-04 moves-some-of-refused-items': [
      'It reports order items as failed of which one must not be moved, and moves the others.',
      'several ids in one item, of which one must not be moved',
      moving((clean, orders) => (ids, move, written) => {
        const errors = clean(ids, move, written);
        if (errors.length > 0) clean(movable(orders, [...new Set(ids)], move), move, written);
        return errors;
      }),
    ],
    'ORD-05 passes-over-unknown-item-beside-known': [
      'It moves the known ones of the named order items and passes over the unknown one.',
      'an unknown id beside a known one',
      moving((clean, orders) => (ids, move, written) => {
        const known = ids.filter((id) => findItem(orders, id) !== undefined);
        return clean(known.length > 0 ? known : ids, move, written);
      }),
    ],
  }),
  ...liesIn([OPERATIONS.ship], {
    'ORD-04 refuses-second-shipment-of-order': [
      'It refuses to ship the open items of an order once others of it were shipped.',
      'orders that are shipped in two parts',
      moving((clean, orders) => (ids, move, written) => {
        const items = ids.flatMap((id) => findItem(orders, id)?.order.order_items ?? []);
        return items.some(({ status }) => status === 'shipped')
          ? ['the order was shipped already']
          : clean(ids, move, written);
      }),
    ],
  }),
  ...liesIn(operations, {
    'ORD-05 passes-over-unknown-order-items': [
      'It reports the move of an unknown order item as a success.',
      moving((clean, orders) => (ids, move, written) => {
        const known = ids.filter((id) => findItem(orders, id) !== undefined);
        return known.length === 0 ? [] : clean(ids, move, written);
      }),
    ],
    'ORD-05 keeps-thirty-two-bits-of-item-id': [
      'It keeps the lower 32 bits of the id of an order item.',
      'unknown ids that differ from a known one by a multiple of 2 to the power of 32',
      changeItems((item) => {
        const low = (id: unknown) => (typeof id === 'number' && Number.isSafeInteger(id) ? id % 2 ** 32 : id);
        const { id, order_items: ids } = item;
        return {
          ...item,
          ...(id !== undefined && { id: low(id) }),
          ...(Array.isArray(ids) && { order_items: ids.map(low) }),
        };
      }),
    ],
  }),
];
