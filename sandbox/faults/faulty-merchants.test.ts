import { expect, test } from '#unit-test';
import { createApp } from '../app.js';
import { createMerchants } from '../domain/merchants.js';
import { createFaultyMerchants } from './faulty-merchants.js';
import { plantedOptions } from './planted-app.js';

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

test('a fault is there for the merchant that was made with it, and for no other', async () => {
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

test('what is no fault, and who has no token, is refused in a sentence', async () => {
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
