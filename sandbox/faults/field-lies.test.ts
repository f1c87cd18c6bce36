import { expect, test } from '#testing/unit-test';
import { OPERATIONS } from '../service/operations.js';
import type { Asked, Sent } from './fault.js';
import { workingsWith } from './fault.js';
import { findPlanting } from './index.js';

const product = { sku: 'a1', quantity: 1, status: 'draft', images: ['x', 'y'], name: null };
const page = { items: [product, product] };
const headers = { 'content-type': 'application/json', 'x-ratelimit-limit': '9' };

/** A page of products as a sandbox with a lie sends it, the last of several times that it is requested. */
async function toldBy(lie: string, times = 1): Promise<Sent | undefined> {
  const { send } = workingsWith(findPlanting(`${lie}@listProducts`));
  const operation = OPERATIONS.find(({ id }) => id === 'listProducts');
  const asked = { operation, method: 'GET', url: '/', headers: {}, query: {}, params: {} };
  const request: Asked = { ...asked, body: undefined, merchant: undefined, caller: undefined };
  let told: Sent | undefined;
  for (let time = 1; time <= times; time++)
    told = await send({ status: 200, headers, body: JSON.stringify(page) }, request);
  return told;
}

test('a lie changes the place that it is about and nothing else', async () => {
  const { sku: _, ...withoutSku } = product;
  for (const [lie, told] of [
    ['changed:200/items[].sku', { ...product, sku: 'a2' }],
    ['missing:200/items[].sku', withoutSku],
    ['number:200/items[].sku', { ...product, sku: 2 }],
    ['one-more:200/items[].quantity', { ...product, quantity: 2 }],
    ['another-value:200/items[].status', { ...product, status: 'pending_approval' }],
    ['dropped:200/items[].images', { ...product, images: ['x'] }],
    ['doubled:200/items[].images', { ...product, images: ['x', 'y', 'y'] }],
    ['null:200/items[].images[]', { ...product, images: [null, null] }],
  ] as const) {
    const sent = await toldBy(lie);
    expect({ ...sent, body: JSON.parse(String(sent?.body)) }, lie).toEqual({
      status: 200,
      headers,
      body: { items: [told, told] },
    });
  }
  expect(await toldBy('one-more:200/header x-ratelimit-limit')).toEqual({
    status: 200,
    headers: { ...headers, 'x-ratelimit-limit': '10' },
    body: JSON.stringify(page),
  });
});

test('a rare lie is told in one response out of ten', async () => {
  const lie = 'rarely-changed:200/items[].sku';
  const told = await Promise.all([1, 2, 3, 11, 12].map((times) => toldBy(lie, times)));
  expect(told.map((sent) => String(sent?.body).includes('a2'))).toEqual([false, true, false, false, true]);
});
