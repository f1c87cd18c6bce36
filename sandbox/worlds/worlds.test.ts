import { createHmac } from 'node:crypto';
import { expect, test } from '#unit-test';
import { findPlanting } from '../faults/find-planting.js';
import { OPERATIONS } from '../routes/index.js';
import { productItem } from '../testing/product-item.js';
import { at, clientOf, openWorld } from '../testing/world-client.js';
import { worldsWithWords } from '../testing/world-words.js';
import { findWorld, WORLDS } from './index.js';

for (const world of WORLDS) {
  const { name } = world;

  test(`in the world ${name}, every operation can be exercised in its words`, async () => {
    const sandbox = openWorld(world);
    const { words, call, batch, succeeded } = await clientOf(sandbox, name);
    const { merchants, merchant } = sandbox;
    const succeeds = async (method: 'POST' | 'PATCH', path: string, kind: string, item: object) => {
      const { body } = await batch(method, path, kind, words.items([item]));
      expect(at(body, words.success), JSON.stringify(body)).toBe(true);
      expect(at(body, words.resultStatus)).toBe('completed');
    };

    expect(at((await call('GET', '/countries/')).body, words.country)).toMatch(/^[A-Z]{2}$/);
    const category = at((await call('GET', '/categories/')).body, words.categoryId);
    const groups = await call('GET', `/categories/${category}/attribute-groups`);
    expect(at(groups.body, words.groupName)).toEqual(expect.any(String));
    const brand = at((await call('GET', '/brands/')).body, words.brandId);
    expect(typeof brand).toBe(name === 'string-ids' ? 'string' : 'number');

    const created = await call('POST', '/webhooks/', words.webhook('http://127.0.0.1:9/'));
    expect(created.status, JSON.stringify(created.body)).toBe(words.created);

    const item = productItem(merchants, merchant, { brand: Number(brand) });
    const prices = item.prices.map(({ country_code, retail_price }) => ({
      country_code,
      retail_price: words.price(retail_price),
    }));
    const upserted = await batch('POST', '/products/', 'products', { items: [{ ...item, prices }] });
    expect(at(upserted.body, words.success), JSON.stringify(upserted.body)).toBe(true);
    const published = { items: [{ style_key: item.style_key, status: 'published' }] };
    expect((await batch('PATCH', '/products/status', 'status', published)).body).toMatchObject({
      status: 'completed',
      items: [{ requestItem: published.items[0], success: true, errors: [] }],
    });
    await succeeds('PATCH', '/products/stock', 'stock', words.stockItem(item.sku, 7));
    const [country = ''] = item.countries ?? [];
    await succeeds(
      'PATCH',
      '/products/price',
      'price',
      words.priceItem(item.sku, country, words.price(12.5)),
    );
    const active = (await call('GET', `/products/?status=active&${words.pageSize}=1`)).body;
    expect(at(active, words.total)).toBe(1);
    const row = at(active, `${words.rows}.0`);
    expect(
      [words.rowSku, words.rowStatus, words.rowQuantity, words.rowPrice].map((path) => at(row, path)),
    ).toEqual([item.sku, 'active', 7, words.price(12.5)]);

    await sandbox.control('POST', `/merchants/${merchant.id}/orders`, { skus: [item.sku], items: 2 });
    const listed = (await call('GET', `/orders/?${words.orderState}=${words.open}`)).body;
    const [order, next] = [0, 1].map((index) => at(listed, `${words.rows}.${index}`));
    expect(at(order, words.orderStatus)).toBe(words.open);
    const number = String(at(order, words.orderNumber));
    const [first, second] = words.itemIds.map((path) =>
      path.startsWith('+1.') ? at(next, path.slice('+1.'.length)) : at(order, path),
    );
    const document = await call('GET', `/orders/${number}/delivery-document`);
    expect(document.status).toBe(words.download);
    if (document.status === 200) expect(document.raw.subarray(0, 4).toString()).toBe('%PDF');
    await succeeds('POST', '/orders/cancel', 'cancel', words.cancelItem(first));
    await succeeds('POST', '/orders/ship', 'ship', words.shipItem(second));
    await succeeds('POST', '/orders/return', 'return', words.returnItem(second));

    const report = at((await call('GET', '/reports/')).body, words.reportId);
    expect((await call('GET', `/reports/${report}/download`)).status).toBe(words.download);
    expect((await call('GET', '/products/rejected')).body).toMatchObject({
      items: [],
      pagination: { total: 0 },
    });

    expect(at((await call('GET', '/webhooks/types')).body, words.type)).toEqual(expect.any(String));
    expect(at((await call('GET', '/webhooks/')).body, words.webhooks)).toHaveLength(1);
    const id = at(created.body, words.webhookId);
    const [delivery] = sandbox.delivered;
    const delivered: unknown = JSON.parse(delivery?.body ?? '');
    expect([words.delivered, words.deliveredQuantity].map((path) => at(delivered, path))).toEqual([
      'stock.updated',
      7,
    ]);
    const secret = String(at(created.body, words.secret));
    expect(delivery?.headers[words.signature]).toBe(
      createHmac('sha256', secret)
        .update(delivery?.body ?? '')
        .digest('hex'),
    );
    expect(at((await call('GET', `/webhooks/${id}`)).body, words.webhookId)).toBe(id);
    expect((await call('PATCH', `/webhooks/${id}`, words.disabled)).status).toBe(200);
    expect((await call('DELETE', `/webhooks/${id}`)).status).toBe(words.deleted);
    expect((await call('GET', `/webhooks/${id}`)).status).toBe(404);

    expect([...succeeded].sort()).toEqual(OPERATIONS.map((each) => each.id).sort());
    await sandbox.app.close();
  });

  test(`the world ${name} keeps what the description states`, async () => {
    const sandbox = openWorld(world);
    const { words, call, batch } = await clientOf(sandbox, name);
    const message = { message: expect.any(String) };
    for (const { method, path } of OPERATIONS) {
      const keyless = await sandbox.send(method, path.replaceAll(/\{\w+\}/g, 'x'), undefined, 'no key');
      expect([keyless.status, keyless.body]).toEqual([401, message]);
    }
    const limited = { 'x-ratelimit-limit': expect.anything(), 'x-ratelimit-remaining': expect.anything() };
    const unknown = '00000000-0000-4000-8000-000000000000';
    for (const [path, status] of [
      [`/results/status?batch_request_id=${unknown}`, 404],
      ['/results/status', 400],
      ['/results/status?batch_request_id=x', 400],
      [`/results/stock?${words.resultId}=${unknown}`, 404],
      ['/products/rejected?per_page=101', words.invalidQuery],
      ['/reports/x/download', 404],
      ['/webhooks/x', 404],
    ] as const) {
      const refused = await call('GET', path);
      expect([refused.status, refused.body], path).toEqual([status, message]);
      expect(refused.headers, path).toMatchObject(limited);
    }
    for (const [method, path, body] of [
      ['POST', '/products/', {}],
      ['PATCH', '/products/status', { items: {} }],
      ['PATCH', '/products/stock', words.items([{}])],
      ['POST', '/webhooks/', {}],
    ] as const) {
      const refused = await call(method, path, body);
      expect([refused.status, refused.body], path).toEqual([words.invalid, words.refused]);
    }

    const { merchants, merchant } = sandbox;
    const item = productItem(merchants, merchant, { images: ['https://images.example/sandbox-reject.jpg'] });
    const prices = item.prices.map(({ country_code }) => ({ country_code, retail_price: 100 }));
    await batch('POST', '/products/', 'products', { items: [{ ...item, prices }] });
    const update = { style_key: item.style_key, status: 'published', remark: 'kept' };
    const accepted = await call('PATCH', '/products/status', { items: [update] });
    sandbox.pass(10);
    const batchRequestId = at(accepted.body, words.batchId);
    const results = await call('GET', `/results/status?batch_request_id=${batchRequestId}`);
    const isUpper = name === 'verbose';
    expect(results.body).toEqual({
      batchRequestId: isUpper ? String(batchRequestId).toUpperCase() : batchRequestId,
      status: 'completed',
      items: [{ requestItem: update, success: true, errors: [] }],
    });
    expect((await call('GET', '/products/rejected?style_key=style-1&page=1&per_page=1')).body).toMatchObject({
      items: [{ style_key: 'style-1', rejection_reasons: [{ key: expect.any(String) }] }],
      pagination: { per_page: 1, page: 1, pages: 1, total: 1 },
    });
    const none = await call('GET', '/products/?status=active');
    expect(at(none.body, words.total)).toBe(0);
    await sandbox.app.close();
  });

  if (name !== 'bare')
    test(`the live description of the world ${name} is a valid OpenAPI document, and tells what it does`, async () => {
      const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
      const { app } = openWorld(world);
      const document = (await app.inject('/api/v1/docs/openapi.json')).json();
      expect(document).toMatchObject({
        openapi: '3.1.0',
        info: { version: '1.3.0', description: world.does },
      });
      expect((await app.inject('/api/v1/docs/json')).json()).toEqual(document);
      expect((await app.inject('/api/v1/docs')).headers['content-type']).toContain('text/html');
      await expect(SwaggerParser.validate(document)).resolves.toHaveProperty('info.version', '1.3.0');
      await app.close();
    });
}

