import type { IncomingMessage, RequestListener } from 'node:http';
import { expect } from '#unit-test';
import type { TargetFile } from '../contract/closings/target-file.js';
import { identity, sameWords } from '../contract/closings/translation.js';
import { test as serving } from '../http/local-server.js';
import { type Transport, TransportError, undiciTransport } from '../http/transport.js';
import { loadLiveDescription, withClosings } from './load-live-description.js';

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
  paths: { '/api/v1/brands/': { get: { 'x-rate-limit': 7 }, post: {} } },
};
const key = 'sk-good-1';

/** Answers with the document if it lets the request in, and records the keys that it receives. */
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

test('what the document says is read, whatever slash a path ends in', async ({ serve, transport }) => {
  const keys: unknown[] = [];
  const baseUrl = await serve(describing(keys));
  const live = await loadLiveDescription({ url: `${baseUrl}/openapi.json`, baseUrl, key }, transport);
  expect(live.version).toBe('1.3.0');
  expect(live.problem).toBeUndefined();
  const validated = await live.validated();
  expect(validated.problem).toMatch(/must have required property/);
  expect(validated.version).toBe('1.3.0');
  expect(await live.validated()).toBe(validated);
  expect(live.names({ method: 'GET', path: '/api/v1/brands' })).toBe(true);
  expect(live.names({ method: 'PATCH', path: '/api/v1/brands/' })).toBe(false);
  expect(live.limitOf({ method: 'GET', path: '/api/v1/brands/' })).toBe(7);
  expect(live.limitOf({ method: 'POST', path: '/api/v1/brands/' })).toBeUndefined();
  expect(live.exchange).toMatchObject({ credential: 'absent', status: 200, outsideContract: true });
  expect(keys).toEqual([undefined]);
});

test('a key is sent only where it is asked for, and is not kept', async ({ serve, transport }) => {
  const keys: unknown[] = [];
  const baseUrl = await serve(describing(keys, ({ headers }) => headers['x-api-key'] === key));
  const { exchange } = await loadLiveDescription({ url: `${baseUrl}/openapi.json`, baseUrl, key }, transport);
  expect(keys).toEqual([undefined, key]);
  expect(exchange).toMatchObject({ credential: 'valid', status: 200 });
  expect(JSON.stringify(exchange.request)).not.toContain(key);
});

test('no key reaches another origin', async ({ serve, transport }) => {
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

test('an error that looks like a document declares nothing', async ({ serve, transport }) => {
  const baseUrl = await serve((_, response) => response.writeHead(500).end(JSON.stringify(document)));
  const live = await loadLiveDescription({ url: baseUrl, baseUrl }, transport);
  expect([live.version, live.limits.size]).toEqual([undefined, 0]);
  expect(live.exchange.status).toBe(500);
});

test('silence is no answer', async ({ refusingUrl, transport }) => {
  const error = await loadLiveDescription({ url: refusingUrl, baseUrl: refusingUrl }, transport).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TransportError);
});

const file: TargetFile = {
  contract: '1.3.0',
  operations: {
    listBrands: {
      response: { rename: { '[].name': 'label' } },
      query: { rename: { page: 'page_number' } },
    },
  },
};
const renamed = {
  ...identity,
  pathInOurs: (theirs: string) => theirs.replace('brands', '').replace('label', 'name'),
};
const closing = {
  file,
  path: 'targets/staging.yaml',
  translations: () => ({ ...sameWords, response: renamed }),
};
const learned = { from: 'https://staging.example.com/docs', on: '2026-11-22', digest: '5d41402a' };

test('a difference says what became of the element since the file was learned', () => {
  const became = (contract: string, described: string) =>
    withClosings({ place: 'limit', contract, described, gaps: [] }, 'listBrands', learned, closing).described;
  const since = 'since 2026-11-22, when targets/staging.yaml was learned';
  expect(became('a field', 'no such field')).toBe(`no such field (gone ${since})`);
  expect(became('no such parameter', 'a required parameter')).toBe(`a required parameter (new ${since})`);
  expect(became('an integer', 'a string')).toBe(`a string (different ${since})`);
});

test('a difference names the step of the file that is about its place', () => {
  const place = 'response 200 body brands[].label';
  const found = { place, contract: 'a field', described: 'no such field', gaps: ['G-05'] };
  expect(withClosings(found, 'listBrands', undefined, closing)).toEqual({
    ...found,
    contract: 'a field (by targets/staging.yaml: operations.listBrands.response.rename, [].name: label)',
  });
  const other = { ...found, place: 'response 200 body brands[].id' };
  expect(withClosings(other, 'listBrands', undefined, closing)).toEqual(other);
  const { file: _, path: __, ...without } = closing;
  expect(withClosings(found, 'listBrands', undefined, without)).toEqual(found);
});
