import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { expect, openSandbox, test } from '../testing/open-sandbox.js';
import { HEADER_LIMIT } from './connections.js';

const STOCK = '/api/v1/products/stock';
const JSON_TYPE = 'content-type: application/json';
const CUT = '{"message":"body ends before it is complete"}';
const LARGE = Buffer.alloc(16 * 1024 * 1024, 0x20);

function expectMessage({ headers, body }: RawResponse): void {
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(JSON.parse(body)).toEqual({ message: expect.any(String) });
}

test('a malformed body is answered with 400 and the usual headers, and 401 without a key', async ({
  sandbox,
}) => {
  const key = `x-api-key: ${sandbox.apiKey}`;
  const chunked = 'transfer-encoding: chunked';
  for (const [name, header, body, shut] of [
    ['breaks off as its sender shuts down', 'content-length: 100', '{"items":', true],
    ['is missing because its sender shuts down', 'content-length: 100', '', true],
    ['has a chunk without a length', chunked, 'zz\r\n', false],
    ['has a chunk that is too long', chunked, '2\r\n{}xx\r\n', false],
    ['breaks off between chunks', chunked, '2\r\n{}\r\n', true],
  ] as const)
    for (const connection of ['close', 'keep-alive']) {
      const bytes = (more: readonly string[]) =>
        rawRequest('PATCH', STOCK, [JSON_TYPE, ...more, header], body, connection);
      const refused = await talk(sandbox.app, [bytes([key])], { shut });
      expect(refused, name).toMatchObject([
        { status: 400, headers: { 'x-ratelimit-limit': '1000' }, body: CUT },
      ]);
      expect(await talk(sandbox.app, [bytes([])], { shut }), name).toMatchObject([{ status: 401 }]);
    }
  expect((await sandbox.send('GET', '/brands')).status).toBe(200);
});

test('data that is not HTTP, or exceeds its limits, is answered with 400 and a message', async ({
  sandbox,
}) => {
  for (const [name, bytes] of [
    ['data that is not HTTP', 'hello\r\n\r\n'],
    ['a TLS handshake', Buffer.from('16030100f8010000f40303', 'hex')],
    ['an unknown method', rawRequest('BREW', '/api/v1/brands/')],
    ['headers that are too long', rawRequest('GET', '/api/v1/brands/', [`x: ${'x'.repeat(100_000)}`])],
    ['a target that is too long', rawRequest('GET', `/api/v1/webhooks/${'x'.repeat(HEADER_LIMIT)}`)],
    ['two lengths', rawRequest('POST', STOCK, ['content-length: 2', 'content-length: 3'], '{}')],
    ['a NUL in a header', rawRequest('GET', '/api/v1/brands/', ['x: \0'])],
    ['a request without a host', 'GET /api/v1/brands/ HTTP/1.1\r\n\r\n'],
  ] as const) {
    const responses = await talk(sandbox.app, [bytes]);
    expect(responses, name).toMatchObject([{ status: 400, headers: { connection: 'close' } }]);
    for (const response of responses) expectMessage(response);
  }
  expect((await sandbox.send('GET', '/brands')).status).toBe(200);
});

test('the sender of a large body gets a response even if the sandbox does not keep the body', async ({
  sandbox,
}) => {
  const length = `content-length: ${LARGE.length}`;
  const key = `x-api-key: ${sandbox.apiKey}`;
  for (const [target, headers, status] of [
    [STOCK, [JSON_TYPE, length], 401],
    [STOCK, [JSON_TYPE, length, key], 400],
    ['/api/v1/nothing', [length], 404],
    ['/control/merchants', [length], 401],
  ] as const) {
    const responses = await talk(sandbox.app, [rawRequest('PATCH', target, headers), LARGE]);
    expect(responses).toMatchObject([{ status }]);
  }
});

test('a request that does not arrive in time is answered with 400', async () => {
  const sandbox = openSandbox({ patience: 100 });
  const key = `x-api-key: ${sandbox.apiKey}`;
  const post = rawRequest('PATCH', STOCK, [key, JSON_TYPE, 'content-length: 9'], '{"items"', 'keep-alive');
  const late = { status: 400, headers: { 'x-ratelimit-limit': '1000' }, body: CUT };
  expect(await talk(sandbox.app, [post])).toMatchObject([late]);
  expect(await talk(sandbox.app, ['GET /api/v1/brands/ HTTP/1.1\r\nhost:'])).toMatchObject([{ status: 400 }]);
  await sandbox.app.close();
});

/** A response as it arrived over a connection. */
interface RawResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The text of a request after which the connection closes; `headers` are lines without their line endings. */
function rawRequest(
  method: string,
  target: string,
  headers: readonly string[] = [],
  body = '',
  connection = 'close',
): string {
  const lines = [`${method} ${target} HTTP/1.1`, 'host: sandbox', `connection: ${connection}`, ...headers];
  return [...lines, '', body].join('\r\n');
}

/**
 * Sends bytes to an app over a separate connection and returns everything that the app sends until it hangs
 * up. With `shut`, the sending side is shut down after the bytes.
 */
async function talk(
  app: FastifyInstance,
  bytes: readonly (string | Buffer)[],
  { shut = false } = {},
): Promise<RawResponse[]> {
  const port = app.server.listening
    ? app.addresses().flatMap((address) => (typeof address === 'string' ? [] : [address.port]))[0]
    : Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const received = await new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port: port ?? 0, host: '127.0.0.1', allowHalfOpen: true }, () => {
      for (const part of bytes) socket.write(part);
      if (shut) socket.end();
    });
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => {
      resolve(Buffer.concat(chunks));
      socket.destroy();
    });
  });
  return responsesIn(received);
}

function responsesIn(received: Buffer): RawResponse[] {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return [];
  const [statusLine = '', ...lines] = received.toString('latin1', 0, end).split('\r\n');
  const headers: Record<string, string> = Object.fromEntries(
    lines.map((line) => /^(.*?): *(.*)$/.exec(line.toLowerCase())?.slice(1) ?? []),
  );
  const start = end + 4;
  const next = start + Number(headers['content-length'] ?? 0);
  const response = {
    status: Number(statusLine.split(' ')[1]),
    headers,
    body: received.toString('utf8', start, next),
  };
  return [...(response.status === 100 ? [] : [response]), ...responsesIn(received.subarray(next))];
}
