import { documentedPart } from '../../contract/schemas/documented-fields.js';
import { member } from '../../contract/values/path.js';
import type { Client } from '../../http/client.js';
import type { Exchange } from '../../http/exchange.js';
import type { Records } from '../../verdicts/oracles/batches/followed-batch.js';
import type { MerchantState } from '../../verdicts/oracles/lists/changes.js';
import type { OwnNames } from './dealt-orders.js';
import { bodyOf, type EntryOf, everyPage, type PagedOperation } from './responses.js';

/**
 * Reads all of a merchant's data that a write can change.
 * @param own the names of the test's things if others use the merchant too: then only these are read. If a refused
 * request created something anyway, that appears as a new entry, because the request has named it. A rejection shows in
 * the status of the product.
 * @throws Blocked if a list can't be read to its end
 */
export async function readState(api: Client, own?: OwnNames): Promise<MerchantState> {
  const bySku = await readEach(api, 'listProducts', 'sku', own?.skus);
  const shown = new Set(bySku.entries.map(({ style_key }) => style_key));
  const others = [...(own?.styleKeys ?? [])].filter((key) => !shown.has(key));
  const byStyle = await readEach(api, 'listProducts', 'style_key', others);
  const rejected = own === undefined ? (await everyPage(api, 'listRejectedProducts')).entries : [];
  const orders = await readEach(api, 'listOrders', 'order_number', own?.orders.keys());
  const isOwn = (webhook: { readonly id: unknown }) =>
    own === undefined ||
    own.subscriptionIds.has(String(webhook.id)) ||
    ['url', 'description'].some((field) => own.subscriptionTexts.has(String(member(webhook, field))));
  return {
    products: [...bySku.entries, ...byStyle.entries],
    rejected,
    orders: orders.entries.map((order) => ownPartOf(order, own?.orders.get(order.order_number))),
    webhooks: bodyOf(await api.listWebhooks(), '*.id').filter(isOwn),
  };
}

/** Entries of a list, and the last page that was read. */
interface Entries<Id extends PagedOperation> {
  readonly entries: readonly EntryOf<Id>[];
  readonly last?: Exchange;
}

/** The entries whose field has one of the values, found by filtering the list for each value; without values, all. */
async function readEach<Id extends PagedOperation>(
  api: Client,
  operationId: Id,
  field: string & keyof EntryOf<Id>,
  values: Iterable<string> | undefined,
): Promise<Entries<Id>> {
  if (values === undefined) return everyPage(api, operationId);
  const entries: EntryOf<Id>[] = [];
  let last: Exchange | undefined;
  for (const value of new Set(values)) {
    const pages = await everyPage(api, operationId, { [field]: value });
    entries.push(...pages.entries.filter((entry) => entry[field] === value));
    last = pages.last;
  }
  return { entries, last };
}

/** The keys by which the product list can be filtered for an item (gap G-08). */
export interface ProductKeys {
  readonly sku: string;
  readonly style_key: string;
}

/**
 * Reads rows of the product list as the target lists them, including repeated ones.
 * @param shared whether others use the merchant too: then only rows with the items' keys are read, because others
 * change the rest
 * @returns the rows, and the last request of the reading
 * @throws Blocked if the list can't be read to its end
 */
export async function readProductRows(
  api: Client,
  shared: boolean,
  items: readonly ProductKeys[],
): Promise<{ readonly rows: readonly EntryOf<'listProducts'>[]; readonly exchange: Exchange }> {
  const skus = new Set(items.map(({ sku }) => sku));
  const styles = shared ? items.map(({ style_key }) => style_key) : [];
  const bySku = await readEach(api, 'listProducts', 'sku', shared ? skus : undefined);
  const byStyle = await readEach(api, 'listProducts', 'style_key', styles);
  // A row that both queries return is one row.
  const more = byStyle.entries.filter(({ sku }) => !skus.has(sku));
  return { rows: [...bySku.entries, ...more], exchange: read(byStyle.last ?? bySku.last) };
}

/** Products and orders as they were read. */
export interface Reading {
  readonly records: Records;
  /** The last request of the reading. */
  readonly exchange: Exchange;
}

/** The products and orders to read. If only the test uses the merchant, all are read. */
export interface Wanted {
  readonly skus: Iterable<string>;
  readonly orders?: Iterable<string>;
  /** Products to leave out, because they change by themselves. */
  readonly without?: ReadonlySet<string>;
}

/**
 * Reads products and orders as records: `product SKU` with a field `price DE` for each price, `order NUMBER`, and
 * `order item ID` (gaps G-05 and G-08), with the fields that the contract documents.
 * @param own the names of the test's things if others use the merchant too: then only the wanted products are read, and
 * only the test's items of the wanted orders, because others change the rest
 * @throws Blocked if a list can't be read to its end
 */
export async function readRecords(
  api: Client,
  own: OwnNames | undefined,
  { skus, orders: numbers = [], without }: Wanted,
): Promise<Reading> {
  const products = await readEach(api, 'listProducts', 'sku', own && skus);
  const orders = await readEach(api, 'listOrders', 'order_number', own && numbers);
  const rows = products.entries.filter(({ sku }) => without?.has(sku) !== true);
  const records = new Map([
    ...rows.map(productRecord),
    ...orders.entries.flatMap((order) => recordsOfOrder(order, own?.orders.get(order.order_number))),
  ]);
  return { records, exchange: read(products.last ?? orders.last) };
}

/** The last page that was read. @throws Error if the suite asked for nothing */
function read(last: Exchange | undefined): Exchange {
  if (last === undefined) throw new Error('There is nothing to read.');
  return last;
}

type RecordEntry = readonly [name: string, fields: Readonly<Record<string, unknown>>];

/** A product of the list as a record, and its name. */
export function productRecord(row: EntryOf<'listProducts'>): RecordEntry {
  const { prices, ...fields } = documented('listProducts', row);
  const priceFields = objectsIn(prices).map((price) => [`price ${price.country_code}`, price]);
  return [`product ${row.sku}`, { ...fields, ...Object.fromEntries(priceFields) }];
}

/**
 * An order of the list and its items as records, and their names.
 * @param own the items of the order to look at, if not the whole order
 */
export function recordsOfOrder(order: EntryOf<'listOrders'>, own?: ReadonlySet<string>): RecordEntry[] {
  const { order_items: items, ...fields } = documented('listOrders', ownPartOf(order, own));
  return [
    ...(own === undefined ? [[`order ${order.order_number}`, fields] as const] : []),
    ...objectsIn(items).map((item): RecordEntry => [`order item ${item.id}`, item]),
  ];
}

/**
 * The part of an order that belongs to a test: its items, without the fields that change when other tests move their
 * items.
 * @param own ids of its items; undefined if the whole order belongs to it
 */
function ownPartOf(order: EntryOf<'listOrders'>, own?: ReadonlySet<string>): EntryOf<'listOrders'> {
  if (own === undefined) return order;
  const { order_number, order_items } = order;
  return { order_number, order_items: objectsIn(order_items).filter(({ id }) => own.has(String(id))) };
}

/** The fields of an entry that the contract documents: the target may add others with any value. */
function documented(operationId: PagedOperation, entry: object): RecordEntry[1] {
  return { ...Object(documentedPart(operationId, entry, ['items', '0'])) };
}

function objectsIn(list: unknown): readonly RecordEntry[1][] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'object' && each !== null) : [];
}
