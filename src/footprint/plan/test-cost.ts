import { readFileSync } from 'node:fs';
import { batchWrites } from '../../contract/operations.js';
import type { ProfileName } from '../../target/profile.js';

/** The cost of one test on a target whose rate limits all tests share. */
export interface TestCost {
  /** Its file below specs/ and its title, with ` › ` in between. */
  readonly test: string;
  /** Seconds that it lets pass on the target's clock. */
  readonly asleep: number;
  /** Seconds in which it works or waits for answers. */
  readonly awake: number;
  /** Requests that count towards a limit, by operation as in `GET /api/v1/brands/`. */
  readonly requests: Readonly<Record<string, number>>;
  /** The items that it takes from orders; absent if it takes none. */
  readonly orders?: OrderCost;
  /** Number of products that it creates and that stay; absent if it creates none. */
  readonly products?: number;
}

/** The items that one test takes from orders of customers, if orders can't be made. */
interface OrderCost {
  /** Number of open items. */
  readonly open: number;
  /** The largest number of them that must belong to the same order. */
  readonly together: number;
  /** Ids of the requirements that the test covers. */
  readonly covers: readonly string[];
}

/** The cost of a test, as the test of a run reports it. */
interface RanTest {
  readonly file: string;
  readonly title: string;
  readonly milliseconds: number;
  readonly covers: readonly string[];
  readonly paced?: {
    readonly inTurn: number;
    readonly asleep: number;
    readonly requests: Readonly<Record<string, number>>;
    readonly orderItems?: Pick<OrderCost, 'open' | 'together'>;
    readonly products?: number;
  };
}

/**
 * The costs of a run's tests, in the order in which the tests started.
 * @param speed seconds of the target's clock in one real second
 */
export function costsOf(tests: readonly RanTest[], speed: number): readonly TestCost[] {
  return tests
    .map(({ file, title, milliseconds, covers, paced }) => {
      const { inTurn = 0, asleep = 0, requests = {}, orderItems, products } = paced ?? {};
      return {
        test: `${file} › ${title}`,
        asleep: round((asleep * speed) / 1000),
        awake: round(Math.max(0, milliseconds - inTurn - asleep) / 1000),
        requests,
        ...(orderItems === undefined ? {} : { orders: { ...orderItems, covers } }),
        ...(products === undefined ? {} : { products }),
      };
    })
    .filter(({ requests, asleep }) => asleep > 0 || Object.keys(requests).length > 0);
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

/** Written by `npm run costs`. */
const table = new URL('test-costs.generated.json', import.meta.url);

/** The name in the table for the costs of a profile's tests: a run that only reads leaves most of them out. */
export function costsName(profile: ProfileName, writes: unknown): string {
  return writes === 'deny' ? `${profile}, only reads` : profile;
}

/** The costs of a profile's tests on a target that supports everything; empty if they were never measured. */
export function measuredCosts(profile: ProfileName, writes: 'allow' | 'deny' = 'allow'): readonly TestCost[] {
  const all: Readonly<Record<string, readonly TestCost[]>> = JSON.parse(readFileSync(table, 'utf8'));
  return all[costsName(profile, writes)] ?? [];
}

/** The items that a test takes from customers' orders, if orders can't be created. */
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