test('each world has a name of its own and a sentence, and is found by its name', () => {
  expect(worldsWithWords).toEqual(WORLDS.map(({ name }) => name));
  for (const world of WORLDS) {
    expect(findWorld(world.name)).toBe(world);
    expect(world.does).toMatch(/^[A-Z][^\n]+\.$/);
  }
  expect(() => findWorld('nowhere')).toThrow(/names, envelopes/);
});

test('the world bare answers for collections with their slash alone, and has a page but no live description', async () => {
  const { app, send } = openWorld(findWorld('bare'));
  expect((await send('GET', '/brands')).status).toBe(404);
  expect((await send('GET', '/brands/')).status).toBe(200);
  for (const page of ['openapi.json', 'json', 'yaml'])
    expect((await app.inject(`/api/v1/docs/${page}`)).statusCode).toBe(404);
  const { body } = await app.inject('/api/v1/docs');
  for (const { path, summary, requestsPerMinute } of OPERATIONS)
    expect(body).toContain(`<td>/api/v1${path}</td><td>${summary}</td><td>${requestsPerMinute}</td>`);
  await app.close();
});

test('the world terse leads to its files, shows no updated webhook, and counts the keys of a merchant together', async () => {
  const sandbox = openWorld(findWorld('terse'));
  const { apiKey, secondApiKey, merchant, send } = sandbox;
  const [report] = merchant.reports;
  const path = `/reports/${report?.id}/download`;
  const lead = await send('GET', path);
  expect([lead.status, lead.headers.location, lead.raw.length]).toEqual([302, `/files${path}`, 0]);
  const file = await sandbox.app.inject({ url: `/files${path}`, headers: { 'x-api-key': apiKey } });
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  const created = await send('POST', '/webhooks/', { url: 'http://127.0.0.1:9/', events: ['stock.updated'] });
  const updated = await send('PATCH', `/webhooks/${at(created.body, 'id')}`, { enabled: false });
  expect([updated.status, updated.raw.length]).toEqual([200, 0]);
  for (let count = 1; count <= 10; count += 1) expect((await send('GET', '/reports/')).status).toBe(200);
  const limited = await send('GET', '/reports/', undefined, secondApiKey);
  expect([limited.status, limited.headers['content-type']]).toEqual([429, 'text/html']);
  await sandbox.app.close();
});

