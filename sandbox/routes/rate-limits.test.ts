import { expect, test } from '../testing/test.js';
import { OPERATIONS } from './index.js';

/**
 * The rows of clause 8.1, written down a second time on purpose: the requests below are made from them alone, so that a
 * wrong number, method or path of the sandbox shows.
 */
const ROWS = [
  ['GET', '/webhooks/types', 50],
  ['GET', '/webhooks/', 50],
  ['POST', '/webhooks/', 50],
  ['GET', '/webhooks/{id}', 50],
  ['PATCH', '/webhooks/{id}', 100],
  ['DELETE', '/webhooks/{id}', 50],
  ['GET', '/products/', 1000],
  ['GET', '/products/rejected', 50],
  ['POST', '/products/', 100],
  ['PATCH', '/products/status', 100],
  ['PATCH', '/products/stock', 1000],
  ['PATCH', '/products/price', 200],
  ['GET', '/orders/', 100],
  ['GET', '/orders/{number}/delivery-document', 100],
  ['POST', '/orders/cancel', 50],
  ['POST', '/orders/ship', 50],
  ['POST', '/orders/return', 50],
  ['GET', '/results/products', 200],
  ['GET', '/results/status', 200],
  ['GET', '/results/stock', 200],
  ['GET', '/results/price', 200],
  ['GET', '/results/cancel', 200],
  ['GET', '/results/ship', 200],
  ['GET', '/results/return', 200],
  ['GET', '/reports/', 10],
  ['GET', '/reports/{id}/download', 10],
  ['GET', '/categories/', 100],
  ['GET', '/categories/{id}/attribute-groups', 300],
  ['GET', '/countries/', 100],
  ['GET', '/brands/', 50],
] as const;

test('the operations are those of the table', () => {
  const rows = ROWS.map(([method, path]) => `${method} ${path}`);
  expect(rows).toHaveLength(30);
  expect(OPERATIONS.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(rows.sort());
});

for (const [method, path, limit] of ROWS)
  test(`${method} ${path} passes exactly ${limit} requests in a window, and says so`, async ({ sandbox }) => {
    const url = (index: number) => path.replace(/\{\w+\}/, `id-${index}`);
    const burst = await Promise.all(
      Array.from({ length: limit + 3 }, (_, index) => sandbox.send(method, url(index))),
    );
    const passed = burst.filter(({ status }) => status !== 429);
    const remaining = passed.map(({ headers }) => Number(headers['x-ratelimit-remaining']));
    expect(remaining.sort((a, b) => b - a)).toEqual(
      Array.from({ length: limit }, (_, index) => limit - 1 - index),
    );
    const limits = burst.map(({ headers }) => headers['x-ratelimit-limit']);
    expect([...new Set(limits)]).toEqual([String(limit)]);

    sandbox.pass(59.5);
    const refused = await sandbox.send(method, url(0));
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({ message: expect.stringContaining(`${limit}`) });
    expect(refused.headers).toMatchObject({
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '1',
      'retry-after': '1',
    });
    sandbox.pass(0.5);
    const next = await sandbox.send(method, url(0));
    expect(next.status).not.toBe(429);
    expect(next.headers).toMatchObject({
      'x-ratelimit-remaining': String(limit - 1),
      'x-ratelimit-reset': '60',
    });
  });

test('operations and keys are counted apart; with and without the slash is one operation', async ({
  sandbox,
}) => {
  for (let count = 0; count < 5; count++) await sandbox.send('GET', '/reports/');
  for (let count = 0; count < 5; count++) await sandbox.send('GET', '/reports');
  expect((await sandbox.send('GET', '/reports/')).status).toBe(429);
  expect((await sandbox.send('GET', '/reports/x/download')).status).toBe(404);
  expect((await sandbox.send('GET', '/reports/', undefined, sandbox.secondApiKey)).status).toBe(200);
  expect((await sandbox.send('GET', '/reports/', undefined, sandbox.otherApiKey)).status).toBe(200);
});

test('requests that are refused count, and unauthenticated ones do not', async ({ sandbox }) => {
  const send = (body: unknown, key?: string) => sandbox.send('POST', '/orders/ship', body, key);
  await send('{');
  await send({ items: [] });
  await send({}, 'unknown');
  const { headers } = await send({});
  expect(headers).toMatchObject({ 'x-ratelimit-remaining': '47' });
});

test('a write that is refused by the limit changes nothing', async ({ sandbox }) => {
  const body = { events: ['order.created'], url: 'https://receiver.example/' };
  for (let count = 0; count < 50; count++)
    expect((await sandbox.send('POST', '/webhooks', body)).status).toBe(200);
  expect((await sandbox.send('POST', '/webhooks', body)).status).toBe(429);
  expect((await sandbox.send('GET', '/webhooks')).body).toHaveLength(50);
});
