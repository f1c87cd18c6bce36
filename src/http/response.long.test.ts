import type { IncomingMessage, RequestListener } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import zlib, { gzipSync } from 'node:zlib';
import { test as serving } from '#testing/loopback-server';
import { expect } from '#testing/unit-test';
import { type ResponseLimits, responseLimits } from './response.js';
import { type Transport, undiciTransport } from './transports/transport.js';

/** Sends a request for the brands to a server. */
type Send = (listener: RequestListener, limits?: ResponseLimits) => ReturnType<Transport['send']>;

const test = serving.extend<{ send: Send }>({
  send: async ({ serve }, use) => {
    const transports: Transport[] = [];
    await use(async (listener, limits) => {
      const transport = undiciTransport(1, limits);
      transports.push(transport);
      const url = `${await serve(listener)}/api/v1/brands/?page=1`;
      return transport.send({ method: 'GET', url, headers: { 'x-api-key': 'sk-good-1', accept: '*/*' } });
    });
    for (const transport of transports) await transport.close();
  },
});

const binary = Buffer.from([0, 0xff, 0xfe, 0x80, 0x0a, 0x0d, 0]);

test('a response is read as it was written, whatever its status, and no redirect is followed', async ({
  send,
}) => {
  const repeated = { 'X-A': ['5', '6'], 'Set-Cookie': ['a=1', 'b=2'] };
  for (const [status, sent, body, headers = sent] of [
    [200, repeated, '{}', { 'x-a': '5, 6', 'set-cookie': 'a=1, b=2' }],
    [302, { location: '/elsewhere' }, ''],
    [204, { 'x-ratelimit-remaining': '0' }, ''],
    [503, { 'content-type': 'application/pdf' }, binary],
  ] as const) {
    const asked: string[] = [];
    const response = await send(({ url }, answer) => {
      asked.push(String(url));
      for (const [name, value] of Object.entries(sent)) answer.appendHeader(name, value);
      answer.writeHead(status).end(body);
    });
    expect([response.status, response.body]).toEqual([status, Buffer.from(body)]);
    expect(asked).toEqual(['/api/v1/brands/?page=1']);
    expect(response.headers).toMatchObject(headers);
  }
});

test('the request arrives as it was written', async ({ serve }) => {
  const seen: unknown[] = [];
  const url = await serve(async (request: IncomingMessage, response) => {
    const names = request.rawHeaders.filter((text) => /^(?:x-api-key|content-type)$/i.test(text));
    const body = Buffer.concat(await request.toArray());
    seen.push({ method: request.method, url: request.url, names, key: request.headers['x-api-key'], body });
    response.end();
  });
  const transport = undiciTransport();
  const path = '/api/v1/webhooks/a%2Fb?q=1&q=2&x=%25';
  // Not JSON on purpose: the transport must not quote, repair or decode it.
  const body = Buffer.concat([Buffer.from('{"items":'), binary]);
  for (const name of ['x-api-key', 'X-Api-Key', 'x-ApI-kEy']) {
    const headers = { [name]: 'sk-good-1\u00a0', 'content-type': 'application/json' };
    await transport.send({ method: 'PATCH', url: url + path, headers, body });
    const names = [name, 'content-type'];
    expect(seen.pop()).toEqual({ method: 'PATCH', url: path, names, key: 'sk-good-1\u00a0', body });
  }
  await transport.close();
});

const coded =
  (coding: string, body: string | Buffer): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-encoding': coding, 'x-a': 'a'.repeat(15 * 1024) }).end(body);
const deep = `${'['.repeat(150)}${']'.repeat(150)}`;

test('a body at each limit is decoded from the only coding that requests accept', async ({ send }) => {
  for (const coding of ['gzip', 'X-GZIP'])
    expect((await send(coded(coding, gzipSync(deep)), small)).body.toString()).toBe(deep);
  const echoed = await send((request, response) => response.end(request.headers['accept-encoding']));
  expect(echoed.body.toString()).toBe('gzip');
});

const small = { connecting: 60_000, milliseconds: 60_000, bytes: deep.length };

