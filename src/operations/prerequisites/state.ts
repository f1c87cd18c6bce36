import { documentedPart } from '../../contract/schemas/documented-fields.js';
import type { Client } from '../../http/client.js';
import type { Exchange } from '../../http/exchange.js';
import type { Records } from '../../verdicts/oracles/batches/followed-batch.js';
import type { MerchantState } from '../../verdicts/oracles/lists/changes.js';
import { type OwnNames, ownPartOf } from './dealt-orders.js';
import { bodyOf, type EntryOf, everyPage, type PagedOperation, type Pages } from './responses.js';

/**
 * Reads all of a merchant's data that a write can change, with sorted entries, so that only their content counts.
 * @throws Blocked if a list can't be read to its end
 */
export async function readState(api: Client): Promise<MerchantState> {
  return {
    products: sorted((await everyPage(api, 'listProducts')).entries),
    rejected: sorted((await everyPage(api, 'listRejectedProducts')).entries),
    orders: sorted((await everyPage(api, 'listOrders')).entries),
    webhooks: sorted(bodyOf(await api.listWebhooks(), '*.id')),
  };
}

/**
 * Reads only the data that a test has named: if a refused request created something anyway, that appears as a new
 * entry, because the request has named it. A rejection shows in the status of the product.
 * @throws Blocked if a list can't be read to its end
 */
export async function readOwnState(api: Client, own: OwnNames): Promise<MerchantState> {
  const bySku = await entriesWith(api, 'listProducts', 'sku', own.skus);
  const shown = new Set(bySku.map(({ style_key }) => style_key));
  const others = [...own.styleKeys].filter((key) => !shown.has(key));
  const byStyle = await entriesWith(api, 'listProducts', 'style_key', others);
  const orders = await entriesWith(api, 'listOrders', 'order_number', own.orders.keys());
  const webhooks = bodyOf(await api.listWebhooks(), '*.id');
  return {
    products: sorted([...bySku, ...byStyle]),
    rejected: [],
    orders: sorted(orders.map((order) => ownPartOf(order, own.orders.get(order.order_number) ?? new Set()))),
    webhooks: sorted(
      webhooks.filter(
        (webhook) =>
          own.subscriptionIds.has(String(webhook.id)) ||
          ['url', 'description'].some((field) =>
            own.subscriptionTexts.has(String(Reflect.get(webhook, field))),
          ),
      ),
    ),
  };
}

/** The entries whose field has one of the given values, found by filtering the list. */
async function entriesWith<Id extends PagedOperation>(
  api: Client,
  operationId: Id,
  field: string & keyof EntryOf<Id>,
  values: Iterable<string>,
): Promise<EntryOf<Id>[]> {
  const queries = [...values].map((value) => ({ [field]: value }));
  const read = await readEach(api, operationId, queries);
  return read.flatMap(({ entries }, index) =>
    entries.filter((entry) => entry[field] === queries[index]?.[field]),
  );
}

function sorted(entries: readonly unknown[]): readonly unknown[] {
  const strings = new Map(entries.map((entry) => [entry, JSON.stringify(entry)]));
  return entries.toSorted((a, b) => ((strings.get(a) ?? '') < (strings.get(b) ?? '') ? -1 : 1));
}

/** The keys by which the product list can be filtered for an item (gap G-08). */
export interface ProductKeys {
  readonly sku: string;
  readonly style_key: string;
}

/** The rows of the product list that were read. */
interface ProductRows {
  readonly rows: readonly EntryOf<'listProducts'>[];
  /** The last request of the reading. */
  readonly exchange: Exchange;
}

/**
 * Reads rows of the product list as the target lists them, including repeated ones.
 * @param shared whether others use the merchant too: then only rows with the items' keys are read, because others
 * change the rest
 * @throws Blocked if the list can't be read to its end
 */
