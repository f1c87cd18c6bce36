import type { OrdersNeeded } from './order-demand.js';
import type { Plan } from './plan.js';

/**
 * A plan for the terminal: a line for each operation, then the minutes, and the orders.
 * @param named the number of orders that the configuration names
 */
export function planAsText(
  { operations, requests, tests, seconds, leastSeconds, leastSecondsOfShare, longestTest, orders }: Plan,
  named = 0,
): string {
  const width = Math.max(9, ...operations.map(({ operation }) => operation.length));
  const row = (operation: string, ...numbers: readonly (string | number)[]) =>
    [operation.padEnd(width), ...numbers.map((each) => String(each).padStart(9))].join(' ');
  return [
    row('operation', 'requests', 'limit', 'used', 'windows'),
    ...operations.map((each) => row(each.operation, each.requests, each.limit, each.usable, each.windows)),
    '',
    `${requests} requests in ${tests} tests`,
    `Expected      ${minutes(seconds)}, if nothing else keeps this machine busy and nobody else uses the limits`,
    `At least      ${minutes(leastSecondsOfShare)} by the limits with the share in use, ${minutes(leastSeconds)} with the whole of each window`,
    `Longest test  ${minutes(longestTest.seconds)}: ${longestTest.test}`,
    ...(orders === undefined ? [] : [`Orders        ${ordersInWords(orders, named)}`]),
  ].join('\n');
}

function ordersInWords({ items, orders, size }: OrdersNeeded, named: number): string {
  const all = `the tests take about ${items} open order items: ${orders} orders of ${size} items; TARGET_ORDERS names ${named}`;
  return named >= orders ? all : `${all}; all tests can run with ${orders - named} more`;
}

/** `7.5 min`. */
export function minutes(seconds: number): string {
  return `${(seconds / 60).toFixed(1)} min`;
}