/** Responses that the suite doesn't read, and the reason. The self-test of bad networks has the others. */
const broken: readonly (readonly [name: string, listener: RequestListener, reason: string])[] = [
  [
    'a body that is too large',
    coded('identity', 'x'.repeat(301)),
    'the response is larger than 300 bytes, the most that the suite reads',
  ],
  [
    'a body that is small only until it is decoded',
    coded('gzip', gzipSync('x'.repeat(301))),
    'the response is larger than 300 bytes, the most that the suite reads',
  ],
  [
    'a body in a coding that the request did not accept',
    coded('gzip, UTF-8', 'x'),
    'its Content-Encoding names gzip, utf-8, and the suite accepts only gzip',
  ],
  [
    'JSON that is nested too deep',
    coded('identity', `[${deep}]`),
    'its JSON is nested deeper than 150 levels, the most that the suite reads',
  ],
  [
    'a head that is too large',
    (_request, response) => response.writeHead(200, { 'x-a': 'a'.repeat(16 * 1024) }).end('{}'),
    'the head of its response is larger than 16 KiB',
  ],
];

test('what exceeds a limit is no response, and the message reveals neither the key nor the query', async ({
  send,
}) => {
  for (const [name, listener, reason] of broken) {
    const limits = reason.includes('JSON') ? { ...small, bytes: 400 } : small;
    const { trouble, message, cause } = await send(listener, limits).then(
      () => ({ trouble: undefined, message: 'a response', cause: undefined }),
      (error: unknown) => Object(error),
    );
    expect(trouble?.reason, name).toBe(reason);
    expect(message).toMatch(/^GET \/api\/v1\/brands\/ got no complete response from 127\.0\.0\.1:\d+: /);
    expect(message).toContain(`: ${reason}; ${trouble.wayOut}`);
    expect(cause).toBeUndefined();
  }
});

test('a body that is not decoded in time is no response', async ({ send }) => {
  const { gunzip } = zlib;
  // A decoder that never ends.
  zlib.gunzip = Object.assign(() => {}, { __promisify__: gunzip.__promisify__ });
  syncBuiltinESMExports();
  try {
    const sent = send(coded('gzip', gzipSync('{}')), { ...small, milliseconds: 2000 });
    await expect(sent).rejects.toThrow('the response was not complete within 2 s, 22 bytes into its body');
  } finally {
    zlib.gunzip = gunzip;
    syncBuiltinESMExports();
  }
});

test('the time limit of a request begins when its turn comes', async ({ serve }) => {
  const url = await serve((_request, response) => setTimeout(() => response.end('{}'), 500));
  const transport = undiciTransport(1, { ...small, milliseconds: 4000 });
  // One after another they take longer than the limit, but even on a busy machine each alone takes far less.
  const request = { method: 'GET', url: `${url}/`, headers: {} };
  const responses = await Promise.all(Array.from({ length: 10 }, () => transport.send(request)));
  expect(responses.every(({ status }) => status === 200)).toBe(true);
  await transport.close();
});

const hurried = { ...responseLimits, milliseconds: 300 };

/** Keeps this process from reading anything. */
function holdUp(milliseconds = 1000): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('a response that arrived while this process was held up still counts', async ({ send }) => {
  // The shorter time ends just after the time limit.
  for (const milliseconds of [260, 1000]) {
    const response = send((_request, answer) => setTimeout(() => answer.end('there'), 100), hurried);
    await new Promise((resolve) => setTimeout(resolve, 50));
    holdUp(milliseconds);
    expect((await response).body.toString()).toBe('there');
  }
});

test('a refusal that this process caused by being held up is no response', async ({ serve }) => {
  const transport = undiciTransport(1, hurried);
  for (const [status, connection, counts] of [
    [408, 'close', false],
    [400, 'keep-alive', true],
    [503, 'close', true],
  ] as const) {
    const url = await serve((_request, response) => response.writeHead(status, { connection }).end('{}'));
    const sent = transport.send({ method: 'GET', url: `${url}/`, headers: {} });
    holdUp();
    const outcome = await sent.then((response) => response.status, String);
    expect(outcome).toEqual(counts ? status : expect.stringContaining('no response within 0.3 s'));
  }
  await transport.close();
});
