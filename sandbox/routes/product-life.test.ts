import { PRODUCT_STATUSES } from '../domain/products/product.js';
import { REJECTION_MARKER } from '../domain/products/review.js';
import type { OpenSandbox } from '../testing/open-sandbox.js';
import { productItem } from '../testing/product-item.js';
import { putProduct } from '../testing/put-product.js';
import { expect, test } from '../testing/test.js';

async function upsert(sandbox: OpenSandbox, change: object = {}): Promise<void> {
  const items = [{ ...productItem(sandbox.merchants, sandbox.merchant), ...change }];
  const { body } = await sandbox.batch('POST', '/products/', 'products', items);
  expect(body).toMatchObject({ items: [{ success: true }] });
}

async function set(sandbox: OpenSandbox, status: string, style_key = 'style-1'): Promise<unknown> {
  const { body } = await sandbox.batch('PATCH', '/products/status', 'status', [{ style_key, status }]);
  return Object(body).items[0];
}

async function statusOf(sandbox: OpenSandbox): Promise<unknown> {
  const { body } = await sandbox.send('GET', '/products/?style_key=style-1');
  return Object(body).items[0]?.status;
}

const success = expect.objectContaining({ success: true, errors: [] });
const failure = expect.objectContaining({ success: false, errors: [expect.any(String)] });

test('from draft to active, inactive, and active again; draft is refused after approval', async ({
  sandbox,
}) => {
  await upsert(sandbox);
  expect(await set(sandbox, 'inactive')).toEqual(failure);
  expect(await statusOf(sandbox)).toBe('draft');
  expect(await set(sandbox, 'published')).toEqual(success);
  sandbox.pass(7);
  expect(await statusOf(sandbox)).toBe('active');
  expect(await set(sandbox, 'draft')).toEqual(failure);
  expect(await statusOf(sandbox)).toBe('active');
  expect(await set(sandbox, 'inactive')).toEqual(success);
  const active = await sandbox.send('GET', '/products/?status=active');
  expect(active.body).toMatchObject({ items: [] });
  expect(await set(sandbox, 'draft')).toEqual(failure);
  expect(await set(sandbox, 'published')).toEqual(success);
  expect(await statusOf(sandbox)).toBe('active');
});

test('an upsert shows its new fields and leaves the status alone, whichever it is', async ({ sandbox }) => {
  for (const status of PRODUCT_STATUSES) {
    const change = { style_key: `style ${status}`, sku: `sku-${status}` };
    putProduct(sandbox, change, status);
    await upsert(sandbox, { ...change, name: 'New' });
    sandbox.pass(10);
    const { body } = await sandbox.send('GET', `/products/?sku=${change.sku}`);
    expect(body).toMatchObject({ items: [{ name: 'New', status }] });
  }
});

test('an upsert takes a product neither out of its approval nor past it', async ({ sandbox }) => {
  await upsert(sandbox);
  await sandbox.send('PATCH', '/products/status', { items: [{ style_key: 'style-1', status: 'published' }] });
  sandbox.pass(5);
  expect(await statusOf(sandbox)).toBe('pending_approval');
  const items = [productItem(sandbox.merchants, sandbox.merchant)];
  await sandbox.send('POST', '/products/', { items });
  sandbox.pass(10);
  expect(await statusOf(sandbox)).toBe('active');
});

test('other statuses cannot be set', async ({ sandbox }) => {
  await upsert(sandbox);
  for (const status of ['active', 'pending_approval', 'rejected', 'Draft', '', 'x'.repeat(500)])
    expect(await set(sandbox, status), status).toEqual(failure);
  expect(await statusOf(sandbox)).toBe('draft');
});

test('an unknown style is refused', async ({ sandbox }) => {
  expect(await set(sandbox, 'published', 'unknown')).toEqual(failure);
});

