import { expect, test } from '#testing/unit-test';
import { createApp } from '../app.js';
import { createMerchants } from '../domain/merchants.js';
import { openSandbox, signedIn } from '../testing/open-sandbox.js';
import { CLEAN, type Workings, workingsWith } from './fault.js';
import { findPlanting } from './index.js';
import { createFaultyMerchants, plantedOptions } from './planted-app.js';

/** A sandbox with a fault in it, or without. */
function plantedSandbox(name?: string) {
  const workings = name === undefined ? CLEAN : workingsWith(findPlanting(name));
  return openSandbox({ ...plantedOptions(() => workings), rules: workings.rules });
}

test('a change of all answers does not change pages', async () => {
  const urls: string[] = [];
  const workings: Workings = {
    ...CLEAN,
    send(sent, { url }) {
      urls.push(url);
      return sent;
    },
  };
  const sandbox = openSandbox(plantedOptions(() => workings));
  await signedIn(sandbox, 'Admin');
  await sandbox.send('GET', '/brands');
  expect(urls).toEqual(['/api/v1/brands']);
  await sandbox.app.close();
});

for (const url of ['/api/v1/docs/openapi.json', '/api/v1/docs', '/api/v1/docs/nothing', '/api/v1/document']) {
  test(`a fault elsewhere leaves ${url} unchanged`, async () => {
    const [planted, clean] = [plantedSandbox('lists-no-brands'), plantedSandbox()];
    const [answer, expected] = await Promise.all([planted.app.inject(url), clean.app.inject(url)]);
    expect(answer.statusCode).toBe(expected.statusCode);
    expect(answer.headers['content-type']).toBe(expected.headers['content-type']);
    expect(answer.body).toBe(expected.body);
    await Promise.all([planted.app.close(), clean.app.close()]);
  });
}

test('an operation that is also served under a second path reads bodies and counts requests there as well', async () => {
  const { app, apiKey } = plantedSandbox('answers-without-version-too@createWebhook');
  const headers = { 'x-api-key': apiKey };
  const payload = { events: ['order.created'], url: 'https://receiver.invalid/hook' };
  const created = await app.inject({ method: 'POST', url: '/webhooks/', headers, payload });
  expect(created.statusCode).toBe(200);
  expect(created.headers['x-ratelimit-remaining']).toBe('49');
  for (const url of ['/webhooks/', '/webhooks/types'])
    expect((await app.inject({ url, headers })).statusCode).toBe(404);
  await app.close();
});

test('faults that are joined with + are all planted', async () => {
  const { app, apiKey } = plantedSandbox(
    'answers-invalid-input-with-422@updateProductPrices+leaves-out-type-of-report@listReports+lists-no-brands',
  );
  const headers = { 'x-api-key': apiKey };
  const ask = (method: 'GET' | 'PATCH', path: string) =>
    app.inject({ method, url: `/api/v1${path}`, headers, ...(method === 'PATCH' && { payload: {} }) });
  expect((await ask('PATCH', '/products/price')).statusCode).toBe(422);
  expect((await ask('PATCH', '/products/stock')).statusCode).toBe(400);
  expect((await ask('GET', '/reports/')).json()[0]).not.toHaveProperty('type');
  expect((await ask('GET', '/brands/')).json()).toEqual([]);
  await app.close();
});

const headers = { 'x-control-token': 'token' };

function openPlantable() {
  const merchants = createMerchants();
  const { workingsOf, serve } = createFaultyMerchants();
  const planted = plantedOptions(workingsOf);
  return createApp({
    merchants,
    control: { token: 'token' },
    ...planted,
    extend(app) {
      planted.extend(app);
      serve(app, { merchants, token: 'token' });
    },
  });
}

test('a fault exists only for the merchant that was made with it', async () => {
  const app = openPlantable();
  const made = async (path: string, body: object) =>
    (await app.inject({ method: 'POST', url: `/control/${path}`, headers, payload: body })).json();
  const faulty = await made('faulty-merchants', { fault: 'accepts-expired-key' });
  const clean = await made('merchants', {});
  expect([faulty.settings, clean.settings]).toEqual(['/settings', '/settings']);
  const status = async (key: string) =>
    (await app.inject({ url: '/api/v1/brands/', headers: { 'x-api-key': key } })).statusCode;
  expect([await status(faulty.expiredApiKey), await status(faulty.apiKey)]).toEqual([200, 200]);
  expect([await status(clean.expiredApiKey), await status(clean.apiKey)]).toEqual([401, 200]);
  await app.close();
});

test('an unknown fault and a missing token are each refused in one sentence', async () => {
  const app = openPlantable();
  const refused = (fault: string, token = 'token') =>
    app.inject({
      method: 'POST',
      url: '/control/faulty-merchants',
      headers: { 'x-control-token': token },
      payload: { fault },
    });
  expect((await refused('nothing-like-it')).json().message).toContain('There is no fault "nothing-like-it"');
  expect((await refused('accepts-expired-key@getNothing')).json().message).toContain("can't be planted in");
  expect((await refused('accepts-expired-key', 'wrong')).statusCode).toBe(401);
  await app.close();
});

for (const fault of ['__proto__', 'constructor', 'toString@listBrands', '../../main', 'a+'.repeat(100_000)])
  test(`a name of a fault that leads elsewhere plants nothing: ${fault.slice(0, 20)}`, async () => {
    const app = openPlantable();
    const body = `{"__proto__":{"seed":1},"fault":${JSON.stringify(fault)}}`;
    for (const payload of [JSON.stringify({ fault }), body]) {
      const refused = await app.inject({
        method: 'POST',
        url: '/control/faulty-merchants',
        headers,
        payload,
      });
      expect(refused.statusCode).toBe(400);
      expect(refused.body.length).toBeLessThan(1000);
    }
    const { merchantId } = (
      await app.inject({ method: 'POST', url: '/control/merchants', headers, payload: {} })
    ).json();
    expect(merchantId).toMatch(/^[0-9a-f-]{36}$/);
    await app.close();
  });
