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

test('the API lives below its prefix only, and unknown paths are 404', async ({ sandbox }) => {
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
    ['GET', '/Brands/'],
    ['GET', '/results/status/'],
    ['POST', '/nothing'],
  ] as const)
    for (const given of [headers, {}])
      expect(
        (await app.inject({ method, url: `/api/v1${path}`, headers: given })).statusCode,
        `${method} ${path}`,
      ).toBe(404);
});

test('a method that a path does not have is 405 with a valid key, 401 without, and counts against no limit', async ({
  sandbox,
}) => {
  const { app, apiKey, merchant } = sandbox;
  for (const [method, path, allow] of [
    ['PUT', '/products/', 'GET, POST'],
    ['DELETE', '/webhooks', 'GET, POST'],
    ['POST', `/webhooks/${SOME_ID}`, 'GET, PATCH, DELETE'],
    ['PUT', '/webhooks/%20%2F%25', 'GET, PATCH, DELETE'],
    ['PUT', '/products/status?page=%zz', 'PATCH'],
    ['DELETE', `/categories/${SOME_ID}/attribute-groups`, 'GET'],
    ['HEAD', '/brands/', 'GET'],
    ['OPTIONS', '/brands/', 'GET'],
  ] as const) {
    const url = `/api/v1${path}`;
    const refused = await app.inject({ method, url, headers: { 'x-api-key': apiKey } });
    expect([refused.statusCode, refused.headers.allow], `${method} ${path}`).toEqual([405, allow]);
    expect(refused.headers).not.toHaveProperty('x-ratelimit-limit');
    if (method !== 'HEAD') expect(refused.json()).toEqual({ message: expect.stringContaining(allow) });
    const stranger = await app.inject({ method, url, headers: { 'x-api-key': 'unknown' } });
    expect([stranger.statusCode, stranger.headers.allow], `${method} ${path}`).toEqual([401, undefined]);
  }
  expect(merchant.catalogue.size).toBe(0);
  expect((await sandbox.send('GET', '/brands/')).headers['x-ratelimit-remaining']).toBe('49');
});
