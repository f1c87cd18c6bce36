import type { ItemStatus } from './order.js';

/** What can be done with order items (clause 4.6). */
export type OrderMove = 'ship' | 'cancel' | 'return';

const MOVES: Readonly<Record<OrderMove, { from: ItemStatus; to: ItemStatus }>> = {
  ship: { from: 'open', to: 'shipped' },
  cancel: { from: 'open', to: 'cancelled' },
  return: { from: 'shipped', to: 'returned' },
};

/** The status of an order item after a move; undefined where the move is forbidden (gap G-01). */
export function itemStatusAfter(current: ItemStatus, move: OrderMove): ItemStatus | undefined {
  const { from, to } = MOVES[move];
  return current === from ? to : undefined;
}
