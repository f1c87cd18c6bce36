import { documentedPart } from '../../contract/documented-fields.js';
import type { Exchange } from '../../http/exchange.js';
import type { Records } from '../../verdicts/batches/followed-batch.js';
import { ownPartOf } from './dealt-orders.js';
import type { OwnNames } from './keys.js';
import type { EntryOf, PagedOperation, Pages } from './pages.js';

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
  /** Of orders that the test has a part of, its items: others change the rest. */
  readonly own?: OwnNames['orders'];
  /** Products to leave out, because they change by themselves. */
  readonly without?: ReadonlySet<string>;
}

type Read = <Id extends PagedOperation>(
  operationId: Id,
  query?: Readonly<Record<string, unknown>>,
) => Promise<Pages<EntryOf<Id>>>;

/**
 * Reads products and orders as records: `product SKU` with a field `price DE` for each price, `order NUMBER`, and
 * `order item ID` (gaps G-05 and G-08), with the fields that the contract documents.
 * @throws Blocked if a list can't be read to its end
 */
export async function readRecords(everyPage: Read, wanted: Wanted): Promise<Reading> {
  const { shared, skus, orders = [], own, without } = wanted;
  const products = await readEach(everyPage, 'listProducts', shared ? of('sku', skus) : [{}]);
  const listed = await readEach(everyPage, 'listOrders', shared ? of('order_number', orders) : [{}]);
  const exchange = products.exchanges.at(-1) ?? listed.exchanges.at(-1);
  if (exchange === undefined) throw new Error('The reading has no records to read.');
  const kept = products.entries.filter(({ sku }) => without?.has(sku) !== true);
  return {
    records: new Map([
      ...kept.map(productRecord),
      ...listed.entries.flatMap((order) => orderRecords(order, own?.get(order.order_number))),
    ]),
    exchange,
  };
}

async function readEach<Id extends PagedOperation>(
  everyPage: Read,
  operationId: Id,
  queries: readonly Readonly<Record<string, unknown>>[],
): Promise<Pick<Pages<EntryOf<Id>>, 'entries' | 'exchanges'>> {
  const read: Pages<EntryOf<Id>>[] = [];
  for (const query of queries) read.push(await everyPage(operationId, query));
  return {
    entries: read.flatMap(({ entries }) => entries),
    exchanges: read.flatMap(({ exchanges }) => exchanges),
  };
}

function of(name: string, values: Iterable<string>): Readonly<Record<string, unknown>>[] {
  return [...new Set(values)].map((value) => ({ [name]: value }));
}

type Entry = readonly [name: string, fields: Readonly<Record<string, unknown>>];

function productRecord(row: EntryOf<'listProducts'>): Entry {
  const { prices, ...fields } = documented('listProducts', row);
  const priceFields = objectsIn(prices).map((price) => [`price ${price.country_code}`, price]);
  return [`product ${row.sku}`, { ...fields, ...Object.fromEntries(priceFields) }];
}

/** @param own the items of the order to look at, if not the whole order */
function orderRecords(order: EntryOf<'listOrders'>, own: ReadonlySet<string> | 'whole' = 'whole'): Entry[] {
  const { order_items: items, ...fields } = documented('listOrders', ownPartOf(order, own));
  return [
    ...(own === 'whole' ? [[`order ${order.order_number}`, fields] as const] : []),
    ...objectsIn(items).map((item): Entry => [`order item ${item.id}`, item]),
  ];
}

/** The fields of an entry that the contract documents: the target may add others with any value. */
function documented(operationId: PagedOperation, entry: object): Entry[1] {
  return { ...Object(documentedPart(operationId, entry, ['items', '0'])) };
}

function objectsIn(list: unknown): readonly Entry[1][] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'object' && each !== null) : [];
}