for (const [name, path, body, message] of [
  ['names', '/products/stock', { items: [{ sku: 'sku-1', quantity: 1 }] }, 'items[0].article is missing'],
  [
    'names',
    '/products/stock',
    { items: [{ article: 'sku-1', amount: -1 }] },
    'items[0].amount must be at least',
  ],
  ['envelopes', '/products/stock', { items: [] }, 'data is missing'],
  ['strict-items', '/products/', { items: [{ sku: 'sku-1' }] }, 'items[0].ean is missing'],
  ['strict-items', '/products/', { items: [{ ean: null }] }, 'items[0].ean must be a string'],
  [
    'strict-items',
    '/orders/cancel',
    { items: Array(21).fill({ id: 1 }) },
    'items must have at most 20 entries',
  ],
  ['string-ids', '/orders/cancel', { items: [{ id: 1 }] }, 'items[0].id must be a string'],
  [
    'minor-units',
    '/products/',
    { items: [{ prices: [{ retail_price: 9.9 }] }] },
    'items[0].prices[0].retail_price must be',
  ],
  ['status-words', '/products/?status=rejected', undefined, 'status must be'],
  ['status-words', '/products/?status=x', undefined, 'in_review, declined, approved, active'],
] as const)
  test(`the world ${name} refuses what it doesn't know in its own words: ${message}`, async () => {
    const { app, send } = openWorld(findWorld(name));
    const method =
      body === undefined ? 'GET' : path.startsWith('/orders') || path === '/products/' ? 'POST' : 'PATCH';
    const refused = await send(method, path, body);
    expect([refused.status, String(at(refused.body, 'message'))]).toEqual([
      400,
      expect.stringContaining(message),
    ]);
    await app.close();
  });

test('a fault can be planted in a world, and lies in its words', async () => {
  const sandbox = openWorld(findWorld('names-and-envelopes'), findPlanting('updates-no-stock'));
  const { batch, call } = await clientOf(sandbox, 'names-and-envelopes');
  const { merchants, merchant } = sandbox;
  const item = productItem(merchants, merchant);
  await batch('POST', '/products/', 'products', { items: [item] });
  const { body } = await batch('PATCH', '/products/stock', 'stock', {
    data: [{ article: item.sku, amount: 7 }],
  });
  expect(body).toMatchObject({ data: [{ ok: true }] });
  expect(at((await call('GET', '/products/')).body, 'data.0.amount')).toBe(item.quantity);
  await sandbox.app.close();
});
