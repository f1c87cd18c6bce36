import { windowSeconds } from '../../http/rate-window.js';
import { quotaOf, wholeShare } from '../budget/share.js';
import { type OrdersNeeded, ordersNeeded } from './order-demand.js';
import { type SimulationOptions, simulate } from './simulation.js';
import type { TestCost } from './test-cost.js';

/** The requests that a run will send to one operation. */
export interface OperationPlan {
  /** `GET /api/v1/brands/`. */
  readonly operation: string;
  readonly requests: number;
  /** Number of requests that a window allows. */
  readonly limit: number;
  /** How many of them the run uses. */
  readonly usable: number;
  /** Number of windows that it needs with each key. */
  readonly windows: number;
}

/** The requests that a run will send, and how long it will take. */
export interface Plan {
  /** The operations that need the most windows come first. */
  readonly operations: readonly OperationPlan[];
  readonly requests: number;
  readonly tests: number;
  /** Seconds that the run is expected to take. */
  readonly seconds: number;
  /** The shortest time that the limits allow, in seconds, if the run uses the whole of each window. */
  readonly leastSeconds: number;
  /** The same if the run uses only its share. */
  readonly leastSecondsOfShare: number;
  /** The test that takes the longest, and its seconds when it runs alone. */
  readonly longestTest: { readonly test: string; readonly seconds: number };
  /** The orders that the tests need if nobody can make any; absent if they need none. */
  readonly orders?: OrdersNeeded;
}

/**
 * Plans a run.
 * @param costs of its tests, in starting order
 */
export function planOf(costs: readonly TestCost[], options: SimulationOptions): Plan {
  const { limitOf, share, keys, speed } = options;
  const counts = new Map<string, number>();
  for (const { requests } of costs)
    for (const [operation, count] of Object.entries(requests))
      counts.set(operation, (counts.get(operation) ?? 0) + count);
  const windowsWith = (each: typeof share) => (requests: number, limit: number) => {
    const quota = quotaOf(limit, each);
    return Math.ceil(requests / keys / quota.requests) * quota.windows;
  };
  const operations = [...counts]
    .map(([operation, requests]) => {
      const limit = limitOf(operation);
      const windows = windowsWith(share)(requests, limit);
      return { operation, requests, limit, usable: quotaOf(limit, share).requests, windows };
    })
    .toSorted((a, b) => b.windows - a.windows || b.requests / b.limit - a.requests / a.limit);
  // Nobody has to wait for the end of the last window.
  const least = (windows: (requests: number, limit: number) => number) =>
    (Math.max(1, ...operations.map((each) => windows(each.requests, each.limit))) - 1) *
    (windowSeconds / speed);
  const own = costs.map(({ test, asleep, awake }) => ({ test, seconds: asleep / speed + awake }));
  const orders = ordersNeeded(costs);
  return {
    ...(orders === undefined ? {} : { orders }),
    operations,
    requests: operations.reduce((sum, { requests }) => sum + requests, 0),
    tests: costs.length,
    seconds: simulate(costs, options),
    leastSeconds: least(windowsWith(wholeShare)),
    leastSecondsOfShare: least(windowsWith(share)),
    longestTest: own.reduce((longest, each) => (each.seconds > longest.seconds ? each : longest), {
      test: 'none',
      seconds: 0,
    }),
  };
}
