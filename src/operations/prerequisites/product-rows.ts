import type { Exchange } from '../../http/exchange.js';
import type { EntryOf, Pages } from './pages.js';

/** The keys by which the product list can be filtered for an item (gap G-08). */
export interface ProductKeys {
  readonly sku: string;
  readonly style_key: string;
}

/** The rows of the product list that were read. */
export interface ProductRows {
  readonly rows: readonly EntryOf<'listProducts'>[];
  /** The last request of the reading. */
  readonly exchange: Exchange;
}

type Read = (query: Readonly<Record<string, unknown>>) => Promise<Pages<EntryOf<'listProducts'>>>;

/**
 * Reads rows of the product list as the target lists them, including repeated ones.
 * @param shared whether others use the merchant too: then only rows with the items' keys are read, because others
 * change the rest
 * @throws Blocked if the list can't be read to its end
 */
export async function readProductRows(
  everyPage: Read,
  { shared, items }: { readonly shared: boolean; readonly items: readonly ProductKeys[] },
): Promise<ProductRows> {
  const skus = new Set(items.map(({ sku }) => sku));
  const styles = new Set(items.map(({ style_key }) => style_key));
  const bySku = await each(everyPage, shared ? [...skus].map((sku) => ({ sku })) : [{}]);
  const byStyle = await each(everyPage, shared ? [...styles].map((style_key) => ({ style_key })) : []);
  // A row that both queries return is one row.
  const more = byStyle.flatMap(({ entries }) => entries).filter(({ sku }) => !skus.has(sku));
  const exchange = [...bySku, ...byStyle].at(-1)?.last;
  if (exchange === undefined) throw new Error('The reading has no rows to read.');
  return { rows: [...bySku.flatMap(({ entries }) => entries), ...more], exchange };
}

async function each(
  everyPage: Read,
  queries: readonly Readonly<Record<string, unknown>>[],
): Promise<Pages<EntryOf<'listProducts'>>[]> {
  const read = [];
  for (const query of queries) read.push(await everyPage(query));
  return read;
}
