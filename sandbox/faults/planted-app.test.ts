import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { expect, test } from '#testing/unit-test';
import { createApp } from '../app.js';
import { createMerchants } from '../domain/merchants.js';
import { openSandbox, signedIn } from '../testing/open-sandbox.js';
import { CLEAN, type Workings } from './fault.js';
import { describedFaults } from './index.js';
import { createFaultyMerchants, plantedOptions } from './planted-app.js';

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
  for (const fault of ['__proto__', 'toString@listBrands', 'a+'.repeat(100_000)]) {
    const { statusCode, body } = await refused(fault);
    expect([statusCode, body.length < 1000], fault.slice(0, 20)).toEqual([400, true]);
  }
  expect((await post('merchants', '{}')).json().merchantId).toMatch(/^[0-9a-f-]{36}$/);
  await app.close();
});

test('faults.yaml has a sentence for each fault, and for nothing else', () => {
  const sentences = load(readFileSync(new URL('faults.yaml', import.meta.url), 'utf8'));
  expect(describedFaults().map((fault) => Object(fault).id)).toEqual(Object.keys(Object(sentences)));
});
