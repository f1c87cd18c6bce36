import { expect, test } from '../testing/test.js';
import { OPERATIONS } from './index.js';

const SOME_ID = '00000000-0000-4000-8000-000000000000';

test('every operation lets valid keys in, and refuses all others before it looks at anything else', async ({
  sandbox,
}) => {
  const { apiKey, app, expiredApiKey, otherApiKey, revokedApiKey, secondApiKey } = sandbox;
  const invalid = [
    undefined,
    '',
    '  ',
    'unknown',
    apiKey.slice(0, -1),
    `${apiKey}x`,
    apiKey.toUpperCase(),
    `${apiKey}, ${apiKey}`,
    expiredApiKey,
    revokedApiKey,
  ];
  for (const { id, method, path } of OPERATIONS) {
    const url = path.replace(/\{\w+\}/, SOME_ID);
    const refused = await Promise.all(
      invalid.map((key) =>
        app.inject({
          method,
          url: `/api/v1${url}`,
          headers: { ...(key !== undefined && { 'x-api-key': key }), 'content-type': 'application/json' },
          ...(method !== 'GET' && { payload: '{' }),
        }),
      ),
    );
    expect([...new Set(refused.map(({ statusCode }) => statusCode))], id).toEqual([401]);
    for (const { body, headers } of refused) {
      expect(JSON.parse(body)).toEqual({ message: expect.stringContaining('X-API-Key') });
      expect(headers).not.toHaveProperty('x-ratelimit-limit');
    }
    for (const key of [apiKey, secondApiKey, otherApiKey])
      expect([200, 400, 404], id).toContain((await sandbox.send(method, url, undefined, key)).status);
  }
});

test('a key is looked for in the header X-API-Key only, in any case', async ({ sandbox }) => {
  const { apiKey, app } = sandbox;
  const elsewhere = [
    { url: `/api/v1/brands/?api_key=${apiKey}&X-API-Key=${apiKey}` },
    { url: '/api/v1/brands/', headers: { authorization: `Bearer ${apiKey}` } },
    { url: '/api/v1/brands/', headers: { cookie: `X-API-Key=${apiKey}` } },
  ];
  for (const request of elsewhere) expect((await app.inject(request)).statusCode).toBe(401);
  for (const name of ['x-api-key', 'X-API-KEY', 'X-Api-Key'])
    expect((await app.inject({ url: '/api/v1/brands/', headers: { [name]: apiKey } })).statusCode).toBe(200);
});

test('a key expires on the clock of its merchant', async ({ sandbox }) => {
  const { value } = sandbox.merchants.keys.issue({
    merchantId: sandbox.merchantId,
    label: 'Short',
    createdBy: 'Admin',
    createdAt: sandbox.merchant.timeline.now(),
    expiresAt: sandbox.merchant.timeline.now() + 1_000,
  });
  expect((await sandbox.send('GET', '/brands', undefined, value)).status).toBe(200);
  sandbox.pass(1);
  expect((await sandbox.send('GET', '/brands', undefined, value)).status).toBe(401);
});

test('the API lives below its prefix only, and unknown paths and methods are 404', async ({ sandbox }) => {
  const { app, apiKey } = sandbox;
  const headers = { 'x-api-key': apiKey };
  for (const { method, path } of OPERATIONS) {
    const response = await app.inject({ method, url: path.replace(/\{\w+\}/, SOME_ID), headers });
    expect(response.statusCode, path).toBe(404);
    expect(response.json()).toEqual({ message: expect.any(String) });
  }
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', ''],
    ['PUT', '/products/'],
    ['DELETE', '/webhooks/'],
    ['HEAD', '/brands/'],
    ['OPTIONS', '/brands/'],
    ['GET', '/Brands/'],
    ['GET', '/results/status/'],
    ['POST', '/nothing'],
  ] as const)
    expect(
      (await app.inject({ method, url: `/api/v1${path}`, headers })).statusCode,
      `${method} ${path}`,
    ).toBe(404);
});
