import { OPERATIONS } from '../routes/index.js';
import { expect, test } from '../testing/test.js';

/** The operations that answer with a file. */
const FILES = ['getDeliveryDocument', 'downloadReport'];

test('the OpenAPI document declares every operation with its limit, without a key', async ({ sandbox }) => {
  const response = await sandbox.app.inject('/api/v1/docs/openapi.json');
  expect(response.statusCode).toBe(200);
  const document = response.json();
  expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.3.0' } });
  const documented = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(Object(item)).map(([method, operation]) => [
      `${method.toUpperCase()} ${path}`,
      Object(operation)['x-rate-limit'],
      Object(operation).operationId,
      Object(operation).summary,
    ]),
  );
  const served = OPERATIONS.map(({ id, method, path, requestsPerMinute, summary }) => [
    `${method} /api/v1${path}`,
    requestsPerMinute,
    id,
    `${summary} · Limit: ${requestsPerMinute} requests per minute`,
  ]);
  expect(documented.sort()).toEqual(served.sort());
  expect(documented).toHaveLength(30);
});

test('it is a valid OpenAPI document', async ({ sandbox }) => {
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  const document = (await sandbox.app.inject('/api/v1/docs/openapi.json')).json();
  await expect(SwaggerParser.validate(document)).resolves.toHaveProperty('info.version', '1.3.0');
});

test('parameters with a default are optional, headers are declared on each status', async ({ sandbox }) => {
  const { paths } = (await sandbox.app.inject('/api/v1/docs/openapi.json')).json();
  const { parameters, responses } = paths['/api/v1/products/rejected'].get;
  expect(
    parameters.map(({ name, required }: { name: string; required: boolean }) => [name, required]),
  ).toEqual([
    ['style_key', false],
    ['page', false],
    ['per_page', false],
  ]);
  expect(Object.keys(responses)).toEqual(['200', '400', '401', '429']);
  for (const status of ['200', '400', '429'])
    expect(responses[status].headers).toHaveProperty('X-RateLimit-Remaining.schema.type', 'integer');
  expect(paths['/api/v1/results/status'].get.parameters[0]).toMatchObject({
    name: 'batch_request_id',
    required: true,
  });
});

test('an operation that takes nothing but the key documents no 400', async ({ sandbox }) => {
  const { paths } = (await sandbox.app.inject('/api/v1/docs/openapi.json')).json();
  const statuses = (path: string, method = 'get') => Object.keys(paths[`/api/v1${path}`][method].responses);
  for (const path of ['/webhooks/types', '/webhooks/', '/reports/', '/countries/', '/brands/'])
    expect(statuses(path), path).toEqual(['200', '401', '429']);
  expect(statuses('/webhooks/', 'post')).toEqual(['200', '400', '401', '429']);
  expect(statuses('/webhooks/{id}', 'delete')).toEqual(['204', '400', '401', '404', '429']);
  expect(statuses('/results/ship')).toEqual(['200', '400', '401', '404', '429']);
});

test('the headers that are always sent are documented: none with a 401, and when to try again with a 429', async ({
  sandbox,
}) => {
  const { paths } = (await sandbox.app.inject('/api/v1/docs/openapi.json')).json();
  const limits = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
  for (const item of Object.values(paths))
    for (const { operationId, responses } of Object.values(Object(item)).map(Object)) {
      for (const [status, { headers = {} }] of Object.entries<{ headers?: object }>(responses)) {
        const documented = status === '401' ? [] : status === '429' ? [...limits, 'Retry-After'] : limits;
        const file = status === '200' && FILES.includes(operationId) ? ['Content-Disposition'] : [];
        expect(Object.keys(headers), `${operationId} ${status}`).toEqual([...documented, ...file]);
        for (const header of Object.values(headers)) expect(header).toHaveProperty('required', true);
      }
    }
});

test('the root of the sandbox leads to the documentation', async ({ sandbox }) => {
  const { statusCode, headers } = await sandbox.app.inject('/');
  expect([statusCode, headers.location]).toEqual([302, '/api/v1/docs']);
});

test('the page for people and its assets are served locally, without a key and a limit', async ({
  sandbox,
}) => {
  for (let count = 0; count < 120; count++)
    expect((await sandbox.app.inject('/api/v1/docs')).statusCode).toBe(200);
  const page = await sandbox.app.inject('/api/v1/docs/');
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.headers).not.toHaveProperty('x-ratelimit-limit');
  const assets = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, asset]) => asset ?? '');
  expect(assets.length).toBeGreaterThan(2);
  for (const asset of assets) {
    expect(asset).not.toMatch(/^(https?:)?\/\//);
    const { pathname } = new URL(asset, 'http://sandbox/api/v1/docs/');
    expect((await sandbox.app.inject(pathname)).statusCode, asset).toBe(200);
  }
  expect((await sandbox.app.inject('/api/v1/docs/nothing')).statusCode).toBe(404);
});
