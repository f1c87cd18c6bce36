import { windowSeconds } from '../../http/rate-window.js';
import { quotaOf, wholeShare } from '../budget/share.js';
import { type OrdersNeeded, ordersNeeded } from './order-demand.js';
import { type SimulationOptions, simulate } from './simulation.js';
import type { TestCost } from './test-cost.js';

/** What a run will send to one operation. */
export interface OperationPlan {
  /** `GET /api/v1/brands/`. */
  readonly operation: string;
  readonly requests: number;
  /** Requests that a window takes. */
  readonly limit: number;
  /** Those of them that the run uses. */
  readonly usable: number;
  /** Windows that it needs with each key. */
  readonly windows: number;
}

/** What a run will send, and how long it will take. */
export interface Plan {
  /** Those that need the most windows first. */
  readonly operations: readonly OperationPlan[];
  readonly requests: number;
  readonly tests: number;
  /** Seconds that the run is expected to take. */
  readonly seconds: number;
  /** Seconds below which the limits allow no run, even where it uses the whole of each window. */
  readonly leastSeconds: number;
  /** The same where it uses its share of them. */
  readonly leastSecondsOfShare: number;
  /** Seconds of the test that takes the longest, were it alone. */
  readonly longestTest: { readonly test: string; readonly seconds: number };
  /** Orders that the tests work with, where nobody can make them; absent where they need none. */
  readonly orders?: OrdersNeeded;
}

/**
 * Plans a run.
 * @param costs of its tests, in the order in which they are started
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
  // The last window need not be waited out.
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
