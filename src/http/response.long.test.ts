import type { IncomingMessage, RequestListener } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import zlib, { gzipSync } from 'node:zlib';
import { test as serving } from '#testing/loopback-server';
import { expect } from '#testing/unit-test';
import { type ResponseLimits, responseLimits } from './response.js';
import { type Transport, TransportError, undiciTransport, type WireRequest } from './transports/transport.js';

const within = (limits?: ResponseLimits) =>
  serving.extend<{ transport: Transport }>({
    transport: async ({}, use) => {
      const transport = undiciTransport(2, limits);
      await use(transport);
      await transport.close();
    },
  });
const test = within();

const binary = Buffer.from([0, 0xff, 0xfe, 0x80, 0x0a, 0x0d, 0]);

test('a response is read as it was written, whatever its status, and no redirect is followed', async ({
  serve,
  transport,
}) => {
  const repeated = { 'X-A': ['5', '6'], 'Set-Cookie': ['a=1', 'b=2'] };
  for (const [status, sent, body, headers = sent] of [
    [200, repeated, '{}', { 'x-a': '5, 6', 'set-cookie': 'a=1, b=2' }],
    [302, { location: '/elsewhere' }, ''],
    [204, { 'x-ratelimit-remaining': '0' }, ''],
    [503, { 'content-type': 'application/pdf' }, binary],
  ] as const) {
    const asked: string[] = [];
    const url = await serve((request, response) => {
      asked.push(String(request.url));
      for (const [name, value] of Object.entries(sent)) response.appendHeader(name, value);
      response.writeHead(status).end(body);
    });
    const response = await transport.send(wire(url));
    expect([response.status, response.body, asked]).toEqual([status, Buffer.from(body), ['/api/v1/brands/']]);
    expect(response.headers).toMatchObject(headers);
  }
});

test('the request arrives as it was written', async ({ serve, transport }) => {
  const seen: unknown[] = [];
  const url = await serve(async (request: IncomingMessage, response) => {
    const names = request.rawHeaders.filter((text) => /^(?:x-api-key|content-type)$/i.test(text));
    const body = Buffer.concat(await request.toArray());
    seen.push({ method: request.method, url: request.url, names, key: request.headers['x-api-key'], body });
    response.end();
  });
  const path = '/api/v1/webhooks/a%2Fb?q=1&q=2&x=%25';
  // Not JSON on purpose: the transport must not quote, repair or decode it.
  const body = Buffer.concat([Buffer.from('{"items":'), binary]);
  for (const name of ['x-api-key', 'X-Api-Key', 'x-ApI-kEy']) {
    const headers = { [name]: 'sk-good-1\u00a0', 'content-type': 'application/json' };
    await transport.send({ method: 'PATCH', url: url + path, headers, body });
    const names = [name, 'content-type'];
    expect(seen.pop()).toEqual({ method: 'PATCH', url: path, names, key: 'sk-good-1\u00a0', body });
  }
});

const small = { connecting: 60_000, milliseconds: 60_000, bytes: 1000 };
/** A short time limit, only for responses that never arrive: on a busy machine, any other response may take as long. */
const short = { ...small, connecting: 2000, milliseconds: 2000 };
const patient = within(small);
const soon = within(short);

const text = 'one and one and one and one';

test('a body is decoded from the only coding that requests accept', async ({ serve, transport }) => {
  const offered: unknown[] = [];
  for (const [coding, bytes] of [
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['identity', Buffer.from(text)],
  ] as const) {
    const url = await serve((request, response) => {
      offered.push(request.headers['accept-encoding']);
      coded(coding, bytes)(request, response);
    });
    expect((await transport.send(wire(url))).body.toString(), coding).toBe(text);
  }
  expect(offered).toEqual(['gzip', 'gzip', 'gzip']);
});

function coded(coding: string, body: string | Buffer): RequestListener {
  return (_request, response) => response.writeHead(200, { 'content-encoding': coding }).end(body);
}

const tooLarge = 'the response is larger than 1000 bytes, the most that the suite reads';
/**
 * Ways in which a response fails to arrive completely, and the reason that each is reported with. The self-test of bad
 * networks has the others.
 */
