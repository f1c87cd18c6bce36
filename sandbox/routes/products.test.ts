import type { OpenSandbox } from '../testing/open-sandbox.js';
import { productItem } from '../testing/product-item.js';
import { expect, test } from '../testing/test.js';

function upsert(sandbox: OpenSandbox, changes: readonly object[]) {
  const items = changes.map((change) => ({ ...productItem(sandbox.merchants, sandbox.merchant), ...change }));
  return sandbox.batch('POST', '/products/', 'products', items);
}

async function rows(sandbox: OpenSandbox, query = ''): Promise<unknown> {
  const { status, body } = await sandbox.send('GET', `/products/${query}`);
  expect(status).toBe(200);
  return Object(body).items;
}

const success = expect.objectContaining({ success: true, errors: [] });
const failure = expect.objectContaining({ success: false, errors: [expect.any(String)] });

test('a new product is a draft with the values that were sent', async ({ sandbox }) => {
  const item = productItem(sandbox.merchants, sandbox.merchant);
  expect((await upsert(sandbox, [{}])).body).toMatchObject({ status: 'completed', items: [success] });
  expect(await rows(sandbox)).toEqual([
    { ...item, status: 'draft', hs_code: null, material_composition_non_textile: null },
  ]);
  expect(await rows(sandbox, '?status=active')).toEqual([]);
});

test('nothing is visible before the batch is finished', async ({ sandbox }) => {
  await sandbox.send('POST', '/products/', { items: [productItem(sandbox.merchants, sandbox.merchant)] });
  expect(await rows(sandbox)).toEqual([]);
  sandbox.pass(2.9);
  expect(await rows(sandbox)).toEqual([]);
  sandbox.pass(10);
  expect(await rows(sandbox)).toHaveLength(1);
});

test('the same sku again updates, and twice the same leaves the same', async ({ sandbox }) => {
  await upsert(sandbox, [{}]);
  await upsert(sandbox, [{ weight: 1, name: 'Another name' }]);
  const after = await rows(sandbox);
  expect(after).toEqual([expect.objectContaining({ weight: 1, name: 'Another name' })]);
  await upsert(sandbox, [{ weight: 1, name: 'Another name' }]);
  expect(await rows(sandbox)).toEqual(after);
});

test('a bad item spoils only itself, and what it would have changed stays', async ({ sandbox }) => {
  const [size = 0, other = 0] = sizes(sandbox);
  const result = await upsert(sandbox, [
    { size },
    { sku: 'sku-2', size: other, brand: 1 },
    { sku: 'sku-3', size: other },
  ]);
  expect(result.body).toMatchObject({ status: 'completed', items: [success, failure, success] });
  expect(await rows(sandbox)).toEqual(['sku-1', 'sku-3'].map((sku) => expect.objectContaining({ sku })));
});

test('items of a batch are applied in order', async ({ sandbox }) => {
  const result = await upsert(sandbox, [{ weight: 1 }, { sku: 'sku-2' }, { weight: 2 }]);
  expect(result.body).toMatchObject({ items: [success, failure, success] });
  expect(await rows(sandbox)).toEqual([expect.objectContaining({ sku: 'sku-1', weight: 2 })]);
});

test('a wrong shape refuses the whole batch, with the place and the bound', async ({ sandbox }) => {
  const items = [{}, { weight: 100_001 }].map((change) => ({
    ...productItem(sandbox.merchants, sandbox.merchant),
    ...change,
  }));
  const refused = await sandbox.send('POST', '/products/', { items });
  expect(refused.status).toBe(400);
  expect(refused.body).toEqual({ message: 'items[1].weight must be at most 100000, but is 100001' });
  sandbox.pass(10);
  expect(await rows(sandbox)).toEqual([]);
});

const text = (length: number) => '😀'.repeat(length);

