import { expect, test } from '#unit-test';
import { createApp } from './app.js';
import { OPERATIONS } from './routes/index.js';
import { openSandbox } from './testing/open-sandbox.js';
import { productItem } from './testing/product-item.js';

test('two sandboxes with one seed answer the same ids, data and batch lives', async () => {
  const runs = await Promise.all(
    [7, 7, 8].map(async (seed) => {
      const sandbox = openSandbox({ seed, startAt: () => 0 });
      const answers = [sandbox.merchantId];
      for (let count = 0; count < 20; count++) {
        const items = [productItem(sandbox.merchants, sandbox.merchant, { sku: `sku-${count}`, size: null })];
        const { body } = await sandbox.send('POST', '/products/', { items });
        sandbox.pass(3);
        const query = `batch_request_id=${Object(body).batchRequestId}`;
        answers.push(JSON.stringify((await sandbox.send('GET', `/results/products?${query}`)).body));
      }
      await sandbox.app.close();
      return answers.join('\n');
    }),
  );
  expect(runs[1]).toBe(runs[0]);
  expect(runs[2]).not.toBe(runs[0]);
  expect(runs[0]).toContain('"retry"');
});

test('rules, operations and the way callers are found can be replaced from outside', async () => {
  const sandbox = openSandbox({
    rules: { isKeyValid: () => true },
    operations: OPERATIONS.map((operation) => ({ ...operation, requestsPerMinute: 7 })),
    extend: (app) => app.addHook('onSend', async (_request, reply) => void reply.header('x-extended', 'yes')),
  });
  const { status, headers } = await sandbox.send('GET', '/brands', undefined, sandbox.revokedApiKey);
  expect([status, headers['x-ratelimit-limit'], headers['x-extended']]).toEqual([200, '7', 'yes']);
  await sandbox.app.close();
});

test('without a token there is no control interface', async () => {
  const app = createApp();
  expect((await app.inject({ url: '/control/health', headers: { 'x-control-token': '' } })).statusCode).toBe(
    404,
  );
  await app.close();
});

test('a log that writes no entries about exchanges is not asked to', async () => {
  const entries: object[] = [];
  const sandbox = openSandbox({
    log: {
      info: (facts) => entries.push(facts),
      error: (facts) => entries.push(facts),
      isLevelEnabled: (level) => level === 'error',
    },
  });
  expect((await sandbox.send('GET', '/brands')).status).toBe(200);
  expect(entries).toEqual([]);
  await sandbox.app.close();
});

test('the log names operations, and holds neither keys nor ids nor texts of clients', async () => {
  const entries: object[] = [];
  const log = { info: (facts: object) => entries.push(facts), error: (facts: object) => entries.push(facts) };
  const sandbox = openSandbox({ log });
  await sandbox.send('GET', `/webhooks/secret-id?key=${sandbox.apiKey}`);
  await sandbox.send('GET', `/nothing/${sandbox.apiKey}`);
  await sandbox.control('GET', '/health');
  expect(entries).toMatchObject([
    {
      method: 'GET',
      path: '/webhooks/{id}',
      status: 404,
      ms: expect.any(Number),
      requestId: expect.any(String),
    },
    { method: 'GET', path: 'unknown', status: 404 },
    { method: 'GET', path: '/control/health', status: 200 },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/secret-id|sk_sandbox_|token/);
  await sandbox.app.close();
});
