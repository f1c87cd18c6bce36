import { operation } from '../../contract/operations.js';
import { member } from '../../contract/values/path.js';
import { inBody } from '../../contract/values/place.js';
import type { Exchange } from '../../http/exchange.js';
import { pathOf } from '../../http/transports/translated-transport.js';
import { giveAList } from './lists/list.js';
import {
  asShown,
  entriesOf,
  firstDifference,
  itemsOn,
  type OracleResult,
  type Violation,
  violationAt,
} from './violation.js';

/** An order that must be listed, with all its items: their products, and their ids once the list has shown them. */
export interface WholeOrder {
  readonly order_number: string;
  readonly order_items: readonly { readonly id?: unknown; readonly sku: string }[];
}

/**
 * The response is 200 with a list in which each order shows its number, and no two orders share one (gap G-01). A list
 * without orders is not a violation, but shows nothing.
 */
export function listOrdersByNumber(exchange: Exchange): OracleResult {
  const unlisted = giveAList(exchange, 'items');
  if (unlisted !== undefined) return unlisted;
  const numbers = itemsOn(exchange).map((order) => member(order, 'order_number'));
  const wrong = numbers.findIndex(
    (number, index) => typeof number !== 'string' || number === '' || numbers.indexOf(number) !== index,
  );
  if (wrong === -1) return numbers.length === 0 ? { inconclusive: 'the list has no orders' } : undefined;
  return violationAt(
    inBody(`items[${wrong}].order_number`),
    "an order's number, a string that no other order has",
    asShown(numbers[wrong]),
    ['G-01'],
  );
}

/**
 * The pages list an order, once, with each of its items and no others (clause 4.6, gap G-11). The items may be in any
 * order, and no two have the same id.
 * @param pages the list from its first page to its last
 */
export function listTheWholeOrder(pages: readonly Exchange[], made: WholeOrder): OracleResult {
  const listed = listedOnce(pages, made.order_number);
  if (!('order' in listed)) return listed;
  const at = inBody(`items[${listed.index}].order_items`);
  const items = entriesOf(member(listed.order, 'order_items'));
  const isById = made.order_items.some(({ id }) => id !== undefined);
  const [wanted, shown] = [made.order_items, items].map((each) =>
    each
      .map((item) => (isById ? `${member(item, 'id')} of ${member(item, 'sku')}` : `${member(item, 'sku')}`))
      .sort(),
  );
  if (wanted?.join() !== shown?.join())
    return violationAt(
      at,
      isById ? `the items ${asShown(wanted)}` : `items of the products ${asShown(wanted)}`,
      asShown(shown),
    );
  const ids = items.map((item) => member(item, 'id')).filter((id) => id !== undefined);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) return violationAt(at, 'each item once', `${asShown(twice)} again`);
  return made.order_items.length === 0 ? { inconclusive: 'the order was made without items' } : undefined;
}

/**
 * Each listed order shows the status of its items, or `mixed` if their statuses differ (gap G-01). An order or an item
 * without a status has nothing to compare.
 */
export function showTheStatusOfTheirItems(page: Exchange): OracleResult {
  let compared = 0;
  for (const [index, order] of itemsOn(page).entries()) {
    const actual = member(order, 'status');
    if (actual === undefined) continue;
    const statuses = new Set(entriesOf(member(order, 'order_items')).map((item) => member(item, 'status')));
    if (statuses.size === 0 || statuses.has(undefined)) continue;
    const expected = statuses.size > 1 ? 'mixed' : [...statuses][0];
    if (actual !== expected)
      return violationAt(inBody(`items[${index}].status`), asShown(expected), asShown(actual), ['G-01']);
    compared += 1;
  }
  return compared > 0 ? undefined : { inconclusive: 'no listed order has items that show a status' };
}

/**
 * No listed order names the delivery document of another order on the page: neither the URL that the other one names,
 * nor the path under which the other one's document can be downloaded. The description doesn't show the URL of a
 * document (gaps G-05 and G-11), so a violation is at most a warning.
 */
