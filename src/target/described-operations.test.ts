import { expect, test } from '#unit-test';
import { describedOperations, limitKey, limitsIn, operationsIn, versionIn } from './described-operations.js';

/** The same limit in documents that place the prefix of clause 9 in different ways. */
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

  test(`an operation is found at ${path} of ${server ?? 'no server'}`, () => {
    const document = {
      ...(server === undefined ? {} : { servers: [{ url: server }] }),
      paths: { [path]: { get: {}, delete: {} } },
    };
    expect([...operationsIn(document)]).toEqual(['GET /api/v1/webhooks/{}', 'DELETE /api/v1/webhooks/{}']);
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
      '/brands': {
        get: { description: 'All brands. At most 50 requests a minute for a key.' },
        post: { summary: 'Limit: 1,000 requests per minute', description: 'Or 1,000 rpm.' },
        put: { summary: '20 requests per minute', description: 'With a trial key, 10 requests per minute.' },
        delete: { 'x-rate-limit': 5, summary: 'Limit: 10 requests per minute' },
        patch: { description: 'Takes at most 50 items, within a minute.' },
      },
    },
  });
  expect([...limits]).toEqual([
    ['GET /api/v1/webhooks', 50],
    ['POST /api/v1/webhooks', 20],
    ['GET /api/v1/brands', 50],
    ['POST /api/v1/brands', 1000],
    ['DELETE /api/v1/brands', 5],
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
  test(`${JSON.stringify(document)} declares no limits, no operations and no version`, () => {
    expect([...limitsIn(document)]).toEqual([]);
    expect([...operationsIn(document)]).toEqual([]);
    expect(versionIn(document)).toBeUndefined();
  });
}

test('an operation comes with the path that it stands in', () => {
  const item = { parameters: [{ name: 'id' }], get: { summary: 'a' }, delete: null };
  expect([...describedOperations({ paths: { '/webhooks/{id}': item } })]).toEqual([
    ['GET /webhooks/{}', { operation: item.get, item }],
  ]);
  for (const document of [null, [], {}, { paths: [] }, { paths: { '/a': 'get' } }])
    expect(describedOperations(document).size).toBe(0);
});

test('the version is read as it stands there', () => {
  for (const version of ['1.3.0', '1', 1.3, null]) expect(versionIn({ info: { version } })).toBe(version);
});
