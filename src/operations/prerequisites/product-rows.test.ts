import { expect, test } from '#unit-test';
import { exampleExchange } from '../../http/example-exchange.js';
import type { EntryOf, Pages } from './pages.js';
import { readProductRows } from './product-rows.js';

const items = [
  { sku: 'a', style_key: 's' },
  { sku: 'b', style_key: 's' },
];

test('on a merchant of its own a test reads the whole list once', async () => {
  const { everyPage, queries } = listing();
  const { rows } = await readProductRows(everyPage, { shared: false, items });
  expect(rows.map(({ sku }) => sku)).toEqual(['a', 'a', 'b', 'c', 'd']);
  expect(queries).toEqual([{}]);
});

test('on a shared merchant it asks for its own keys, and a row that comes twice stays twice', async () => {
  const { everyPage, queries } = listing();
  const { rows, exchange } = await readProductRows(everyPage, { shared: true, items });
  expect(rows.map(({ sku }) => sku)).toEqual(['a', 'a', 'b', 'c']);
  expect(queries).toEqual([{ sku: 'a' }, { sku: 'b' }, { style_key: 's' }]);
  expect(exchange.status).toBe(200);
});

test('a reading of nothing is a mistake', async () => {
  await expect(readProductRows(listing().everyPage, { shared: true, items: [] })).rejects.toThrow('no row');
});

/** A list of one style with three products, one of which is listed twice, and one other product. */
function listing() {
  const all = [...'aabc'].map((sku) => ({ sku, style_key: 's' })).concat({ sku: 'd', style_key: 't' });
  const queries: unknown[] = [];
  const everyPage = async (
    query: Readonly<Record<string, unknown>>,
  ): Promise<Pages<EntryOf<'listProducts'>>> => {
    queries.push(query);
    const [[name, value] = ['', undefined]] = Object.entries(query);
    const entries = all.filter((row) => name === '' || Reflect.get(row, name) === value);
    const last = exampleExchange({ body: { items: entries } });
    // Only the keys of a row matter here.
    return { entries: entries as never[], exchanges: [last], last, links: [] };
  };
  return { everyPage, queries };
}
