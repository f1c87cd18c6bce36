import { expect, test } from '#testing/unit-test';
import type { ExchangeRequest } from '../http/exchange.js';
import { describedOperations, loadLiveDescription } from './load-live-description.js';

const key = 'sk-good-1';
const baseUrl = 'https://shop.example.com';
const url = `${baseUrl}/openapi.json`;
const brands = { method: 'GET', path: '/api/v1/brands' };

/** Loads what a target serves, with or without a key, and records the keys that it gets. */
async function loaded(serving: (key?: string) => readonly [status: number, body: unknown], at = url) {
  const keys: unknown[] = [];
  const send = async ({ headers: { 'x-api-key': sent } }: ExchangeRequest) => {
    keys.push(sent);
    const [status, body] = serving(sent);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return { status, headers: { [`x-${key}`]: key }, body: Buffer.from(text) };
  };
  const place = { descriptionUrl: at, baseUrl, apiKeys: [key] };
  return { live: await loadLiveDescription(place, { send }), keys };
}

const info = { version: '1.3.0' };
const document = { openapi: '3.1.0', info, paths: { '/api/v1/brands/': { get: {}, post: {} } } };

test('the description is read and validated, and names its methods', async () => {
  const { live } = await loaded(() => [200, document]);
  expect((await live.validated()).problem).toMatch(/must have required property/);
  expect(['GET', 'POST', 'PUT'].map((method) => live.names({ ...brands, method }))).toEqual([
    true,
    true,
    false,
  ]);
});

test('the limit of an operation is its number, otherwise the only one in its words', async () => {
  for (const [get, limit] of [
    [{ 'x-rate-limit': 5, summary: 'Limit: 10 requests per minute' }, 5],
    [{ description: 'All words. At most 50 requests a minute for a key.' }, 50],
    [{ summary: 'Limit: 1,000 requests per minute', description: 'Or 1,000 rpm.' }, 1000],
    [{ summary: '20 requests per minute', description: 'With a trial key, 10 requests per minute.' }],
    [{ description: 'Takes at most 50 items, within a minute.' }],
  ] as const) {
    const { live } = await loaded(() => [200, { ...document, paths: { [brands.path]: { get } } }]);
    expect(live.limitOf(brands)).toBe(limit);
  }
});

test('a document in YAML is read like one in JSON, and an error that looks like a document declares nothing', async () => {
  const used = Array.from({ length: 300 }, (_, index) => `  /api/v1/x${index}/: *shared\n`).join('');
  const yaml = `openapi: 3.1.0\ninfo: {title: a, version: 1.3.0}\npaths:\n  /api/v1/brands/: &shared\n    get: {}\n${used}`;
  for (const [status, body, version] of [
    [200, yaml, '1.3.0'],
    [200, `\ufeff${yaml}`, '1.3.0'],
    [500, document, undefined],
  ] as const) {
    const { live } = await loaded(() => [status, body]);
    expect([live.version, live.names(brands)]).toEqual([version, version !== undefined]);
  }
});

test('a document in YAML that contains itself is not judged', async () => {
  for (const body of ['info: &all {x: *all}\npaths: {}', 'paths: &all\n  /api/v1/brands/: {get: *all}']) {
    const { live } = await loaded(() => [200, `openapi: 3.1.0\n${body}`]);
    expect(await live.validated()).toMatchObject({
      problem: undefined,
      unjudged: 'an alias of its YAML names what contains the alias',
    });
    expect(live.names(brands)).toBe(false);
  }
});

test('a key is sent to the service alone, if it is required, and neither kept nor repeated', async () => {
  const open = await loaded(() => [200, document]);
  const elsewhere = await loaded(() => [401, {}], 'https://docs.example.com/openapi.json');
  const closed = await loaded((sent) => [sent === key ? 200 : 401, { info: { [key]: key } }]);
  expect([open.keys, elsewhere.keys, closed.keys]).toEqual([[undefined], [undefined], [undefined, key]]);
  const { exchange } = closed.live;
  expect(exchange).toMatchObject({ credential: 'valid', status: 200 });
  expect(exchange.json).toEqual({ info: { '[redacted]': '[redacted]' } });
  expect(exchange.header('x-[redacted]')).toBe('[redacted]');
  expect(JSON.stringify(exchange.request)).not.toContain(key);
});

const host = 'https://shop.example.com';
const [whole, short] = ['/api/v1/webhooks/{webhook-id}/', '/webhooks/{id}'];
/** Paths of a document, and servers, separated by spaces, that lead to an operation below a base URL, and that don't. */
const ways: readonly (readonly [isFound: boolean, base: string, path: string, servers: string])[] = [
  [true, '/seller', whole, `/seller ${host}/{stage} //shop.example.com/seller ../../..`],
  [true, '/seller', short, '/seller/api/v1 HTTPS://SHOP.EXAMPLE.COM:443/seller/api/v1/ .. {at}/api/v1'],
  [true, '/seller', short, '/{tenant}/{api}/{version} {scheme}://{host}/{tenant}/{api}/{version}'],
  [true, '/seller', short, `/seller/api/v{number} ${host}//seller//{api}/{version}`],
  // The gateway removes the path, or the document names a different host of the service.
  [true, '/seller', whole, '/ https://api.example.com/v2'],
  [true, '/seller', short, 'http://127.0.0.1:8080/api/v1 {base_url}/api/v1 https://{region}.example/api/v1'],
  [false, '/seller', whole, '/buyer /sellers'],
  [false, '/seller', short, `/seller ${host}/seller/api/v2 https://api.example.com`],
  // The document names the path of a gateway.
  [true, '', whole, `/seller ${host}/seller /seller/`],
  [true, '', short, '/seller/api/v1 https://{unknown}/{base-path}/api/v1'],
  [false, '', short, '/seller/api/v2'],
];
const variables = {
  ...{ stage: { default: 'test', enum: ['test', 'seller'] }, at: { default: '/seller' } },
  ...{ scheme: { default: 'https' }, host: { default: 'shop.example.com' }, version: { default: 'v1' } },
  ...{ tenant: { default: 'tenant-0', enum: ['tenant-0', 'sell', 'seller'] }, api: { default: 'api' } },
  number: { default: 1 },
};

test('an operation is found at its address, by any of the ways that the document names', () => {
  for (const [isFound, base, path, urls] of ways)
    for (const url of urls.split(' '))
      for (const where of ['document', 'item', 'operation']) {
        const at = (here: string) => (where === here ? { servers: [{ url: '/x' }, { url, variables }] } : {});
        const item = { get: at('operation'), delete: null, ...at('item') };
        const baseUrl = host + base;
        const addresses = { baseUrl, descriptionUrl: `${baseUrl}/api/v1/docs/openapi.json` };
        const found = (own: object) => describedOperations({ ...at('document'), ...own }, addresses);
        for (const own of [{ paths: { [path]: item } }, { paths: { [path]: { $ref: '#/x' } }, x: item }])
          expect(found(own).has('GET /api/v1/webhooks/{}'), `${url} of the ${where}`).toBe(isFound);
      }
  for (const other of [null, 'text', [], { paths: [] }, { paths: { '/a': 'get' } }, { servers: {} }])
    expect(describedOperations(other).size).toBe(0);
});

test('an operation at the exact address wins over one that may be there', () => {
  const paths = [`/admin${whole}`, whole].map((path) => ({ [path]: { get: {} } }));
  for (const own of [paths, paths.toReversed()]) {
    const described = describedOperations({ paths: Object.assign({}, ...own) });
    expect(described.get('GET /api/v1/webhooks/{}')?.keys).toEqual([whole, 'get']);
  }
});