export async function readProductRows(
  api: Client,
  shared: boolean,
  items: readonly ProductKeys[],
): Promise<ProductRows> {
  const skus = new Set(items.map(({ sku }) => sku));
  const styles = shared ? items.map(({ style_key }) => style_key) : [];
  const bySku = await readEach(api, 'listProducts', shared ? queriesFor('sku', skus) : [{}]);
  const byStyle = await readEach(api, 'listProducts', queriesFor('style_key', styles));
  // A row that both queries return is one row.
  const more = byStyle.flatMap(({ entries }) => entries).filter(({ sku }) => !skus.has(sku));
  const exchange = lastOf([...bySku, ...byStyle]);
  return { rows: [...bySku.flatMap(({ entries }) => entries), ...more], exchange };
}

/** Products and orders as they were read. */
export interface Reading {
  readonly records: Records;
  /** The last request of the reading. */
  readonly exchange: Exchange;
}

/** The part of a merchant's data to read. */
export interface Wanted {
  /**
   * Whether others use the merchant too: then only these products and orders are read, because others change the
   * rest.
   */
  readonly shared: boolean;
  readonly skus: Iterable<string>;
  readonly orders?: Iterable<string>;
  /** For orders that belong only partly to the test, its items: others change the rest. */
  readonly own?: OwnNames['orders'] | undefined;
  /** Products to leave out, because they change by themselves. */
  readonly without?: ReadonlySet<string>;
}

/**
 * Reads products and orders as records: `product SKU` with a field `price DE` for each price, `order NUMBER`, and
 * `order item ID` (gaps G-05 and G-08), with the fields that the contract documents.
 * @throws Blocked if a list can't be read to its end
 */
export async function readRecords(api: Client, wanted: Wanted): Promise<Reading> {
  const { shared, skus, orders: numbers = [], own, without } = wanted;
  const products = await readEach(api, 'listProducts', shared ? queriesFor('sku', skus) : [{}]);
  const orders = await readEach(api, 'listOrders', shared ? queriesFor('order_number', numbers) : [{}]);
  const rows = products.flatMap(({ entries }) => entries).filter(({ sku }) => without?.has(sku) !== true);
  return {
    records: new Map([
      ...rows.map(productRecord),
      ...orders
        .flatMap(({ entries }) => entries)
        .flatMap((order) => orderRecords(order, own?.get(order.order_number))),
    ]),
    exchange: lastOf(products.length > 0 ? products : orders),
  };
}

async function readEach<Id extends PagedOperation>(
  api: Client,
  operationId: Id,
  queries: readonly Readonly<Record<string, unknown>>[],
): Promise<Pages<EntryOf<Id>>[]> {
  const read: Pages<EntryOf<Id>>[] = [];
  for (const query of queries) read.push(await everyPage(api, operationId, query));
  return read;
}

function queriesFor(name: string, values: Iterable<string>): Readonly<Record<string, unknown>>[] {
  return [...new Set(values)].map((value) => ({ [name]: value }));
}

function lastOf(read: readonly Pages<unknown>[]): Exchange {
  const last = read.at(-1);
  if (last === undefined) throw new Error('There is nothing to read.');
  return last.last;
}

type RecordEntry = readonly [name: string, fields: Readonly<Record<string, unknown>>];

/** A product of the list as a record, and its name. */
export function productRecord(row: EntryOf<'listProducts'>): RecordEntry {
  const { prices, ...fields } = documented('listProducts', row);
  const priceFields = objectsIn(prices).map((price) => [`price ${price.country_code}`, price]);
  return [`product ${row.sku}`, { ...fields, ...Object.fromEntries(priceFields) }];
}

/** @param own the items of the order to look at, if not the whole order */
function orderRecords(order: EntryOf<'listOrders'>, own?: ReadonlySet<string>): RecordEntry[] {
  const shown = own === undefined ? order : ownPartOf(order, own);
  const { order_items: items, ...fields } = documented('listOrders', shown);
  return [
    ...(own === undefined ? [[`order ${order.order_number}`, fields] as const] : []),
    ...objectsIn(items).map((item): RecordEntry => [`order item ${item.id}`, item]),
  ];
}

/** The fields of an entry that the contract documents: the target may add others with any value. */
function documented(operationId: PagedOperation, entry: object): RecordEntry[1] {
  return { ...Object(documentedPart(operationId, entry, ['items', '0'])) };
}

function objectsIn(list: unknown): readonly RecordEntry[1][] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'object' && each !== null) : [];
}