const broken: readonly (readonly [name: string, listener: RequestListener, reason: string | RegExp])[] = [
  ['a missing response', () => {}, 'no response within 2 s'],
  [
    'a body that arrives byte by byte, but not completely in time',
    (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      const timer = setInterval(() => response.write('x'), 100);
      response.on('close', () => clearInterval(timer));
    },
    /^the response was not complete within 2 s, [1-9]\d* bytes into its body$/,
  ],
  ['a body that is small only until it is decoded', coded('gzip', gzipSync('x'.repeat(100_000))), tooLarge],
  [
    'a gzip body that is cut',
    coded('gzip', gzipSync(text).subarray(0, 20)),
    'the body cannot be decoded as gzip, which its Content-Encoding names',
  ],
  [
    'a body in a coding that the request did not offer',
    coded('gzip, UTF-8', 'x'),
    'its Content-Encoding names gzip, utf-8, and the suite accepts only gzip',
  ],
  [
    'JSON that is nested too deep',
    (_request, response) => response.end(`${'['.repeat(151)}${']'.repeat(151)}`),
    'its JSON is nested deeper than 150 levels, the most that the suite reads',
  ],
  [
    'a head that is too large',
    (_request, response) => response.writeHead(200, { 'x-a': 'a'.repeat(16 * 1024) }).end('{}'),
    'the head of its response is larger than 16 KiB',
  ],
];

for (const [name, listener, reason] of broken) {
  const testWithin = String(reason).includes('2 s') ? soon : patient;
  testWithin(`${name} does not count as a response`, async ({ serve, transport }) => {
    await expectNoResponse(transport, await serve(listener), reason);
  });
}

test('a response at each limit is a response', async ({ serve }) => {
  const deep = `${'['.repeat(150)}${']'.repeat(150)}`;
  const transport = undiciTransport(1, { ...small, bytes: deep.length });
  const headers = { 'content-encoding': 'gzip', 'x-a': 'a'.repeat(15 * 1024) };
  const url = await serve((_request, response) => response.writeHead(200, headers).end(gzipSync(deep)));
  expect((await transport.send(wire(url))).body.toString()).toBe(deep);
  await transport.close();
});

soon('a body that is not decoded in time does not count as a response', async ({ serve, transport }) => {
  const { gunzip } = zlib;
  // A decoder that never ends.
  zlib.gunzip = Object.assign(() => {}, { __promisify__: gunzip.__promisify__ });
  syncBuiltinESMExports();
  try {
    const reason = 'the response was not complete within 2 s, 22 bytes into its body';
    await expectNoResponse(transport, await serve(coded('gzip', gzipSync('{}'))), reason);
  } finally {
    zlib.gunzip = gunzip;
    syncBuiltinESMExports();
  }
});

test('the time limit of a request begins when its turn comes', async ({ serve }) => {
  const url = await serve((_request, response) => setTimeout(() => response.end('{}'), 500));
  const transport = undiciTransport(1, { ...small, milliseconds: 4000 });
  // One after another they take longer than the limit, but even on a busy machine each alone takes far less.
  const requests = Array.from({ length: 10 }, () => transport.send(wire(url)));
  expect((await Promise.all(requests)).every(({ status }) => status === 200)).toBe(true);
  await transport.close();
});

async function expectNoResponse(transport: Transport, url: string, reason: string | RegExp): Promise<void> {
  const error = await transport.send(wire(url)).catch((thrown: unknown) => thrown);
  if (!(error instanceof TransportError)) throw new Error('There is a response.');
  const { trouble, message } = error;
  expect(trouble.reason).toEqual(typeof reason === 'string' ? reason : expect.stringMatching(reason));
  // The whole message: neither the key nor the query can be in it.
  expect(message).toBe(
    `GET /api/v1/brands/ got no complete response from ${new URL(url).host}: ${trouble.reason}; ${trouble.wayOut}`,
  );
  expect(error).not.toHaveProperty('cause');
}

function wire(url: string): WireRequest {
  const headers = { 'x-api-key': 'sk-good-1', accept: '*/*' };
  return { method: 'GET', url: `${url}/api/v1/brands/`, headers };
}

const hurried = within({ ...responseLimits, milliseconds: 300 });

/** Keeps this process from reading anything. */
function holdUp(milliseconds = 1000): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

hurried(
  'a response that arrived while this process was held up still counts',
  async ({ serve, transport }) => {
    const url = await serve((_request, response) => setTimeout(() => response.end('there'), 100));
    // The shorter one ends just after the time limit.
    for (const milliseconds of [260, 1000]) {
      const response = transport.send(wire(url));
      await new Promise((resolve) => setTimeout(resolve, 50));
      holdUp(milliseconds);
      expect((await response).body.toString()).toBe('there');
    }
  },
);

hurried(
  'a refusal that this process caused by being held up is no response',
  async ({ serve, transport }) => {
    for (const [status, connection, counts] of [
      [408, 'close', false],
      [400, 'keep-alive', true],
      [503, 'close', true],
    ] as const) {
      const url = await serve((_request, response) => response.writeHead(status, { connection }).end('{}'));
      const outcome = transport.send(wire(url)).then((response) => response.status, String);
      holdUp();
      expect(await outcome).toEqual(counts ? status : expect.stringContaining('no response within 0.3 s'));
    }
  },
);
