import { createApp } from './app.js';
import { exampleItem } from './domain/example-product.js';
import { expect, openSandbox, test } from './testing/open-sandbox.js';

test('two sandboxes with the same seed return the same ids and data, and their batches go through the same stages', async () => {
  const runs = await Promise.all(
    [7, 7, 8].map(async (seed) => {
      const sandbox = openSandbox({ seed, startAt: () => 0 });
      const responses = [sandbox.merchantId];
      for (let count = 0; count < 20; count++) {
        const item = { ...exampleItem(sandbox.merchants, sandbox.merchant), sku: `sku-${count}`, size: null };
        const items = [item];
        const { body } = await sandbox.send('POST', '/products/', { items });
        sandbox.pass(3);
        const query = `batch_request_id=${Object(body).batchRequestId}`;
        responses.push(JSON.stringify((await sandbox.send('GET', `/results/products?${query}`)).body));
      }
      await sandbox.app.close();
      return responses.join('\n');
    }),
  );
  expect(runs[1]).toBe(runs[0]);
  expect(runs[2]).not.toBe(runs[0]);
  expect(runs[0]).toContain('"retry"');
});

test('without a token there is no control interface', async () => {
  const app = createApp();
  const { statusCode } = await app.inject({ url: '/control/health', headers: { 'x-control-token': '' } });
  expect(statusCode).toBe(404);
  await app.close();
});

test('the log names operations, refusals and ignored input, but contains no keys, ids or values from clients', async () => {
  const entries: object[] = [];
  const log = { info: (facts: object) => entries.push(facts), error: (facts: object) => entries.push(facts) };
  const sandbox = openSandbox({ log });
  await sandbox.send('GET', `/webhooks/secret-id?key=${sandbox.apiKey}`);
  await sandbox.send('GET', `/noth%1bing/${sandbox.apiKey}`);
  await sandbox.send('PUT', '/products/stock');
  await sandbox.send('GET', `/orders/?per_page=0&secret-id=1`);
  await sandbox.send('GET', `/orders/?id=secret-id`);
  await sandbox.control('GET', '/health');
  expect(entries).toMatchObject([
    {
      method: 'GET',
      path: '/webhooks/{id}',
      status: 404,
      problem: 'There is no such webhook subscription',
      ms: expect.any(Number),
    },
    {
      method: 'GET',
      path: '/api/v1/noth\\u{1b}ing/(a key)',
      status: 404,
      problem: 'There is no such operation',
    },
    { method: 'PUT', path: '/api/v1/products/stock', status: 405 },
    { method: 'GET', path: '/orders/', status: 400, problem: 'per_page must be at least 1, but is 0' },
    { method: 'GET', path: '/orders/', status: 200, ignored: 'query.id' },
    { method: 'GET', path: '/control/health', status: 200 },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/secret-id|sk_sandbox_|token/);
  await sandbox.app.close();
});
