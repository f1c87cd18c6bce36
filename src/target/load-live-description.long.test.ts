import type { IncomingMessage, RequestListener } from 'node:http';
import { test as serving } from '#testing/loopback-server';
import { expect } from '#testing/unit-test';
import { operation } from '../contract/operations.js';
import { IntricateSchemas } from '../contract/schemas/schema-facts.js';
import { limits } from '../contract/values/limits.js';
import { type Transport, undiciTransport } from '../http/transports/transport.js';
import { describedOperations, loadLiveDescription, operationKey } from './load-live-description.js';

const test = serving.extend<{ transport: Transport }>({
  transport: async ({}, use) => {
    const transport = undiciTransport(1);
    await use(transport);
    await transport.close();
  },
});

const document = {
  openapi: '3.1.0',
  info: { version: '1.3.0' },
  paths: {
    '/api/v1/brands/': { get: { 'x-rate-limit': 7 }, post: {} },
    '/api/v1/words': {
      get: { description: 'All words. At most 50 requests a minute for a key.' },
      post: { summary: 'Limit: 1,000 requests per minute', description: 'Or 1,000 rpm.' },
      put: { summary: '20 requests per minute', description: 'With a trial key, 10 requests per minute.' },
      delete: { 'x-rate-limit': 5, summary: 'Limit: 10 requests per minute' },
      patch: { description: 'Takes at most 50 items, within a minute.' },
    },
  },
};
const key = 'sk-good-1';

/** Answers with the document if it accepts the request, and records the keys that it receives. */
function describing(
  keys: unknown[],
  letsIn: (request: IncomingMessage) => boolean = () => true,
): RequestListener {
  return (request, response) => {
    keys.push(request.headers['x-api-key']);
    const allowed = letsIn(request);
    response.writeHead(allowed ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(allowed ? document : { message: 'a key is required' }));
  };
}

test('the description is read and validated once, and each method has its own limit', async ({
  serve,
  transport,
}) => {
  const keys: unknown[] = [];
  const baseUrl = await serve(describing(keys));
  const live = await loadLiveDescription({ url: `${baseUrl}/openapi.json`, baseUrl, key }, transport);
  expect(live.problem).toBeUndefined();
  expect((await live.validated()).problem).toMatch(/must have required property/);
  expect(live.exchange).toMatchObject({ credential: 'absent', status: 200, outsideContract: true });
  expect(keys).toEqual([undefined]);
  const brands = (method: string) => ({ method, path: '/api/v1/brands' });
  expect(live.version).toBe('1.3.0');
  expect([live.names(brands('GET')), live.names(brands('PATCH'))]).toEqual([true, false]);
  const limitsAt = (path: string) =>
    ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].map((method) => live.limitOf({ method, path }));
  expect(limitsAt('/api/v1/brands')).toEqual([7, undefined, undefined, undefined, undefined]);
  expect(limitsAt('/api/v1/words')).toEqual([50, 1000, undefined, 5, undefined]);
});

const place = {
  url: 'https://shop.example.com/seller/api/v1/docs/openapi.json',
  baseUrl: 'https://shop.example.com/seller',
};
const [whole, short] = ['/api/v1/webhooks/{webhook-id}/', '/webhooks/{id}'];
/** Servers and paths of a document that lead to an operation below the address of the service, and those that don't. */
const ways: readonly (readonly [isFound: boolean, path: string, ...servers: readonly string[]])[] = [
  [true, whole, '/seller', 'https://shop.example.com/{stage}', '//shop.example.com/seller', '../../..'],
  [true, short, '/seller/api/v1', 'HTTPS://SHOP.EXAMPLE.COM:443/seller/api/v1/', '..', '{at}/api/v1'],
  [true, short, '/{tenant}/{api}/{version}', '{scheme}://{host}/{tenant}/{api}/{version}'],
  // The gateway removes the path, or the document names a different host of the service.
  [true, whole, '/', 'https://api.example.com/v2'],
  [true, short, 'http://127.0.0.1:8080/api/v1', '{base_url}/api/v1', 'https://{region}.example.com/api/v1'],
  [false, whole, '/buyer', '/sellers'],
  [false, short, '/seller', 'https://shop.example.com/seller/api/v2', 'https://api.example.com'],
];
test('an operation is found at its address, by any of the ways that the document names', () => {
  const tenants = [...Array.from({ length: 40 }, (_, index) => `tenant-${index}`), 'seller'];
  const variables = {
    ...{ stage: { default: 'test', enum: ['test', 'seller'] }, at: { default: '/seller' } },
    ...{ scheme: { default: 'https' }, host: { default: 'shop.example.com' }, version: { default: 'v1' } },
    ...{ tenant: { default: 'tenant-0', enum: tenants }, api: { default: 'api' } },
  };
  const others = Array.from({ length: 30 }, (_, index) => ({ url: `/x${index}` }));
  for (const [isFound, path, ...servers] of ways)
    for (const url of servers)
      for (const where of ['document', 'item', 'operation']) {
        const at = (here: string) => (where === here ? { servers: [...others, { url, variables }] } : {});
        const item = { get: at('operation'), delete: null, ...at('item') };
        const found = describedOperations({ ...at('document'), paths: { [path]: item } }, place);
        expect(found.has('GET /api/v1/webhooks/{}'), `${url} of the ${where}`).toBe(isFound);
        const described = { operation: item.get, item, keys: [path, 'get'] };
        expect([...new Set(found.values())]).toEqual([described]);
        const apart = { ...at('document'), paths: { [path]: { $ref: '#/x' } }, x: item };
        expect([...describedOperations(apart, place).keys()]).toEqual([...found.keys()]);
      }
  expect([...describedOperations({ paths: { [whole]: { get: {} } } }).keys()]).toEqual([
    operationKey('get', '/api/v1/webhooks/{id}'),
  ]);
});

