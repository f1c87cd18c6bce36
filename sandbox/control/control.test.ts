import { expect, test } from '../testing/open-sandbox.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

test('without its token, the control interface answers 401, even for unknown paths', async ({ sandbox }) => {
  for (const [method, path] of [
    ['GET', '/health'],
    ['POST', '/merchants'],
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

test('every key, password and secret of a merchant contains the mark that the merchant was made with', async ({
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
