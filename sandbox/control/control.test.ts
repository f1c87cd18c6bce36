import { expect, productItem, test } from '../testing/open-sandbox.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

test('without its token, the control interface answers 401, even for unknown paths', async ({ sandbox }) => {
  for (const [method, path] of [
    ['GET', '/health'],
    ['POST', '/reset'],
    ['GET', '/nothing'],
    ['DELETE', `/merchants/${sandbox.merchantId}`],
  ] as const)
    for (const token of [undefined, '', 'wrong', sandbox.apiKey]) {
      const headers = token === undefined ? {} : { 'x-control-token': token };
      const response = await sandbox.app.inject({ method, url: `/control${path}`, headers });
      expect(response.statusCode).toBe(401);
      expect(response.json()).toEqual({ message: expect.stringContaining('X-Control-Token') });
    }
  expect((await sandbox.control('GET', '/nothing')).status).toBe(404);
});

test('invalid bodies and unknown merchants are refused', async ({ sandbox }) => {
  for (const [path, bodies] of [
    ['', [{ countries: [] }, { countries: ['ZZ'] }, { countries: 'DE' }, [], '{', 'null']],
    ['/ID/users', [{}, { role: 'admin' }, { role: 'Owner' }, { role: null }, [], '{']],
    ['/ID/clock', [{ advance: -1 }, { advance: '1' }, { speed: 0 }, { frozen: 'yes' }, []]],
    ['/ID/batches', [{}, { next: 'completed' }]],
    ['/ID/orders', [{ items: 0 }, { items: 51 }, { skus: [] }, { skus: ['unknown'] }, { age: -1 }]],
  ] as const) {
    const post = (id: string, body?: unknown) =>
      sandbox.control('POST', `/merchants${path.replace('ID', id)}`, body);
    for (const body of bodies)
      expect(await post(sandbox.merchantId, body), `${path} ${JSON.stringify(body)}`).toMatchObject({
        status: 400,
        body: { message: expect.any(String) },
      });
    if (path !== '') expect(await post(UNKNOWN)).toMatchObject({ status: 404 });
  }
});

