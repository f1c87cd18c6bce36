import { operation } from '../../contract/operations.js';
import { member } from '../../contract/values/path.js';
import { inBody } from '../../contract/values/place.js';
import type { Exchange } from '../../http/exchange.js';
import { pathOf } from '../../http/transports/translated-transport.js';
import { giveAList, nameEachOnce } from './lists/list.js';
import {
  asShown,
  entriesOf,
  firstOf,
  itemsOn,
  type OracleResult,
  type Violation,
  violationAt,
} from './violation.js';

/** An order that must be listed, with all its items: their products, and their ids once the list has shown them. */
export interface WholeOrder {
  readonly order_number: string;
  /** Absent while any status is right. */
  readonly status?: string;
  readonly order_items: readonly { readonly id?: unknown; readonly sku: string }[];
}

/**
 * The response is 200 with a list in which each order shows its number, and no two orders share one (gap G-01). A list
 * without orders is not a violation, but shows nothing.
 */
export function listOrdersByNumber(exchange: Exchange): OracleResult {
  const orders = itemsOn(exchange);
  const expected = "an order's number, a string that no other order has";
  const wrong =
    giveAList(exchange, 'items') ?? nameEachOnce(orders, 'items[].order_number', expected, ['G-01']);
  if (wrong !== undefined || orders.length > 0) return wrong;
  return { inconclusive: 'the list has no orders' };
}

/**
 * The pages list an order exactly once, with its status, each of its items and no other items (clause 4.6, gap G-11).
 * The items may be in any order, and no two have the same id.
 * @param pages the list from its first page to its last
 */
export function listTheWholeOrder(pages: readonly Exchange[], made: WholeOrder): OracleResult {
  const listed = listedOnce(pages, made.order_number);
  if (!('order' in listed)) return listed;
  const status = member(listed.order, 'status');
  if (made.status !== undefined && status !== made.status)
    return violationAt(inBody(`items[${listed.index}].status`), asShown(made.status), asShown(status));
  const at = inBody(`items[${listed.index}].order_items`);
  const items = entriesOf(member(listed.order, 'order_items'));
  const isById = made.order_items.some(({ id }) => id !== undefined);
  const nameOf = (item: unknown) =>
    isById ? `${member(item, 'id')} of ${member(item, 'sku')}` : `${member(item, 'sku')}`;
  const [wanted, shown] = [made.order_items, items].map((each) => each.map(nameOf).sort());
  if (wanted?.join() !== shown?.join()) {
    const expected = `${isById ? 'the items' : 'items of the products'} ${asShown(wanted)}`;
    return violationAt(at, expected, asShown(shown));
  }
  const ids = items.map((item) => member(item, 'id')).filter((id) => id !== undefined);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) return violationAt(at, 'each item once', `${asShown(twice)} again`);
  return items.length === 0 ? { inconclusive: 'the order was made without items' } : undefined;
}

/**
 * Each listed order shows the status of its items, or `mixed` if their statuses differ (gap G-01). An order or an item
 * without a status is not compared.
 */
export function showTheStatusOfTheirItems(page: Exchange): OracleResult {
  const compared = itemsOn(page).flatMap((order, index) => {
    const actual = member(order, 'status');
    const statuses = new Set(entriesOf(member(order, 'order_items')).map((item) => member(item, 'status')));
    if (actual === undefined || statuses.size === 0 || statuses.has(undefined)) return [];
    return { index, actual, expected: statuses.size > 1 ? 'mixed' : [...statuses][0] };
  });
  const wrong = compared.find(({ actual, expected }) => actual !== expected);
  if (wrong === undefined)
    return compared.length > 0 ? undefined : { inconclusive: 'no listed order has items that show a status' };
  const { index, actual, expected } = wrong;
  return violationAt(inBody(`items[${index}].status`), asShown(expected), asShown(actual), ['G-01']);
}

/**
 * No listed order names the delivery document of another order on the page: neither the URL that the other order names,
 * nor the path where the other order's document can be downloaded. The description doesn't show the URL of a document
 * (gaps G-05 and G-11), so a violation is at most a warning.
 */
export function nameTheirOwnDocuments(page: Exchange): Violation | undefined {
  const orders = itemsOn(page).map((order) => ({
    number: member(order, 'order_number'),
    url: member(order, 'delivery_document_url'),
  }));
  // Checked before a path is computed for each order, because a list may have thousands of orders.
  if (!orders.some(({ url }) => typeof url === 'string')) return undefined;
  const byPath = new Map(orders.map((order) => [documentPath(order.number), order]));
  const byUrl = new Map<string, (typeof orders)[number]>();
  return firstOf(orders, (order, index) => {
    const { number, url } = order;
    if (typeof url !== 'string' || url === '') return undefined;
    const other = byPath.get(endOfPath(url)) ?? byUrl.get(url);
    byUrl.set(url, order);
    if (other === undefined || other.number === number) return undefined;
    const at = inBody(`items[${index}].delivery_document_url`);
    const expected = `the URL of the document of the order ${number}`;
    const actual = `${asShown(url)}, as for the order ${other.number}`;
    return { ...violationAt(at, expected, actual, ['G-05', 'G-11']), atMost: 'warned' as const };
  });
}

function documentPath(number: unknown): string {
  return pathOf(operation('getDeliveryDocument'), { number: String(number) });
}

/** The end of a URL's path, as long as the path of a document is. */
function endOfPath(url: string): string {
  const [path = ''] = url.split(/[?#]/);
  const segments = path.split('/').slice(1 - documentPath('').split('/').length);
  return segments.map((segment) => `/${segment}`).join('');
}

/** An order and its place on its page. @returns a violation unless the pages list it exactly once */
function listedOnce(
  pages: readonly Exchange[],
  number: string,
): Violation | { readonly order: unknown; readonly index: number } {
  const unlisted = firstOf(pages, (page) => giveAList(page, 'items'));
  if (unlisted !== undefined) return unlisted;
  const all = pages.flatMap((page) => itemsOn(page).map((order, index) => ({ order, index })));
  const own = all.filter(({ order }) => member(order, 'order_number') === number);
  const [first] = own;
  if (first !== undefined && own.length === 1) return first;
  const actual = `${own.length} times among ${all.length} orders`;
  return violationAt(inBody('items'), `the order ${number}, once`, actual);
}
