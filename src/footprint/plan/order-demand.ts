import { batchWrites } from '../../contract/operations.js';
import type { OrderCost, TestCost } from './test-cost.js';

/** What a test takes of orders, where nobody can make them. */
export interface OrderDemand {
  readonly test: string;
  /** Items that are open. */
  readonly items: number;
}

/** Orders that all tests of a run can work with. */
export interface OrdersNeeded {
  /** Open items that the tests take together. */
  readonly items: number;
  /** So many orders ... */
  readonly orders: number;
  /** ... of so many items each, which is what the test needs that takes the most of one order. */
  readonly size: number;
}

/**
 * What the tests take of orders, those that prove the most first: each next one is that whose items show the most
 * requirements at operations where no earlier one shows them. Where items are scarce, a requirement is verified at each
 * operation that way before it is verified at any for the second time.
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

/** How many orders all these tests need; undefined where they need none. */
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

/** Requirements, each with each operation that moves order items and that the test calls. */
function shownBy({ covers }: OrderCost, requests: TestCost['requests']): readonly string[] {
  const called = ofOrders.filter((each) => requests[each] !== undefined);
  return covers.flatMap((id) => called.map((operation) => `${id} ${operation}`));
}