test('a body that no client would send is refused in one short response, and makes nothing', async ({
  sandbox,
}) => {
  const before = sandbox.merchants.all().length;
  for (const [what, body] of Object.entries({
    '16 MB': `{"countries":["${'x'.repeat(16 * 1024 * 1024)}"]}`,
    'lists nested too deep': '['.repeat(200_000) + ']'.repeat(200_000),
    'objects nested too deep': `${'{"countries":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
    'a number that no clock reads': '{"seed":1e999}',
    'a name twice': '{"seed":1,"seed":-1}',
    'a character that no JSON contains': '{"seed":\u0000}',
  })) {
    const refused = await sandbox.control('POST', '/merchants', body);
    expect(refused, what).toMatchObject({ status: 400, body: { message: expect.any(String) } });
    expect(JSON.stringify(refused.body).length).toBeLessThan(500);
  }
  expect(sandbox.merchants.all()).toHaveLength(before);
});

test('the merchants are listed with their countries, and with their keys as the settings area shows them', async ({
  sandbox,
}) => {
  const { body } = await sandbox.control('GET', '/merchants');
  expect(body).toMatchObject([
    {
      merchantId: sandbox.merchantId,
      countries: sandbox.merchant.markets.map(({ country }) => country.code),
      keys: expect.arrayContaining([
        { label: 'First', lastFour: sandbox.apiKey.slice(-4), status: 'Active' },
        { label: 'Expired', lastFour: sandbox.expiredApiKey.slice(-4), status: 'Expired' },
      ]),
    },
    { merchantId: sandbox.otherMerchantId },
  ]);
  expect(JSON.stringify(body)).not.toContain('sk_sandbox_');
});

test('every key, password and secret of a merchant contains the mark with which it was made', async ({
  sandbox,
}) => {
  const { app, control, send } = sandbox;
  const made = (mark: string) =>
    app.inject({
      method: 'POST',
      url: '/control/merchants',
      headers: { 'x-control-token': 'control-token-of-the-tests', 'x-control-mark': mark },
    });
  const { merchantId, ...given } = (await made('m4rk')).json();
  const keys = Object.entries<string>(given).flatMap(([name, value]) =>
    name.endsWith('Key') ? [value] : [],
  );
  const user = await control('POST', `/merchants/${merchantId}/users`, { role: 'Member' });
  const subscription = { events: ['order.created'], url: 'https://a.example' };
  const { body } = await send('POST', '/webhooks', subscription, given.apiKey);
  const all = [...keys, Object(user.body).password, Object(body).client_secret];
  expect(all).toEqual(Array(7).fill(expect.stringMatching(/^(sk|pw|cs)_sandbox_m4rk[\w-]{43}$/)));
  for (const mark of ['a b', 'a-b', 'a'.repeat(65)]) expect((await made(mark)).statusCode).toBe(400);
});

test('each merchant can have a hundred users', async ({ sandbox }) => {
  const { merchantId, otherMerchantId, merchants, control } = sandbox;
  const password = { salt: Buffer.alloc(16), hash: Buffer.alloc(64) };
  for (let index = 0; index < 100; index++)
    merchants.users.add({ merchantId, email: `${index}@x.example`, role: 'Member', password });
  const refused = await control('POST', `/merchants/${merchantId}/users`, { role: 'Member' });
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('100 users') } });
  const other = await control('POST', `/merchants/${otherMerchantId}/users`, { role: 'Member' });
  expect(other.status).toBe(201);
});

test('a reset forgets the data and the rate windows, and keeps keys and clock', async ({ sandbox }) => {
  const path = `/merchants/${sandbox.merchantId}`;
  const item = productItem(sandbox);
  await sandbox.send('POST', '/products/', { items: [item] });
  sandbox.pass(10);
  const pending = await sandbox.send('POST', '/products/', { items: [{ ...item, sku: 'late' }] });
  await sandbox.send('POST', '/webhooks', { events: ['order.created'], url: 'https://a.example' });
  const { body: before } = await sandbox.send('GET', '/reports');
  const clock = sandbox.merchant.timeline.read();
  expect((await sandbox.control('POST', `${path}/reset`)).status).toBe(204);
  expect((await sandbox.control('GET', path)).body).toEqual({ merchantId: sandbox.merchantId, clock });
  sandbox.pass(10);
  const products = await sandbox.send('GET', '/products');
  expect(products.body).toMatchObject({ items: [] });
  expect(products.headers).toMatchObject({ 'x-ratelimit-remaining': '999' });
  expect((await sandbox.send('GET', '/webhooks')).body).toEqual([]);
  const query = `batch_request_id=${Object(pending.body).batchRequestId}`;
  expect((await sandbox.send('GET', `/results/products?${query}`)).status).toBe(404);
  expect((await sandbox.send('GET', '/reports')).body).not.toEqual(before);
});

test('a reset of everything keeps only the first merchants, without their data', async ({ sandbox }) => {
  const { body } = await sandbox.control('POST', '/merchants');
  await sandbox.send('POST', '/webhooks', { events: ['order.created'], url: 'https://a.example' });
  expect((await sandbox.control('POST', '/reset')).status).toBe(204);
  expect((await sandbox.send('GET', '/countries', undefined, Object(body).apiKey)).status).toBe(401);
  expect((await sandbox.send('GET', '/webhooks')).body).toEqual([]);
  expect((await sandbox.send('GET', '/webhooks', undefined, sandbox.otherApiKey)).status).toBe(200);
  for (const method of ['GET', 'DELETE'] as const)
    expect((await sandbox.control(method, `/merchants/${UNKNOWN}`)).status).toBe(404);
});
