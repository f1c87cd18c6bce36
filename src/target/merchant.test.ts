import { expect } from '#unit-test';
import { test } from '../http/local-server.js';
import { merchantFor } from './merchant.js';
import { readSettings } from './settings.js';

test('configured keys are dealt out over the workers', async () => {
  const settings = readSettings({
    TARGET_URL: 'https://staging.example.com',
    TARGET_API_KEY: 'sk-1,sk-2',
    TARGET_OTHER_API_KEY: 'sk-3',
  });
  const merchants = await Promise.all([0, 1, 2].map((worker) => merchantFor(settings, worker, 1)));
  expect(merchants.map(({ apiKey }) => apiKey)).toEqual(['sk-1', 'sk-2', 'sk-1']);
  expect(merchants[0]).toMatchObject({ otherApiKey: 'sk-3', expiredApiKey: undefined });
  expect(merchants[0]?.makeOrder).toBeUndefined();
});

test('a controlled merchant is fresh, its clock frozen before anything else, and given back', async ({
  serve,
}) => {
  const calls: string[] = [];
  const url = await serve(async (request, response) => {
    calls.push(`${request.method} ${request.url} ${(await request.toArray()).join('')}`);
    const order = request.url?.endsWith('/orders') ? '{"order_number":"N-1","order_items":[]}' : '';
    response.end(
      request.url === '/merchants'
        ? '{"merchantId":"m-1","apiKey":"sk-1","secondApiKey":"sk-2","expiredApiKey":"sk-3","revokedApiKey":"sk-4","otherApiKey":"sk-5","provocations":{"rejectedImageUrl":"https://a","problemImageUrl":"https://b"}}'
        : order,
    );
  });
  const settings = readSettings({
    TARGET_URL: url,
    TARGET_CONTROL_URL: url,
    TARGET_CONTROL_TOKEN: 'token-6',
  });
  const merchant = await merchantFor(settings, 3, 1);
  expect(merchant).toMatchObject({
    apiKey: 'sk-1',
    expiredApiKey: 'sk-3',
    revokedApiKey: 'sk-4',
    otherApiKey: 'sk-5',
  });
  expect(merchant.settingsArea).toBeUndefined();
  await merchant.clock.wait(60);
  await merchant.makeOrder?.({ skus: ['a'] });
  await merchant.release();
  expect(calls).toEqual([
    'POST /merchants {"seed":1}',
    'POST /merchants/m-1/clock {"frozen":true}',
    'POST /merchants/m-1/clock {"advance":60}',
    'POST /merchants/m-1/orders {"skus":["a"]}',
    'DELETE /merchants/m-1 ',
  ]);
});

test('without a key and without a control interface there is no merchant', async () => {
  const settings = readSettings({ TARGET_URL: 'https://staging.example.com' });
  await expect(merchantFor(settings, 0, 1)).rejects.toThrow('TARGET_API_KEY is not set.');
});

test('a controlled merchant has a settings area where the target has one, with users of both merchants', async ({
  serve,
}) => {
  const keys = Object.fromEntries(
    ['apiKey', 'secondApiKey', 'expiredApiKey', 'revokedApiKey', 'otherApiKey'].map((name) => [name, name]),
  );
  const asked: (string | undefined)[] = [];
  const url = await serve(({ url: path }, response) => {
    asked.push(path);
    const user = { email: 'a@b.example', password: 'pw-7' };
    const made = { ...keys, merchantId: 'm-1', otherMerchantId: 'm-2', settings: '/settings' };
    response.end(JSON.stringify(path === '/merchants' ? made : user));
  });
  const settings = readSettings({
    TARGET_URL: url,
    TARGET_CONTROL_URL: url,
    TARGET_CONTROL_TOKEN: 'token-6',
  });
  const { settingsArea } = await merchantFor(settings, 0, 1);
  expect(settingsArea?.path).toBe('/settings');
  await settingsArea?.makeUser('Member');
  await settingsArea?.makeUser('Admin', 'other');
  expect(asked.slice(2)).toEqual(['/merchants/m-1/users', '/merchants/m-2/users']);
});