test('rejected styles are listed with their reasons, in pages, and can be found by their key', async ({
  sandbox,
}) => {
  const images = [`https://images.example/${REJECTION_MARKER}.jpg`];
  const keys = Array.from({ length: 25 }, (_, index) => `style ${index}`);
  const item = productItem(sandbox.merchants, sandbox.merchant);
  const items = keys.map((style_key, index) => ({ ...item, style_key, sku: `sku-${index}`, images }));
  await sandbox.batch('POST', '/products/', 'products', items);
  await upsert(sandbox, { style_key: 'good', sku: 'good' });
  const updates = ['good', ...keys].map((style_key) => ({ style_key, status: 'published' }));
  await sandbox.batch('PATCH', '/products/status', 'status', updates);
  sandbox.pass(7);

  const first = await sandbox.send('GET', '/products/rejected');
  expect(first.body).toMatchObject({
    pagination: {
      page: 1,
      per_page: 20,
      pages: 2,
      total: 25,
      next: '/api/v1/products/rejected?page=2&per_page=20',
    },
  });
  const second = await sandbox.send('GET', '/products/rejected?page=2');
  const listed = [first, second].flatMap(({ body }) => Object(body).items);
  expect(listed.map((entry) => entry.style_key)).toEqual(keys);
  expect(listed[0]).toEqual({
    style_key: 'style 0',
    rejection_reasons: [
      {
        key: 'image_quality',
        type: 'image',
        name: expect.any(String),
        description: expect.stringContaining('images[0]'),
      },
    ],
    rejection_message: expect.stringContaining('sku-0'),
    rejected_product_ids_hint: { skus: ['sku-0'] },
  });
  const found = await sandbox.send('GET', '/products/rejected?style_key=style%203');
  expect(found.body).toMatchObject({ items: [{ style_key: 'style 3' }], pagination: { total: 1 } });
  for (const empty of ['style_key=', 'style_key']) {
    const unfiltered = await sandbox.send('GET', `/products/rejected?${empty}&per_page=100`);
    expect(unfiltered.body, empty).toMatchObject({ pagination: { total: 25, per_page: 100 } });
  }
  const named = await sandbox.send('GET', '/products/rejected?style_key=null');
  expect(named.body, 'null is a style key like any other').toMatchObject({ items: [] });
});

test('the rejected products refuse parameters past their bounds', async ({ sandbox }) => {
  for (const query of [
    'page=0',
    'page=-1',
    'page=1.5',
    'page=a',
    'page=',
    'per_page=0',
    'per_page=-1',
    'per_page=101',
    'per_page=1e1',
    'per_page=20&per_page=20',
  ])
    expect((await sandbox.send('GET', `/products/rejected?${query}`)).status, query).toBe(400);
});

test('stock and price updates show in the list', async ({ sandbox }) => {
  await upsert(sandbox);
  const [market, other] = sandbox.merchant.markets;
  const price = { country_code: other?.country.code, retail_price: 99.99, sale_price: null };
  const stock = await sandbox.batch('PATCH', '/products/stock', 'stock', [
    { sku: 'sku-1', quantity: 1_000_000, valid_at: '2020-01-01T00:00:00Z' },
    { sku: 'unknown', quantity: 1 },
    { sku: 'sku-1', quantity: 3, valid_at: '2019-12-31T00:00:00Z' },
  ]);
  expect(stock.body).toMatchObject({ items: [success, failure, failure] });
  const prices = await sandbox.batch('PATCH', '/products/price', 'price', [
    { sku: 'sku-1', price },
    { sku: 'unknown', price },
    { sku: 'sku-1', price: { ...price, country_code: 'AQ' } },
  ]);
  expect(prices.body).toMatchObject({ items: [success, failure, failure] });
  const { body } = await sandbox.send('GET', '/products/');
  expect(body).toMatchObject({
    items: [
      { quantity: 1_000_000, prices: [{ country_code: market?.country.code, retail_price: 49.9 }, price] },
    ],
  });
});

test('updates with values past their bounds are refused', async ({ sandbox }) => {
  for (const [path, item] of [
    ['stock', { sku: 'sku-1', quantity: 1_000_001 }],
    ['stock', { sku: 'sku-1', quantity: -1 }],
    ['stock', { sku: 'sku-1', quantity: 1, valid_at: 'tomorrow' }],
    ['price', { sku: 'sku-1', price: { country_code: 'DE', retail_price: 0 } }],
    ['price', { sku: 'sku-1', price: { country_code: 'de', retail_price: 1 } }],
    ['status', { style_key: '😀'.repeat(121), status: 'draft' }],
  ] as const) {
    const { status } = await sandbox.send('PATCH', `/products/${path}`, { items: [item] });
    expect(status, JSON.stringify(item)).toBe(400);
  }
});
