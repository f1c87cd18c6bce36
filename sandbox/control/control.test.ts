import { productItem } from '../testing/product-item.js';
import { expect, test } from '../testing/test.js';

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

test('it tells that the sandbox is ready', async ({ sandbox }) => {
  expect((await sandbox.control('GET', '/health')).body).toEqual({ status: 'ready', speed: 1, seed: 1 });
});

test('a new merchant has two valid keys, an expired, a revoked one, and a counterpart', async ({
  sandbox,
}) => {
  const { status, body } = await sandbox.control('POST', '/merchants', { countries: ['DE', 'FR'] });
  expect(status).toBe(201);
  const { apiKey, secondApiKey, expiredApiKey, revokedApiKey, otherApiKey, merchantId, otherMerchantId } =
    Object(body);
  const statuses = await Promise.all(
    [apiKey, secondApiKey, expiredApiKey, revokedApiKey, otherApiKey].map(async (key: string) => {
      return (await sandbox.send('GET', '/countries', undefined, key)).status;
    }),
  );
  expect(statuses).toEqual([200, 200, 401, 401, 200]);
  expect((await sandbox.send('GET', '/countries', undefined, apiKey)).body).toMatchObject({
    countries: [{ code: 'DE' }, { code: 'FR' }],
  });
  expect(Object(body).settings).toBe('/settings');
  expect(new Set([merchantId, otherMerchantId, sandbox.merchantId]).size).toBe(3);
  expect((await sandbox.control('DELETE', `/merchants/${merchantId}`)).status).toBe(204);
  for (const key of [apiKey, otherApiKey])
    expect((await sandbox.send('GET', '/countries', undefined, key)).status).toBe(401);
  expect((await sandbox.control('GET', `/merchants/${merchantId}`)).status).toBe(404);
  expect((await sandbox.send('GET', '/countries')).status).toBe(200);
});

test('a new merchant is told how to provoke a rejection and a problem', async ({ sandbox }) => {
  const { body } = await sandbox.control('POST', '/merchants');
  const { rejectedImageUrl, problemImageUrl } = Object(body).provocations;
  const item = productItem(sandbox.merchants, sandbox.merchant);
  const items = [rejectedImageUrl, problemImageUrl, 'https://a.example/1.jpg'].map((image, index) => ({
    ...item,
    style_key: `style-${index}`,
    sku: `sku-${index}`,
    images: ['https://a.example/0.jpg', image],
  }));
  await sandbox.batch('POST', '/products/', 'products', items);
  const updates = items.map(({ style_key }) => ({ style_key, status: 'published' }));
  await sandbox.batch('PATCH', '/products/status', 'status', updates);
  const { body: list } = await sandbox.send('GET', '/products/');
  expect(Object(list).items.map((row: { status: string }) => row.status)).toEqual([
    'rejected',
    'problem',
    'active',
  ]);
});

test('users are made on request, for one merchant each, and forgotten with it', async ({ sandbox }) => {
  const { users } = sandbox.merchants;
  const made = await sandbox.control('POST', '/merchants');
  const { merchantId, otherMerchantId } = Object(made.body);
  const [admin, member] = await Promise.all(
    [
      { id: merchantId, role: 'Admin' },
      { id: otherMerchantId, role: 'Member' },
    ].map(async ({ id, role }) => {
      const { status, body } = await sandbox.control('POST', `/merchants/${id}/users`, { role });
      expect(status).toBe(201);
      const { email, password } = Object(body);
      expect(email).toMatch(new RegExp(`^${role.toLowerCase()}-\\d+@${id.slice(0, 8)}\\.example$`));
      expect(await users.signIn(email, password)).toMatchObject({ merchantId: id, role });
      return String(email);
    }),
  );
  expect((await sandbox.control('POST', `/merchants/${merchantId}/reset`)).status).toBe(204);
  for (const email of [admin, member]) expect(users.findByEmail(email ?? '')).toBeDefined();
  expect((await sandbox.control('DELETE', `/merchants/${merchantId}`)).status).toBe(204);
  for (const email of [admin, member]) expect(users.findByEmail(email ?? '')).toBeUndefined();
});

test('a reset of everything keeps the users of the first merchants only', async ({ sandbox }) => {
  const { users } = sandbox.merchants;
  const made = await sandbox.control('POST', '/merchants');
  const emails = await Promise.all(
    [sandbox.merchantId, Object(made.body).merchantId].map(async (id) => {
      const { body } = await sandbox.control('POST', `/merchants/${id}/users`, { role: 'Member' });
      return String(Object(body).email);
    }),
  );
  await sandbox.control('POST', '/reset');
  expect(emails.map((email) => users.findByEmail(email) !== undefined)).toEqual([true, false]);
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

test('the next batch of a merchant can be made to fail, or to be retried', async ({ sandbox }) => {
  const path = `/merchants/${sandbox.merchantId}/batches`;
  const item = productItem(sandbox.merchants, sandbox.merchant);
  expect(await sandbox.control('POST', path, { next: 'failed' })).toMatchObject({ status: 204, body: '' });
  expect((await sandbox.send('POST', '/products/', { items: [] })).status).toBe(400);
  const failed = await sandbox.batch('POST', '/products/', 'products', [item, item]);
  const entry = { requestItem: item, success: false, errors: [expect.any(String)] };
  expect(failed.body).toMatchObject({ status: 'failed', items: [entry, entry] });
  expect((await sandbox.send('GET', '/products/')).body).toMatchObject({ items: [] });

  await sandbox.control('POST', path, { next: 'retried' });
  const { body } = await sandbox.send('POST', '/products/', { items: [item] });
  const trail: string[] = [];
  for (let second = 0; second <= 5; second++) {
    const query = `batch_request_id=${Object(body).batchRequestId}`;
    trail.push(Object((await sandbox.send('GET', `/results/products?${query}`)).body).status);
    sandbox.pass(1);
  }
  expect(trail).toEqual(['pending', 'processing', 'processing', 'retry', 'processing', 'completed']);
  expect((await sandbox.send('GET', '/products/')).body).toMatchObject({ items: [{ sku: item.sku }] });

  for (const refused of [{}, { next: 'completed' }, { next: null }, []])
    expect((await sandbox.control('POST', path, refused)).status).toBe(400);
});

test('a merchant cannot be made from anything else', async ({ sandbox }) => {
  for (const body of [{ countries: [] }, { countries: ['ZZ'] }, { countries: 'DE' }, [], '{', 'null']) {
    const refused = await sandbox.control('POST', '/merchants', body);
    expect(refused.status, JSON.stringify(body)).toBe(400);
    expect(refused.body).toEqual({ message: expect.any(String) });
  }
});

test('a clock is frozen, advanced and sped up, for its merchant alone', async ({ sandbox }) => {
  const path = `/merchants/${sandbox.merchantId}`;
  const before = await sandbox.control('GET', path);
  const { now } = Object(before.body).clock;
  const changed = await sandbox.control('POST', `${path}/clock`, { frozen: true, advance: 90.5, speed: 60 });
  const expected = { now: new Date(Date.parse(now) + 90_500).toISOString(), frozen: true, speed: 60 };
  expect(changed.body).toEqual(expected);
  expect((await sandbox.control('GET', path)).body).toEqual({
    merchantId: sandbox.merchantId,
    clock: expected,
  });
  expect((await sandbox.control('GET', `/merchants/${sandbox.otherMerchantId}`)).body).toMatchObject({
    clock: { frozen: false, speed: 1 },
  });
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
