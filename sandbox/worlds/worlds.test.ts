import { expect, test } from '#testing/unit-test';
import { createReferenceData } from '../domain/reference-data.js';
import { plantedOptions } from '../faults/planted-app.js';
import { openSandbox } from '../testing/open-sandbox.js';
import { findWorld, WORLDS } from './index.js';
import { type World, workingsIn } from './world.js';

const referenceData = createReferenceData(1);

function openWorld(world: World) {
  const workings = workingsIn(world);
  return openSandbox({ ...plantedOptions(workings), rules: workings.rules, referenceData });
}

test('the live description of a world states how the world differs, and the world accepts the product in its example', async () => {
  for (const world of WORLDS.filter((each) => each.name !== 'undescribed')) {
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
values | POST /products/ | {"items":[{"sku":"a"}]} | items[0].ean is missing
values | POST /orders/cancel | {"items":[${Array(21).fill('{"id":1}')}]} | items must have at most 20 entries
values | POST /orders/cancel | {"items":[{"id":1}]} | items[0].id must be a string
strict | GET /orders/?orders_from=2026-01-01T00:00:00 | | orders_from must have a zone
strict | PATCH /products/price | {"items":[{"valid_at":"2026-01-01T00:00:00"}]} | valid_at must have a
strict | PATCH /products/price | {"items":[{"price":{}}]} | price.retail_price is missing
strict | POST /orders/return | {"items":[{"return_tracking_key":""}]} | must not be empty
strict | POST /webhooks/ | {"events":["order.shipped"]} | events[0] must be an event type
values | POST /products/ | {"items":[{"ean":"1","prices":[{"retail_price":9.9}]}]} | prices[0].retail_price must be
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
