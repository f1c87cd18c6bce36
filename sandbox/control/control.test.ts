import { expect, productItem, test } from '../testing/open-sandbox.js';

const UNKNOWN = '/merchants/00000000-0000-4000-8000-000000000000';

test('the control interface needs its token, on unknown paths too', async ({ sandbox }) => {
  for (const [method, path] of [
    ['GET', '/health'],
    ['POST', '/merchants'],
    ['POST', '/reset'],
    ['GET', '/nothing'],
    ['DELETE', `/merchants/${sandbox.merchantId}`],
  ] as const)
    for (const token of [undefined, '', 'wrong', sandbox.apiKey]) {
      const response = await sandbox.app.inject({
        method,
        url: `/control${path}`,
        headers: token === undefined ? {} : { 'x-control-token': token },
      });
      expect(response.statusCode).toBe(401);
      expect(response.json()).toEqual({ message: expect.stringContaining('X-Control-Token') });
    }
  expect((await sandbox.control('GET', '/nothing')).status).toBe(404);
});

test('a user has one of two roles, and a merchant has a hundred users', async ({ sandbox }) => {
  const path = `/merchants/${sandbox.merchantId}/users`;
  for (const body of [{}, { role: 'admin' }, { role: 'Owner' }, { role: null }, [], '{'])
    expect((await sandbox.control('POST', path, body)).status, JSON.stringify(body)).toBe(400);
  const password = { salt: Buffer.alloc(16), hash: Buffer.alloc(64) };
  for (let index = 0; index < 100; index++)
    sandbox.merchants.users.add({
      merchantId: sandbox.merchantId,
      email: `${index}@x.example`,
      role: 'Member',
      password,
    });
  const refused = await sandbox.control('POST', path, { role: 'Member' });
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('100 users') } });
});

test('a merchant cannot be made from anything else', async ({ sandbox }) => {
  for (const body of [{ countries: [] }, { countries: ['ZZ'] }, { countries: 'DE' }, [], '{', 'null']) {
    const refused = await sandbox.control('POST', '/merchants', body);
    expect(refused.status, JSON.stringify(body)).toBe(400);
    expect(refused.body).toEqual({ message: expect.any(String) });
  }
});

test('a clock refuses anything else', async ({ sandbox }) => {
  const path = `/merchants/${sandbox.merchantId}/clock`;
  for (const change of [
    { advance: -1 },
    { speed: 0 },
    { speed: -1 },
    { frozen: 'yes' },
    { advance: '1' },
    [],
  ])
    expect((await sandbox.control('POST', path, change)).status, JSON.stringify(change)).toBe(400);
});

test('a reset forgets the data and the rate windows, and keeps keys and clock', async ({ sandbox }) => {
  const item = productItem(sandbox.merchants, sandbox.merchant);
  await sandbox.batch('POST', '/products/', 'products', [item]);
  const pending = await sandbox.send('POST', '/products/', { items: [{ ...item, sku: 'late' }] });
  await sandbox.send('POST', '/webhooks', { events: ['order.created'], url: 'https://a.example' });
  const { body: before } = await sandbox.send('GET', '/reports');
  const clock = sandbox.merchant.timeline.read();
  expect((await sandbox.control('POST', `/merchants/${sandbox.merchantId}/reset`)).status).toBe(204);
  expect(sandbox.merchant.timeline.read()).toEqual(clock);
  sandbox.pass(10);
  const products = await sandbox.send('GET', '/products');
  expect(products.body).toMatchObject({ items: [] });
  expect(products.headers).toMatchObject({ 'x-ratelimit-remaining': '999' });
  expect((await sandbox.send('GET', '/webhooks')).body).toEqual([]);
  const query = `batch_request_id=${Object(pending.body).batchRequestId}`;
  expect((await sandbox.send('GET', `/results/products?${query}`)).status).toBe(404);
  expect((await sandbox.send('GET', '/reports')).body).not.toEqual(before);
});

test('a reset of everything keeps the first merchants only, without their data', async ({ sandbox }) => {
  const { body } = await sandbox.control('POST', '/merchants');
  const item = productItem(sandbox.merchants, sandbox.merchant);
  await sandbox.batch('POST', '/products/', 'products', [item]);
  expect((await sandbox.control('POST', '/reset')).status).toBe(204);
  expect((await sandbox.send('GET', '/countries', undefined, Object(body).apiKey)).status).toBe(401);
  expect((await sandbox.send('GET', '/products')).body).toMatchObject({ items: [] });
  expect((await sandbox.send('GET', '/products', undefined, sandbox.otherApiKey)).status).toBe(200);
});

test('orders need active products and a known merchant', async ({ sandbox }) => {
  const path = `/merchants/${sandbox.merchantId}/orders`;
  expect((await sandbox.control('POST', path)).status).toBe(400);
  for (const body of [
    { items: 0 },
    { items: 51 },
    { skus: [] },
    { skus: ['unknown'] },
    { skus: 'a' },
    { age: -1 },
    { age: '1' },
  ])
    expect((await sandbox.control('POST', path, body)).status, JSON.stringify(body)).toBe(400);
  for (const [method, unknown] of [
    ['GET', UNKNOWN],
    ['DELETE', UNKNOWN],
    ['POST', `${UNKNOWN}/reset`],
    ['POST', `${UNKNOWN}/clock`],
    ['POST', `${UNKNOWN}/users`],
    ['POST', `${UNKNOWN}/batches`],
    ['POST', `${UNKNOWN}/orders`],
  ] as const)
    expect((await sandbox.control(method, unknown)).status, unknown).toBe(404);
});
