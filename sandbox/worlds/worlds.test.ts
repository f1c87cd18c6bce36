import { expect, test } from '#unit-test';
import { createReferenceData } from '../domain/reference-data.js';
import type { Planting } from '../faults/fault.js';
import { findPlanting } from '../faults/index.js';
import { plantedOptions } from '../faults/planted-app.js';
import { OPERATIONS } from '../service/operations.js';
import { type OpenSandbox, openSandbox, productItem } from '../testing/open-sandbox.js';
import { findWorld, WORLDS } from './index.js';
import { type World, workingsIn } from './world.js';

const referenceData = createReferenceData(1);

function openWorld(world: World, planting?: Planting): OpenSandbox {
  const workings = workingsIn(world, planting);
  return openSandbox({ ...plantedOptions(() => workings), rules: workings.rules, referenceData });
}

/** The value at a path like `data.0.id`. */
function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((whole, step) => Object(whole)[step], value);
}

for (const world of WORLDS.filter(({ name }) => name !== 'bare'))
  test(`the live description of the world ${world.name} is a valid OpenAPI document, and tells what it does`, async () => {
    const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
    const { app } = openWorld(world);
    const document = (await app.inject('/api/v1/docs/openapi.json')).json();
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.3.0', description: world.does },
    });
    expect((await app.inject('/api/v1/docs/json')).json()).toEqual(document);
    await expect(SwaggerParser.validate(document)).resolves.toHaveProperty('info.version', '1.3.0');
    await app.close();
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
  const { app, send, pass, merchants, merchant } = openWorld(
    findWorld('names-and-envelopes'),
    findPlanting('updates-no-stock'),
  );
  const item = productItem(merchants, merchant);
  await send('POST', '/products/', { items: [item] });
  pass(10);
  const accepted = await send('PATCH', '/products/stock', { data: [{ article: item.sku, amount: 7 }] });
  expect(accepted.status).toBe(200);
  pass(10);
  expect(at((await send('GET', '/products/')).body, 'data.0.amount')).toBe(item.quantity);
  await app.close();
});
