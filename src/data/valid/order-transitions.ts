/** The possible statuses of an order item (gap G-01). */
export type ItemStatus = 'open' | 'shipped' | 'cancelled' | 'returned';

/** What a move does to an order item (clause 4.6). */
export interface OrderTransition {
  readonly operationId: 'shipOrderItems' | 'cancelOrderItems' | 'returnOrderItems';
  /** The only status in which the move can start, and the status in which it ends. */
  readonly from: ItemStatus;
  readonly to: ItemStatus;
}

/** The moves, apart from how they are sent: without the generators, they can be read in no time. */
export const orderTransitions: Readonly<Record<'ship' | 'cancel' | 'return', OrderTransition>> = {
  ship: { operationId: 'shipOrderItems', from: 'open', to: 'shipped' },
  cancel: { operationId: 'cancelOrderItems', from: 'open', to: 'cancelled' },
  return: { operationId: 'returnOrderItems', from: 'shipped', to: 'returned' },
};
