import { expect, test } from '#testing/unit-test';
import { createReferenceData } from '../domain/reference-data.js';
import { plantedOptions } from '../faults/planted-app.js';
import { openSandbox } from '../testing/open-sandbox.js';
import { findWorld, WORLDS } from './index.js';
import { undescribed } from './undescribed.js';
import { type World, workingsIn } from './world.js';

const referenceData = createReferenceData(1);

function openWorld(world: World) {
  const workings = workingsIn(world);
  return openSandbox({ ...plantedOptions(workings), rules: workings.rules, referenceData });
}

test('the live description of a world states how the world differs, and the world accepts the product that it shows', async () => {
  for (const world of WORLDS.filter((each) => each !== undescribed)) {
    const { app, send, pass, merchant } = openWorld(world);
    const document = (await app.inject('/api/v1/docs/openapi.json')).json();
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.3.0', description: world.does } });
    expect((await app.inject('/api/v1/docs/json')).json()).toEqual(document);
    const { example } = document.paths['/api/v1/products/'].post.requestBody.content['application/json'];
    expect((await send('POST', '/products/', example)).status, world.name).toBeLessThan(300);
    pass(10);
    expect(merchant.catalogue.all(), world.name).toHaveLength(1);
    await app.close();
  }
});

const refusals = `
names-and-envelopes | PATCH /products/stock | {"data":[{"sku":"a","quantity":1}]} | data[0].article is missing
names-and-envelopes | PATCH /products/stock | {"data":[{"article":"abc","amount":-1}]} | data[0].amount must be at
names-and-envelopes | PATCH /products/stock | {"items":[]} | data is missing
values | POST /products/ | {"items":[{"sku":"a"}]} | items[0].ean is missing
values | POST /products/ | {"items":[{"ean":null}]} | items[0].ean must not be null
values | POST /orders/cancel | {"items":[${Array(21).fill('{"id":1}')}]} | items must have at most 20 entries
values | POST /orders/cancel | {"items":[{"id":1}]} | items[0].id must be a string
strict | GET /orders/?orders_from=2026-01-01T00:00:00 | | orders_from must have a zone
strict | PATCH /products/price | {"items":[{"valid_at":"2026-01-01T00:00:00"}]} | valid_at must have a
strict | PATCH /products/stock | {"items":[{"valid_at":null}]} | items[0].valid_at must not be null
strict | PATCH /products/price | {"items":[{"price":{}}]} | price.retail_price is missing
strict | POST /orders/ship | {"items":[{}]} | items[0].return_tracking_key is missing
strict | POST /orders/return | {"items":[{"return_tracking_key":""}]} | must not be empty
strict | POST /orders/return | {"items":[{"return_tracking_key":null}]} | must not be null
strict | POST /webhooks/ | {"events":["order.shipped"]} | events[0] must be an event type
values | POST /products/ | {"items":[{"ean":"1","prices":[{"retail_price":9.9}]}]} | prices[0].retail_price must be
values | GET /products/?status=rejected | | status must be
values | GET /products/?status=x | | in_review, declined, approved, active`;

test('a world refuses a request in its own words', async () => {
  for (const line of refusals.trim().split('\n')) {
    const [name = '', request = '', body, message = ''] = line.split('|').map((part) => part.trim());
    const { app, send } = openWorld(findWorld(name));
    const [method, path = ''] = request.split(' ');
    const refused = { status: 400, body: { message: expect.stringContaining(message) } };
    expect(await send(method as 'GET', path, body || undefined), line).toMatchObject(refused);
    await app.close();
  }
});

test('the world undescribed has a documentation page, no description, and operations in its own words', async () => {
  const { app, send } = openWorld(undescribed);
  expect((await app.inject('/api/v1/docs')).headers['content-type']).toContain('text/html');
  for (const path of ['/json', '/yaml', '/openapi.json'])
    expect((await app.inject(`/api/v1/docs${path}`)).statusCode).toBe(404);
  expect(await send('PATCH', '/products/stock', { data: [{ sku: 'a', quantity: 1 }] })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('article is missing') },
  });
  await app.close();
});

test('the world names-and-envelopes says in its own words why an item failed', async () => {
  const { app, send, pass } = openWorld(findWorld('names-and-envelopes'));
  const { paths } = (await app.inject('/api/v1/docs/openapi.json')).json();
  const { example } = paths['/api/v1/products/'].post.requestBody.content['application/json'];
  const { id: category } =
    referenceData.categories.find((each) => each.material_composition_type === 'non-textile') ?? {};
  const [{ material_composition_textile: _, ...item }] = example.items;
  const { body } = await send('POST', '/products/', { items: [{ ...item, category }] });
  pass(10);
  const results = await send('GET', `/results/products?batch_id=${Object(body).data.batch_id}`);
  expect(results.body).toMatchObject({
    data: [
      {
        ok: false,
        problems: expect.arrayContaining([expect.stringMatching(/^material_composition is missing/)]),
      },
    ],
  });
  await app.close();
});