const bounds: readonly (readonly [string, unknown, unknown])[] = [
  ['style_key', text(120), text(121)],
  ['style_key', 'x', ''],
  ['sku', text(120), text(121)],
  ['sku', 'abc', 'ab'],
  ['hs_code', text(20), text(21)],
  ['name', text(120), text(121)],
  ['weight', 0, -0.001],
  ['weight', 100_000, 100_000.001],
  ['quantity', 0, -1],
  ['quantity', 1_000_000, 1_000_001],
  ['quantity', 7, 7.5],
  ['images', ['https://a.example/1'], []],
  ['images', Array(10).fill('https://a.example/1'), Array(11).fill('https://a.example/1')],
  ['images', ['http://a.example'], ['ftp://a.example']],
  ['second_size', null, '1'],
];

test('each field is accepted at its bounds and refused past them', async ({ sandbox }) => {
  for (const [field, at, past] of bounds) {
    expect((await upsert(sandbox, [{ [field]: at }])).body, field).toMatchObject({ items: [success] });
    const item = { ...productItem(sandbox.merchants, sandbox.merchant), [field]: past };
    const refused = await sandbox.send('POST', '/products/', { items: [item] });
    expect(refused.body).toEqual({ message: expect.stringContaining(`items[0].${field}`) });
    sandbox.merchant.catalogue.clear();
  }
});

test('a description has at most 2500 characters', async ({ sandbox }) => {
  const locale = sandbox.merchant.markets[0]?.locale.code ?? '';
  expect((await upsert(sandbox, [{ descriptions: { [locale]: text(2_500) } }])).body).toMatchObject({
    items: [success],
  });
  const item = {
    ...productItem(sandbox.merchants, sandbox.merchant),
    descriptions: { [locale]: text(2_501) },
  };
  expect((await sandbox.send('POST', '/products/', { items: [item] })).status).toBe(400);
});

test('the list is filtered and comes in pages', async ({ sandbox }) => {
  const skus = sizes(sandbox).slice(0, 5);
  await upsert(
    sandbox,
    skus.map((size, index) => ({ sku: `sku-${index}`, size })),
  );
  await upsert(sandbox, [{ style_key: 'other style', sku: 'lone' }]);
  expect(await rows(sandbox, '?style_key=other%20style')).toEqual([expect.objectContaining({ sku: 'lone' })]);
  expect(await rows(sandbox, '?sku=sku-3&style_key=style-1&status=draft')).toHaveLength(1);
  expect(await rows(sandbox, '?sku=sku-3&style_key=other')).toEqual([]);
  const { body } = await sandbox.send(
    'GET',
    '/products?page=2&per_page=2&style_key=style-1&unknown=1&unknown=2',
  );
  expect(body).toMatchObject({
    items: [{ sku: 'sku-2' }, { sku: 'sku-3' }],
    pagination: {
      page: 2,
      per_page: 2,
      pages: 3,
      total: 5,
      next: '/api/v1/products/?page=3&per_page=2&style_key=style-1',
      prev: '/api/v1/products/?page=1&per_page=2&style_key=style-1',
    },
  });
});

test('the list refuses parameters past their bounds', async ({ sandbox }) => {
  for (const query of [
    'status=published',
    'status=',
    'page=0',
    'page=1.5',
    'per_page=101',
    'per_page=0',
    'sku=a&sku=b',
  ]) {
    const { status, body } = await sandbox.send('GET', `/products/?${query}`);
    expect(status, query).toBe(400);
    expect(body).toEqual({ message: expect.stringContaining(query.split('=')[0] ?? '') });
  }
});

test('another merchant sees none of it, and can use the same sku', async ({ sandbox }) => {
  await upsert(sandbox, [{}]);
  const { body } = await sandbox.send('GET', '/products/', undefined, sandbox.otherApiKey);
  expect(body).toMatchObject({ items: [], pagination: { total: 0, pages: 0, next: null, prev: null } });
});

function sizes({ merchants, merchant }: OpenSandbox): number[] {
  return [...(merchants.choicesOf(productItem(merchants, merchant).category)?.groups.get('size') ?? [])];
}
