import { expect, test } from '../testing/open-sandbox.js';

test('only a success names the parameters and fields that were ignored', async ({ sandbox }) => {
  const ignored = async (path: string, items?: readonly object[]) =>
    (await sandbox.send(items === undefined ? 'GET' : 'PATCH', path, items && { items, key: 1 })).headers[
      'x-ignored'
    ];
  expect(await ignored('/orders/?order_status=open')).toBeUndefined();
  expect(await ignored('/orders/?id=17&page=1&Page=2')).toBe('query.id, query.Page');
  expect(await ignored('/orders/?id=17&page=0')).toBeUndefined();
  const item = { sku: 'abc', quantity: 1 };
  expect(await ignored('/products/stock', [item, { ...item, stock: 1 }, { ...item, stock: 2 }])).toBe(
    'body.items[].stock, body.key',
  );
});

test('the names of ignored input are few, short and plain, and never contain a key', async ({ sandbox }) => {
  const names = ['a\r\nb', 'ü', '\u001b[31m', sandbox.apiKey, 'x'.repeat(5000), ...'abcdefghij'];
  const query = names.map((name) => `${encodeURIComponent(name)}=1`).join('&');
  const { headers } = await sandbox.send('GET', `/orders/?${query}`);
  const [first, , , key, long, ...rest] = String(headers['x-ignored']).split(', ');
  expect(String(headers['x-ignored'])).toMatch(/^[\w.[\]() ,?-]+$/);
  expect(first).toContain('query.a');
  expect(key).toBe('query.(a key)');
  expect(long?.length).toBeLessThan(70);
  expect(rest).toHaveLength(5);
});