export function nameTheirOwnDocuments(page: Exchange): Violation | undefined {
  const listed = itemsOn(page);
  // Before a path is made for each of the orders, of which a list may have thousands.
  if (!listed.some((order) => typeof member(order, 'delivery_document_url') === 'string')) return undefined;
  const orders = listed.map((order) => ({
    number: member(order, 'order_number'),
    url: member(order, 'delivery_document_url'),
  }));
  const byPath = new Map(orders.map((order) => [documentPath(order.number), order]));
  const byUrl = new Map<string, (typeof orders)[number]>();
  for (const [index, order] of orders.entries()) {
    const { number, url } = order;
    if (typeof url !== 'string' || url === '') continue;
    const other = byPath.get(endOfPath(url)) ?? byUrl.get(url);
    byUrl.set(url, order);
    if (other === undefined || other.number === number) continue;
    const at = inBody(`items[${index}].delivery_document_url`);
    const expected = `the URL of the document of the order ${number}`;
    const actual = `${asShown(url)}, as for the order ${other.number}`;
    return { ...violationAt(at, expected, actual, ['G-05', 'G-11']), atMost: 'warned' };
  }
  return undefined;
}

function documentPath(number: unknown): string {
  return pathOf(operation('getDeliveryDocument'), { number: String(number) });
}

/** The end of a URL's path that is as long as the path of a document. */
function endOfPath(url: string): string {
  const [path = ''] = url.split(/[?#]/);
  return path
    .split('/')
    .slice(1 - documentPath('').split('/').length)
    .map((part) => `/${part}`)
    .join('');
}

/** Fields that an order must show. */
interface WantedOrder {
  readonly order_number: string;
  readonly [field: string]: unknown;
}

/**
 * The list shows an order exactly once, with these values in its fields and in those of its items (clause 4.6, gap
 * G-11). Other fields are free.
 * @param pages the list from its first page to its last
 */
export function showTheOrder(pages: readonly Exchange[], wanted: WantedOrder): Violation | undefined {
  const listed = listedOnce(pages, wanted.order_number);
  if (!('order' in listed)) return listed;
  return firstDifference(listed.order, wanted, inBody(`items[${listed.index}]`));
}

/** An order and its place on its page. @returns a violation unless the pages list it exactly once */
function listedOnce(
  pages: readonly Exchange[],
  number: string,
): Violation | { readonly order: unknown; readonly index: number } {
  const unlisted = pages.map((page) => giveAList(page, 'items')).find((violation) => violation !== undefined);
  if (unlisted !== undefined) return unlisted;
  const all = pages.flatMap((page) => itemsOn(page).map((order, index) => ({ order, index })));
  const [own, ...others] = all.filter(({ order }) => member(order, 'order_number') === number);
  if (own !== undefined && others.length === 0) return own;
  const times = own === undefined ? 0 : 1 + others.length;
  return violationAt(
    inBody('items'),
    `the order ${number}, once`,
    `${times} times among ${all.length} orders`,
  );
}

/** An entry of a list, and whether it matches a filter. */
interface Candidate {
  readonly name: string;
  readonly matches: boolean;
}

/**
 * A filtered list has all entries that match, each exactly once, and no others (gap G-11). If no entry matches, an
 * empty list is right and shows nothing.
 * @param known entries of the whole list
 * @param query the filter as it was requested
 */
export function holdExactlyWhatMatches(
  listed: readonly Candidate[],
  known: readonly Candidate[],
  query: unknown,
): OracleResult {
  const at = inBody('items');
  const names = listed.map(({ name }) => name);
  const strange = listed.find(({ matches }) => !matches);
  if (strange !== undefined)
    return violationAt(at, `only entries that match ${asShown(query)}`, strange.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return violationAt(at, 'each entry once', `${twice} again`);
  const missing = known.find(({ name, matches }) => matches && !names.includes(name));
  if (missing === undefined)
    return [...listed, ...known].some(({ matches }) => matches)
      ? undefined
      : { inconclusive: `nothing in the whole list matches ${asShown(query)}` };
  return violationAt(at, `${missing.name} among the entries that match ${asShown(query)}`, asShown(names));
}
