import { counted } from '../../contract/values/words.js';
import type { NamedOrder } from '../../target/preflight/named-orders.js';
import type { PreflightReport } from '../../target/preflight/preflight-report.js';
import { standardRun } from './standard-run.js';

/** The number of items in an order, if the configuration names no order that shows it. */
const usualSize = 8;

/** How many orders a complete run needs. @param size the number of open items in each */
export function ordersOf(size: number): number {
  return Math.ceil(standardRun.orderItems / size);
}

/** How many orders a complete run needs, and how many of them the configuration doesn't name. */
export function ordersNeeded(named: readonly NamedOrder[]): NonNullable<PreflightReport['orders']> {
  const read = named.map(({ items }) => items).filter((each) => each !== undefined);
  // The next orders will probably be as large as the named ones were before a run used them up.
  const usual = Math.max(0, ...read.map(({ length }) => length));
  const size = Math.max(standardRun.itemsTogether, usual === 0 ? usualSize : usual);
  const needed = ordersOf(size);
  const items = read.flat().filter(({ status }) => status === 'open').length;
  const unread = named.length - read.length;
  const missing = Math.max(0, needed - Math.floor(items / size) - unread);
  const inAll = read.length === 0 ? '' : `, with ${counted(items, 'open item')} in all`;
  const all = `all tests need ${counted(needed, 'order')} of ${counted(size, 'open item')}; TARGET_ORDERS names ${named.length}${inAll}`;
  if (missing === 0) return { inWords: all };
  const more = `${counted(missing, 'more order')} of ${counted(size, 'open item')}`;
  return { inWords: `${all}: name ${more}`, missing: more };
}
