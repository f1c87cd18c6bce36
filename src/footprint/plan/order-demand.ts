import { batchWrites } from '../../contract/operations.js';
import type { OrderCost, TestCost } from './test-cost.js';

/** The items that a test takes from orders that nobody can make. */
export interface OrderDemand {
  readonly test: string;
  /** Number of open items. */
  readonly items: number;
}

/** Enough orders for all tests of a run. */
export interface OrdersNeeded {
  /** Number of open items that the tests take together. */
  readonly items: number;
  /** Number of orders. */
  readonly orders: number;
  /** Number of items in each: the most that any test needs from one order. */
  readonly size: number;
}

/**
 * The demands of the tests for order items, the tests that prove the most first. Each next test is the one that, per
 * item, shows the most requirements at operations where no earlier test shows them. If items are scarce, every
 * requirement is thus verified at each operation before any is verified there for a second time.
 */
export function orderDemands(costs: readonly TestCost[]): readonly OrderDemand[] {
  const left = costs.flatMap(({ test, requests, orders }) =>
    orders === undefined ? [] : [{ test, items: orders.open, shows: shownBy(orders, requests) }],
  );
  const shown = new Set<string>();
  const demands: OrderDemand[] = [];
  while (left.length > 0) {
    const worth = left.map(({ items, shows }) => shows.filter((each) => !shown.has(each)).length / items);
    const [{ test, items, shows } = nothing] = left.splice(worth.indexOf(Math.max(...worth)), 1);
    for (const each of shows) shown.add(each);
    demands.push({ test, items });
  }
  return demands;
}

/** The orders that all these tests need; undefined if they need none. */
export function ordersNeeded(costs: readonly TestCost[]): OrdersNeeded | undefined {
  const taken = costs.flatMap(({ orders }) => orders ?? []);
  if (taken.length === 0) return undefined;
  const items = taken.reduce((sum, { open }) => sum + open, 0);
  const size = Math.max(...taken.map(({ together }) => together));
  return { items, orders: Math.ceil(items / size), size };
}

const nothing = { test: '', items: 0, shows: [] };

const ofOrders = batchWrites
  .filter(({ tag }) => tag === 'orders')
  .map(({ method, path }) => `${method} ${path}`);

/** Each requirement of a test, combined with each operation that moves order items and that the test calls. */
function shownBy({ covers }: OrderCost, requests: TestCost['requests']): readonly string[] {
  const called = ofOrders.filter((each) => requests[each] !== undefined);
  return covers.flatMap((id) => called.map((operation) => `${id} ${operation}`));
}