test('a document that is not OpenAPI has no operations', () => {
  const odd = [{ paths: [] }, { paths: { '/a': 'get' } }, { servers: {} }];
  for (const other of [null, undefined, 'text', [], {}, ...odd])
    expect(describedOperations(other).size).toBe(0);
});

test('a key is sent only if it is required, and is not kept', async ({ serve, transport }) => {
  const keys: unknown[] = [];
  const baseUrl = await serve(describing(keys, ({ headers }) => headers['x-api-key'] === key));
  const { exchange } = await loadLiveDescription({ url: `${baseUrl}/openapi.json`, baseUrl, key }, transport);
  expect(keys).toEqual([undefined, key]);
  expect(exchange).toMatchObject({ credential: 'valid', status: 200 });
  expect(JSON.stringify(exchange.request)).not.toContain(key);
});

test('a description that repeats the key is read without it', async ({ serve, transport }) => {
  const baseUrl = await serve((request, response) => {
    const status = request.headers['x-api-key'] === undefined ? 401 : 200;
    response.writeHead(status, { [`x-${key}`]: key }).end(JSON.stringify({ info: { [key]: key } }));
  });
  const { exchange } = await loadLiveDescription({ url: `${baseUrl}/openapi.json`, baseUrl, key }, transport);
  expect(exchange.json).toEqual({ info: { '[redacted]': '[redacted]' } });
  expect(exchange.header('x-[redacted]')).toBe('[redacted]');
});

test('no key reaches a different origin', async ({ serve, transport }) => {
  const keys: unknown[] = [];
  const elsewhere = await serve(describing(keys, () => false));
  const baseUrl = await serve(describing([]));
  const { exchange } = await loadLiveDescription(
    { url: `${elsewhere}/openapi.json`, baseUrl, key },
    transport,
  );
  expect(keys).toEqual([undefined]);
  expect(exchange.status).toBe(401);
});

test('a document in YAML is read like one in JSON', async ({ serve, transport }) => {
  const used = Array.from({ length: 300 }, (_, index) => `  /api/v1/x${index}/: *shared\n`).join('');
  const text = `openapi: 3.1.0\ninfo: {title: a, version: 1.3.0}\npaths:\n  /api/v1/brands/: &shared\n    get: {}\n${used}`;
  const baseUrl = await serve((_, response) => response.end(text));
  const live = await loadLiveDescription({ url: `${baseUrl}/openapi.yaml`, baseUrl }, transport);
  expect([live.version, live.names({ method: 'GET', path: '/api/v1/brands/' })]).toEqual(['1.3.0', true]);
});

test('an error that looks like a document declares nothing', async ({ serve, transport }) => {
  const baseUrl = await serve((_, response) => response.writeHead(500).end(JSON.stringify(document)));
  const live = await loadLiveDescription({ url: baseUrl, baseUrl }, transport);
  expect([live.version, live.names({ method: 'GET', path: '/api/v1/brands/' })]).toEqual([undefined, false]);
  expect(live.exchange.status).toBe(500);
});

test('a description that is too intricate to compare says so, with its address', async ({
  serve,
  transport,
}) => {
  const { operationId, method, path } = operation('listBrands');
  const allOf = Array.from({ length: 1000 }, () => ({}));
  const content = { 'application/json': { schema: { allOf } } };
  const paths = { [path]: { [method.toLowerCase()]: { responses: { 200: { content } } } } };
  const baseUrl = await serve((_, response) => response.end(JSON.stringify({ ...document, paths })));
  const url = `${baseUrl}/openapi.json`;
  const live = await loadLiveDescription({ url, baseUrl }, transport);
  expect(() => live.compared(operation(operationId))).toThrow(
    new IntricateSchemas(
      `the live description at ${url} can't be compared with the contract: its schemas take more than ${limits.schemaSteps} steps to read`,
    ),
  );
  expect(live.compared(operation('listReports')).differences).toMatchObject([
    { described: 'no such operation' },
  ]);
});
