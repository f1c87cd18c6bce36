import { batchWrites, type Operation, operations } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import type { LiveDescription } from '../../target/load-live-description.js';
import { productsInWords, wholeMinutes } from '../../target/preflight/preflight-report.js';
import type { ProfileName } from '../../target/profile.js';
import type { Settings } from '../../target/settings.js';
import { quotaOf } from '../budget/share.js';
import { standardRun } from './standard-run.js';

/** What a run on a merchant that others also use will send and leave behind, and how long it takes. */
type Plan = NonNullable<ReturnType<typeof planFor>>;

/** The operations that need customers' orders: the writes, and the operations that read their results. */
const operationsOfOrders = new Set<OperationId>(
  batchWrites
    .filter(({ tag }) => tag === 'orders')
    .flatMap(({ operationId, resultsOperation }) => [operationId, resultsOperation ?? operationId]),
);

/** Minutes before the first and after the last request of a test. */
const minutesAround = 1;

/**
 * Minutes that the tests of the `release` profile take to exhaust one limit after another: at least two windows for
 * each operation and, for a write, twice the time that a batch may take. Computed from the tests, not measured.
 */
const minutesOfExhausting = 105;

/**
 * Plans a run: the operation whose limit leaves the least room decides how long it takes.
 * @param description the limits that the target declares; undefined if it declares nothing
 * @returns undefined for the `smoke` profile, which sends only a few reads
 */
export function planFor(
  { apiKeys, clockSpeed, orders, rateShare, writes }: Settings,
  profile: ProfileName,
  description?: LiveDescription,
) {
  if (profile === 'smoke') return undefined;
  const onlyReads = writes === 'deny';
  const requestsTo = ({ operationId }: Operation) => {
    const [all, reads] = standardRun.requests[operationId];
    if (onlyReads) return reads;
    // Without orders, the tests that move their items are blocked before they send anything.
    return orders.length === 0 && operationsOfOrders.has(operationId) ? 0 : all;
  };
  const planned = operations
    .map((each) => {
      const [requests, limit] = [requestsTo(each), description?.limitOf(each) ?? each.rateLimit];
      // The run uses only a share of each window; the minutes are minutes on the target's clock.
      const usable = quotaOf(limit, rateShare);
      const minutes = Math.ceil(requests / Math.max(1, apiKeys.length) / usable);
      return { operation: `${each.method} ${each.path}`, requests, limit, usable, minutes };
    })
    .filter(({ requests }) => requests > 0)
    .toSorted((a, b) => b.minutes - a.minutes || b.requests / b.limit - a.requests / a.limit);
  const onTheClock =
    (planned[0]?.minutes ?? 0) + (profile === 'release' && !onlyReads ? minutesOfExhausting : 0);
  return {
    /** The operations that take longest come first. */
    operations: planned,
    minutes: onTheClock / clockSpeed + minutesAround,
    /** Number of products that the run creates and leaves behind, because the API can't delete them. */
    products: onlyReads ? 0 : standardRun.products,
  };
}

/** A plan for the terminal: a table with a row for each operation, and lines about the minutes and the products. */
export function planAsText({ operations: planned, minutes, products }: Plan) {
  const width = Math.max(...planned.map(({ operation }) => operation.length));
  const row = (operation: string, ...numbers: readonly (string | number)[]) =>
    [operation.padEnd(width), ...numbers.map((each) => String(each).padStart(9))].join(' ');
  const rows = planned.map((each) =>
    row(each.operation, each.requests, each.limit, each.usable, each.minutes),
  );
  return {
    table: ['', row('operation', 'requests', 'limit', 'share', 'minutes'), ...rows, ''].join('\n'),
    lines: [
      'limit: what the service allows a minute; share: what the run uses of it; minutes: how long that takes',
      `Expected  about ${wholeMinutes(minutes)}, if no other client uses the limits`,
      ...(products === 0 ? [] : [`Products  ${productsInWords(products)}`]),
    ],
  };
}
