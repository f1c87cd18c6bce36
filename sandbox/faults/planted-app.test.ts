import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { expect, test } from '#testing/unit-test';
import { createApp } from '../app.js';
import { createMerchants } from '../domain/merchants.js';
import { openSandbox, signedIn } from '../testing/open-sandbox.js';
import { CLEAN, type Workings, workingsWith } from './fault.js';
import { describedFaults, findPlanting } from './index.js';
import { createFaultyMerchants, plantedOptions } from './planted-app.js';

/** A sandbox with a fault in it, or without. */
function plantedSandbox(name?: string) {
  const workings = name === undefined ? CLEAN : workingsWith(findPlanting(name));
  return openSandbox({ ...plantedOptions(() => workings), rules: workings.rules });
}

test('a change of all responses does not change pages', async () => {
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

test('a fault elsewhere leaves the documentation unchanged', async () => {
  const [planted, clean] = [plantedSandbox('lists-no-brands'), plantedSandbox()];
  for (const path of ['docs/openapi.json', 'docs', 'docs/nothing', 'document']) {
    const [response, expected] = await Promise.all(
      [planted, clean].map(({ app }) => app.inject(`/api/v1/${path}`)),
    );
    expect([response?.statusCode, response?.headers['content-type'], response?.body], path).toEqual([
      expected?.statusCode,
      expected?.headers['content-type'],
      expected?.body,
    ]);
  }
  await Promise.all([planted.app.close(), clean.app.close()]);
});

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
    'answers-invalid-input-with-422@updateProductPrices+sends-countries-as-codes@listCountries+lists-no-brands',
  );
  const headers = { 'x-api-key': apiKey };
  const ask = (method: 'GET' | 'PATCH', path: string) =>
    app.inject({ method, url: `/api/v1${path}`, headers, ...(method === 'PATCH' && { payload: {} }) });
  expect((await ask('PATCH', '/products/price')).statusCode).toBe(422);
  expect((await ask('PATCH', '/products/stock')).statusCode).toBe(400);
  expect((await ask('GET', '/countries/')).json().countries[0]).toEqual(expect.any(String));
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
  const made = async (path: string, payload: object) =>
    (await app.inject({ method: 'POST', url: `/control/${path}`, headers, payload })).json();
  const faulty = await made('faulty-merchants', { fault: 'accepts-expired-key' });
  const clean = await made('merchants', {});
  const status = async (key: string) =>
    (await app.inject({ url: '/api/v1/brands/', headers: { 'x-api-key': key } })).statusCode;
  expect([await status(faulty.expiredApiKey), await status(faulty.apiKey)]).toEqual([200, 200]);
  expect([await status(clean.expiredApiKey), await status(clean.apiKey)]).toEqual([401, 200]);
  await app.close();
});

test('an unknown fault, a name that leads elsewhere and a missing token are each refused in one sentence', async () => {
  const app = openPlantable();
  const post = (path: string, payload: string, token = 'token') =>
    app.inject({
      method: 'POST',
      url: `/control/${path}`,
      headers: { 'x-control-token': token, 'content-type': 'application/json' },
      payload,
    });
  const refused = (fault: string, token?: string) =>
    post('faulty-merchants', JSON.stringify({ fault }), token);
  expect((await refused('nothing-like-it')).json().message).toContain('There is no fault "nothing-like-it"');
  expect((await refused('accepts-expired-key@getNothing')).json().message).toContain("can't be planted in");
  expect((await refused('accepts-expired-key', 'wrong')).statusCode).toBe(401);
  for (const fault of ['__proto__', 'constructor', 'toString@listBrands', '../../main', 'a+'.repeat(100_000)])
    for (const payload of [
      JSON.stringify({ fault }),
      `{"__proto__":{"seed":1},"fault":${JSON.stringify(fault)}}`,
    ]) {
      const { statusCode, body } = await post('faulty-merchants', payload);
      expect([statusCode, body.length < 1000], fault.slice(0, 20)).toEqual([400, true]);
    }
  expect((await post('merchants', '{}')).json().merchantId).toMatch(/^[0-9a-f-]{36}$/);
  await app.close();
});

test('faults.yaml has a sentence for each fault, and for nothing else', () => {
  const sentences = load(readFileSync(new URL('faults.yaml', import.meta.url), 'utf8'));
  expect(describedFaults().map((fault) => Object(fault).id)).toEqual(Object.keys(Object(sentences)));
});
