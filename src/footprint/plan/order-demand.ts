import { batchWrites } from '../../contract/operations.js';
import { isRequirementId, requirement } from '../../contract/requirements/catalogue.js';
import { counted } from '../../contract/values/words.js';
import type { ItemsOfOrder } from '../../target/preflight/named-orders.js';
import type { TakenItems } from '../../verdicts/finding.js';
import type { TestCost } from './test-cost.js';

/** The operations that need orders of customers: the writes, and those that read their results. */
export const operationsOfOrders: readonly string[] = batchWrites
  .filter(({ tag }) => tag === 'orders')
  .flatMap(({ operationId, resultsOperation }) => [operationId, resultsOperation ?? []].flat());

/** The items that a test takes from customers' orders, if orders can't be created. */
export interface OrderDemand extends Omit<TakenItems, 'shows'> {
  readonly test: string;
  /** The number of its open items that it leaves shipped to other tests. */
  readonly ships: number;
}

/**
 * The demands of the tests for order items, the tests that prove the most first. Each next test is the one that, per
 * item, shows the most that no earlier test shows: a requirement at an operation counts more, the fewer operations
 * can show it. If items are scarce, every requirement is thus verified at each operation before any is verified there
 * for a second time, and requirements that only orders can show come before those of all operations.
 */
export function orderDemands(costs: readonly TestCost[]): readonly OrderDemand[] {
  const left = costs.flatMap(({ test, orders }) => (orders === undefined ? [] : [{ test, orders }]));
  const shown = new Set<string>();
  const demands: OrderDemand[] = [];
  const worthOf = ({ orders: { shows, open, shipped, wholes, together } }: (typeof left)[number]) =>
    shows.filter((each) => !shown.has(each)).reduce((sum, each) => sum + weightOf(each), 0) /
    Math.max(1, open + shipped + wholes * together);
  while (left.length > 0) {
    const worths = left.map(worthOf);
    const [next] = left.splice(worths.indexOf(Math.max(...worths)), 1);
    if (next === undefined) break;
    const { shows, ...items } = next.orders;
    for (const each of shows) shown.add(each);
    demands.push({ test: next.test, ...items, ships: shipsOnly(shows) ? items.open : 0 });
  }
  return demands;
}

/** From 1 for a requirement of a single operation down to almost 0. @param shown `ORD-03 shipOrderItems` */
function weightOf(shown: string): number {
  const [id = ''] = shown.split(' ');
  return isRequirementId(id) ? 1 / Math.max(1, requirement(id).operations.length) ** 2 : 0;
}

function shipsOnly(shows: readonly string[]): boolean {
  const at = (operationId: string) => shows.some((each) => each.endsWith(` ${operationId}`));
  return at('shipOrderItems') && !at('cancelOrderItems') && !at('returnOrderItems');
}

/**
 * The number of open items that tests need apart from whole orders, if each shipped item that a test leaves is used.
 * @param shipped the number of items that are already shipped
 */
export function openItemsFor(
  demands: readonly Pick<OrderDemand, 'open' | 'shipped' | 'ships'>[],
  shipped = 0,
): number {
  const sum = (kind: 'open' | 'shipped' | 'ships') => demands.reduce((all, each) => all + each[kind], 0);
  return sum('open') + Math.max(0, sum('shipped') - sum('ships') - shipped);
}

/** How many orders the tests of a run need. */
interface OrderSupply {
  readonly inWords: string;
  /** How many more to name: `3 more orders of 8 open items`; absent if the named orders are enough. */
  readonly missing?: string;
  /** The number of items in the orders that are counted. */
  readonly size: number;
}

/**
 * How many orders all tests of a run need, and how many are missing; undefined if they need none.
 * @param named the items of each named order; undefined for an order that could not be read
 */
export function orderSupply(
  costs: readonly TestCost[],
  named: readonly (ItemsOfOrder | undefined)[],
): OrderSupply | undefined {
  const demands = orderDemands(costs);
  if (demands.length === 0) return undefined;
  const read = named.filter((each) => each !== undefined);
  // The next orders will probably be as large as these were before a run used them up.
  const usual = Math.max(0, ...read.map(({ all }) => all));
  const size = Math.max(leastSize(demands), usual === 0 ? usualSize : usual);
  const needed = ordersFor(demands, size);
  const items = read.reduce((sum, { open }) => sum + open, 0);
  const whole = read.filter(({ open, all }) => open === all && open >= leastSize(demands)).length;
  const unread = named.length - read.length;
  const missing = Math.max(
    0,
    needed - Math.floor(items / size) - unread,
    // Open items of orders that a run has used before are not enough for a test that judges an order as a whole.
    wholesOf(demands) - whole - unread,
  );
  const inAll = read.length === 0 ? '' : `, with ${counted(items, 'open item')} in all`;
  const all = `all tests need ${counted(needed, 'order')} of ${counted(size, 'open item')}; TARGET_ORDERS names ${named.length}${inAll}`;
  if (missing === 0) return { inWords: all, size };
  const more = moreOrders(missing, size);
  return { inWords: `${all}: name ${more}`, missing: more, size };
}

/**
 * The orders that would be enough for tests that lacked items in a run: `3 more orders of 8 open items`. Orders can be
 * used up faster than a plan expects, for example by others.
 * @param lacking the costs of these tests; those of a test that has never taken an item are unknown
 * @param size the number of items in an order, if it is known
 */
export function ordersLacked(lacking: readonly (TestCost | undefined)[], size = usualSize): string {
  const demands = orderDemands(lacking.filter((each) => each !== undefined));
  const sized = Math.max(leastSize(demands), size);
  return moreOrders(Math.max(1, ordersFor(demands, sized)), sized);
}

function leastSize(demands: readonly OrderDemand[]): number {
  return Math.max(1, ...demands.map(({ together }) => together));
}

function ordersFor(demands: readonly OrderDemand[], size: number): number {
  return wholesOf(demands) + Math.ceil(openItemsFor(demands) / size);
}

function wholesOf(demands: readonly OrderDemand[]): number {
  return demands.reduce((sum, { wholes }) => sum + wholes, 0);
}

function moreOrders(count: number, size: number): string {
  return `${counted(count, 'more order')} of ${counted(size, 'open item')}`;
}

/** The number of items in an order, if the configuration names none to take it from. */
const usualSize = 8;
