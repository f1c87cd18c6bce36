import { connect } from 'node:net';
import fc from 'fast-check';
import { OPERATIONS } from '../routes/index.js';
import { expect, test } from '../testing/test.js';
import { takesBody } from './operation.js';

const leak = /node_modules|sandbox\/|\.[jt]s\b|at \w+ \(|Error:/;
const writes = OPERATIONS.filter(takesBody);

const bodies: readonly (readonly [string, string | Buffer])[] = [
  ['nothing', ''],
  ['deep arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['deep objects', `{"items":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
  ['huge numbers', '{"items":[{"id":1e999,"sku":"abc","quantity":-1e999}]}'],
  ['lone surrogates', '{"items":[{"style_key":"\\ud800","status":"\\udfff","sku":"\\ud800\\ud800\\ud800"}]}'],
  ['NUL', '{"items":[{"style_key":"\\u0000","status":"\\u0000"}]}\0'],
  [
    'a long text',
    JSON.stringify({ items: [{ style_key: 'x'.repeat(1_000_000) }], url: 'x'.repeat(1_000_000) }),
  ],
  ['duplicate keys', '{"items":[],"items":[{"style_key":"a","style_key":"b","status":"draft"}]}'],
  ['keys of the prototype', '{"__proto__":{"items":[{}]},"constructor":{"prototype":{"items":1}}}'],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
  ['a body that is too large', `{"items":"${'x'.repeat(11 * 1024 * 1024)}"}`],
];

for (const [name, payload] of bodies)
  test(`${name} is answered, and never with a failure`, async ({ sandbox }) => {
    for (const { id, method, path } of writes) {
      const response = await sandbox.app.inject({
        method,
        url: `/api/v1${path.replace('{id}', 'x')}`,
        headers: { 'x-api-key': sandbox.apiKey, 'content-type': 'application/json' },
        payload,
      });
      expect([200, 400, 404], id).toContain(response.statusCode);
      expect(response.body).not.toMatch(leak);
      if (response.statusCode !== 200) expect(response.json()).toEqual({ message: expect.any(String) });
    }
    sandbox.pass(10);
  });

test('any JSON whatever is answered, and never with a failure', async ({ sandbox }) => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...writes),
      fc.jsonValue({ maxDepth: 4 }),
      async ({ method, path }, value) => {
        for (const body of [value, { items: value }, { items: [value] }]) {
          const { status } = await sandbox.send(method, path.replace('{id}', 'x'), JSON.stringify(body));
          if (![200, 400, 404, 429].includes(status)) throw new Error(`answered ${status}`);
        }
      },
    ),
    { numRuns: 100 },
  );
});

test('any query is answered, and never with a failure', async ({ sandbox }) => {
  for (const query of [
    '?',
    '?&&==&',
    '?page=%zz',
    '?page=%',
    '?%zz=%zz',
    '?style_key=%ff&status=%00',
    '?__proto__=1&constructor=2',
    '?page=1&page=1',
    `?style_key=${'x'.repeat(10_000)}`,
    '?page[]=1',
    '?page=99999999999999999999',
  ]) {
    sandbox.pass(60);
    for (const { id, method, path } of OPERATIONS) {
      const { status } = await sandbox.send(method, path.replace(/\{\w+\}/, 'x') + query);
      if (![200, 400, 404].includes(status)) throw new Error(`${id} answered ${status} to ${query}`);
    }
  }
});

test('any id is answered, and never with a failure', async ({ sandbox }) => {
  const operations = OPERATIONS.filter(({ params }) => params !== undefined);
  for (const part of ['%', '%zz', '%00', '%ff', '%2f', '%2e%2e', '..', 'x'.repeat(9_000), '😀'])
    for (const { id, method, path } of operations) {
      const response = await sandbox.app.inject({
        method,
        url: `/api/v1${path.replace(/\{\w+\}/, part)}`,
        headers: { 'x-api-key': sandbox.apiKey },
      });
      expect([400, 404], `${id} ${part}`).toContain(response.statusCode);
      expect(response.json()).toEqual({ message: expect.any(String) });
    }
});

for (const [name, bytes] of [
  ['no HTTP', 'hello\r\n\r\n'],
  ['an unknown method', 'BREW /api/v1/brands/ HTTP/1.1\r\nhost: a\r\n\r\n'],
  [
    'headers that are too long',
    `GET /api/v1/brands/ HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`,
  ],
  ['a wrong length', 'POST /api/v1/products/ HTTP/1.1\r\nhost: a\r\ncontent-length: x\r\n\r\n'],
] as const)
  test(`${name} is answered 400 with a message`, async ({ sandbox }) => {
    const port = Number(new URL(await sandbox.app.listen({ port: 0, host: '127.0.0.1' })).port);
    const answer = await new Promise<string>((resolve) => {
      const chunks: Buffer[] = [];
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    });
    expect(answer).toContain('HTTP/1.1 400 ');
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({ message: expect.any(String) });
  });

test('a body that is far too large is answered over a connection too', async ({ sandbox }) => {
  const address = await sandbox.app.listen({ port: 0, host: '127.0.0.1' });
  const response = await fetch(`${address}/api/v1/products/`, {
    method: 'POST',
    headers: { 'x-api-key': sandbox.apiKey, 'content-type': 'application/json' },
    body: Buffer.alloc(24 * 1024 * 1024, 0x20),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ message: expect.stringContaining('at most') });
});
