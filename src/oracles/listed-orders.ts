import type { Exchange } from '../exchange/exchange.js';
import { entriesOf, member } from './body.js';
import { inWords } from './in-words.js';
import { lists } from './listing.js';
import type { Unmet, Unseen } from './unmet.js';

/** An order that must be listed, with all its items. */
interface Made {
  readonly order_number: string;
  readonly order_items: readonly { readonly id: string | number; readonly sku: string }[];
}

/**
 * The response is 200 with a list, in which each order tells its number, one that no other has (gap G-01). A list without
 * orders is no violation, and shows none.
 */
export function listsOrders(exchange: Exchange): Unmet | Unseen | undefined {
  const unlisted = lists(exchange, 'items');
  if (unlisted !== undefined) return unlisted;
  const numbers = ordersOn(exchange).map((order) => member(order, 'order_number'));
  const wrong = numbers.findIndex(
    (number, index) => typeof number !== 'string' || number === '' || numbers.indexOf(number) !== index,
  );
  if (wrong === -1) return numbers.length === 0 ? { unseen: 'the list has no orders' } : undefined;
  return {
    expected: ['the number of an order, a text that no other order has'],
    actual: inWords(numbers[wrong]),
    at: `body items[${wrong}].order_number`,
    gaps: ['G-01'],
  };
}

/**
 * The pages list an order, once, with each of its items and no others (clause 4.6, gap G-11). In which order the items
 * stand is left open.
 * @param pages the list from its first page to its last
 */
export function listTheWholeOrder(pages: readonly Exchange[], made: Made): Unmet | Unseen | undefined {
  const unlisted = pages.map((page) => lists(page, 'items')).find((unmet) => unmet !== undefined);
  if (unlisted !== undefined) return unlisted;
  const all = pages.flatMap(ordersOn);
  const own = all.filter((order) => member(order, 'order_number') === made.order_number);
  if (own.length !== 1)
    return {
      expected: [`the order ${made.order_number}, once`],
      actual: `${own.length} times among ${all.length} orders`,
      at: 'body items',
    };
  const [wanted, shown] = [made.order_items, entriesOf(member(own[0], 'order_items'))].map((items) =>
    items.map((item) => `${member(item, 'id')} of ${member(item, 'sku')}`).sort(),
  );
  if (wanted?.join() === shown?.join())
    return made.order_items.length === 0 ? { unseen: 'the order was made without items' } : undefined;
  return {
    expected: [`the items ${inWords(wanted)}`],
    actual: inWords(shown),
    at: `body items[${ordersOn(pages[0]).indexOf(own[0])}].order_items`,
  };
}

/** Each order that is listed shows the status of its items, and `mixed` where they differ (gap G-01). */
export function showTheStatusOfTheirItems(pages: readonly Exchange[]): Unmet | Unseen | undefined {
  let compared = 0;
  for (const page of pages)
    for (const [index, order] of ordersOn(page).entries()) {
      const items = entriesOf(member(order, 'order_items'));
      const [first, ...others] = new Set(items.map((item) => member(item, 'status')));
      if (items.length === 0) continue;
      const expected = others.length > 0 ? 'mixed' : first;
      const actual = member(order, 'status');
      if (actual !== expected)
        return {
          expected: [inWords(expected)],
          actual: inWords(actual),
          at: `body items[${index}].status`,
          gaps: ['G-01'],
        };
      if (expected !== undefined) compared += 1;
    }
  return compared > 0 ? undefined : { unseen: 'no listed order has items that show a status' };
}

function ordersOn(page: Exchange | undefined): readonly unknown[] {
  return entriesOf(member(page?.json, 'items'));
}
