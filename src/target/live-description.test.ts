import { expect } from '@playwright/test';
import { limitKey, limitsIn, readDeclaredLimits } from './live-description.js';
import { test } from './local-server.js';

/** The same limit, written in the ways in which a description may place the prefix of clause 9. */
const forms: readonly (readonly [server: string | undefined, path: string])[] = [
  ['{base_url}/api/v1', '/webhooks/{id}'],
  ['https://shop.example.com/api/v1', '/webhooks/{id}'],
  ['https://shop.example.com/api/v1/', '/webhooks/{webhook_id}/'],
  ['https://{region}.example.com:8443/api/v1', '/webhooks/{webhook-id}'],
  ['/api/v1', '/webhooks/{id}'],
  ['/', '/api/v1/webhooks/{id}'],
  ['https://shop.example.com', '/api/v1/webhooks/{id}/'],
  [undefined, '/api/v1/webhooks/{id}'],
];

for (const [server, path] of forms) {
  test(`a limit is found at ${path} of ${server ?? 'no server'}`, () => {
    const limits = limitsIn({
      ...(server === undefined ? {} : { servers: [{ url: server }] }),
      paths: { [path]: { get: { 'x-rate-limit': 50 } } },
    });
    expect([...limits]).toEqual([['GET /api/v1/webhooks/{}', 50]]);
    expect(limits.get(limitKey('GET', '/api/v1/webhooks/{id}'))).toBe(50);
  });
}

test('each method has its own limit; what declares none has none', () => {
  const limits = limitsIn({
    servers: [{ url: '/api/v1' }],
    paths: {
      '/webhooks/': {
        parameters: [{ name: 'x-rate-limit' }],
        get: { 'x-rate-limit': 50 },
        post: { 'x-rate-limit': 20 },
        patch: {},
        delete: { 'x-rate-limit': '50' },
      },
    },
  });
  expect([...limits]).toEqual([
    ['GET /api/v1/webhooks', 50],
    ['POST /api/v1/webhooks', 20],
  ]);
});

for (const document of [
  null,
  undefined,
  'text',
  [],
  {},
  { paths: null },
  { paths: { '/a': null } },
  { servers: {} },
]) {
  test(`${JSON.stringify(document)} declares no limits`, () => {
    expect([...limitsIn(document)]).toEqual([]);
  });
}

test('the document is read where it is served', async ({ serve }) => {
  const url = await serve((request, response) => {
    const found = request.url === '/openapi.json';
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ paths: { '/a': { get: { 'x-rate-limit': found ? 7 : 8 } } } }));
  });
  expect([...(await readDeclaredLimits(`${url}/openapi.json`))]).toEqual([['GET /a', 7]]);
});

test('a page, an error and silence declare no limits', async ({ serve, refusingUrl }) => {
  const page = await serve((_request, response) => response.end('<html></html>'));
  const error = await serve((_request, response) => response.writeHead(404).end('{"message":"not found"}'));
  for (const url of [page, error, refusingUrl]) expect([...(await readDeclaredLimits(url))]).toEqual([]);
});
