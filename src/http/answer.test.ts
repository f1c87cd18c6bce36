import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from '#unit-test';
import { type AnswerLimits, answerLimits } from './answer.js';
import type { ExchangeResponse } from './exchange.js';
import { test as serving } from './loopback-server.js';
import { type Transport, TransportError, undiciTransport, type WireRequest } from './transport.js';

const within = (limits?: AnswerLimits) =>
  serving.extend<{ transport: Transport }>({
    transport: async ({}, use) => {
      const transport = undiciTransport(2, undefined, limits);
      await use(transport);
      await transport.close();
    },
  });
const test = within();

const binary = Buffer.from([0, 0xff, 0xfe, 0x80, 0x0a, 0x0d, 0]);

/** Answers, and how they are reported. */
const answers: readonly (readonly [name: string, (response: ServerResponse) => unknown, ExchangeResponse])[] =
  [
    [
      'repeated headers are joined in their order, names in lower case',
      (response) =>
        response
          .writeHead(200, [
            'X-RateLimit-Limit',
            '5',
            'x-ratelimit-limit',
            '6',
            'Set-Cookie',
            'a=1',
            'Set-Cookie',
            'b=2',
          ])
          .end('{}'),
      {
        status: 200,
        headers: { 'x-ratelimit-limit': '5, 6', 'set-cookie': 'a=1, b=2' },
        body: Buffer.from('{}'),
      },
    ],
    [
      'a redirect is an answer, and is not followed',
      (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
      { status: 302, headers: { location: '/elsewhere' }, body: Buffer.alloc(0) },
    ],
    [
      'an answer without content has an empty body',
      (response) => response.writeHead(204, { 'x-ratelimit-remaining': '0' }).end(),
      { status: 204, headers: { 'x-ratelimit-remaining': '0' }, body: Buffer.alloc(0) },
    ],
    [
      'a body keeps its bytes',
      (response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end(binary),
      { status: 200, headers: { 'content-type': 'application/pdf' }, body: binary },
    ],
    [
      'an error status is an answer like any other',
      (response) => response.writeHead(503, { 'content-type': 'text/plain' }).end('later'),
      { status: 503, headers: { 'content-type': 'text/plain' }, body: Buffer.from('later') },
    ],
  ];

for (const [name, answer, expected] of answers) {
  test(name, async ({ serve, transport }) => {
    const asked: string[] = [];
    const url = await serve((request, response) => {
      asked.push(String(request.url));
      answer(response);
    });
    const { status, headers, body } = await transport.send(wire(url));
    const own = Object.fromEntries(Object.entries(headers).filter(([header]) => header in expected.headers));
    expect({ status, headers: own, body }).toEqual(expected);
    expect(asked).toEqual(['/api/v1/brands/']);
  });
}

test('the request arrives as it was written', async ({ serve, transport }) => {
  const seen: unknown[] = [];
  const url = await serve(async (request, response) => {
    seen.push(await received(request));
    response.end();
  });
  const path = '/api/v1/webhooks/a%2Fb?q=1&q=2&x=%25';
  const headers = { 'x-api-key': 'sk-good-1\u00a0', 'content-type': 'application/json', accept: '*/*' };
  // Not JSON on purpose: the transport must not quote, repair or decode it.
  const body = Buffer.concat([Buffer.from('{"items":'), binary]);
  await transport.send({ method: 'PATCH', url: url + path, headers, body });
  expect(seen).toEqual([{ method: 'PATCH', url: path, ...headers, body }]);
});

test('header names keep their case on the wire', async ({ serve, transport }) => {
  const seen: string[][] = [];
  const url = await serve((request, response) => {
    seen.push(request.rawHeaders.filter((text) => text.toLowerCase() === 'x-api-key'));
    response.end();
  });
  const spellings = ['x-api-key', 'X-API-KEY', 'X-Api-Key', 'x-ApI-kEy'];
  for (const name of spellings) await transport.send({ ...wire(url), headers: { [name]: 'sk-good-1' } });
  expect(seen.flat()).toEqual(spellings);
});

test('the transport for volume sends a header of only white space unchanged', async () => {
  const received: string[] = [];
  const server = createServer((socket) => {
    socket.on('data', (bytes) => {
      received.push(...(/^x-api-key:.*$/m.exec(bytes.toString('latin1')) ?? []));
      socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const transport = undiciTransport(1);
  for (const value of ['', ' ', '\t', ' \t \t '])
    await transport.send({ ...wire(`http://127.0.0.1:${port}`), headers: { 'x-api-key': value } });
  await transport.close();
  server.close();
  expect(received).toEqual(['', ' ', '\t', ' \t \t '].map((value) => `x-api-key: ${value}`));
});

const small = { connecting: 60_000, milliseconds: 60_000, bytes: 1000 };
/** A short time limit, only for answers that never come: on a busy machine, any other answer may take as long. */
const short = { ...small, connecting: 2000, milliseconds: 2000 };
const patient = within(small);
const soon = within(short);

const text = 'one and one and one and one';
const codings: readonly (readonly [coding: string, bytes: Buffer])[] = [
  ['gzip', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['deflate', deflateRawSync(text)],
  ['br', brotliCompressSync(text)],
  ['deflate, x-gzip', gzipSync(deflateSync(text))],
  ['identity', Buffer.from(text)],
];

test('a coded body is decoded, and requests offer codings', async ({ serve, transport }) => {
  for (const [coding, bytes] of codings) {
    const offered: unknown[] = [];
    const url = await serve((request, response) => {
      offered.push(request.headers['accept-encoding']);
      response.writeHead(200, { 'content-encoding': coding }).end(bytes);
    });
    expect((await transport.send(wire(url))).body.toString(), coding).toBe(text);
    expect(offered).toEqual(['gzip, deflate, br']);
  }
});

/** Ways in which an answer fails to arrive completely, and the words for them. */
const broken: readonly (readonly [name: string, listener: RequestListener, reason: string | RegExp])[] = [
  [
    'a connection that is closed without an answer',
    (request) => request.socket.destroy(),
    'the connection was closed before an answer came',
  ],
  [
    'a connection that is half closed without an answer',
    (request) => request.socket.end(),
    'the connection was closed before an answer came',
  ],
  [
    'a connection that is reset',
    (request) => request.socket.resetAndDestroy(),
    'the connection was reset before an answer came',
  ],
  [
    'a body that ends before its length',
    (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"items":', () => response.destroy());
    },
    'the connection was closed in the middle of the answer, after 9 of 100 bytes',
  ],
  [
    'a body that ends before its last chunk',
    (_request, response) => void response.writeHead(200).write('{"items":', () => response.destroy()),
    'the connection was closed in the middle of the answer, after 9 bytes',
  ],
  ['silence', () => {}, 'no answer within 2 s'],
  [
    'a head without a body',
    (_request, response) => response.writeHead(200, { 'content-length': '100' }).flushHeaders(),
    'the answer was not complete within 2 s, 0 bytes into its body',
  ],
  [
    'a body that comes byte by byte, each in time',
    (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      const timer = setInterval(() => response.write('x'), 100);
      response.on('close', () => clearInterval(timer));
    },
    /^the answer was not complete within 2 s, [1-9]\d* bytes into its body$/,
  ],
  [
    'a body that never ends',
    (_request, response) => {
      response.write('x'.repeat(700));
      const timer = setInterval(() => response.write('x'.repeat(700)), 10);
      response.on('close', () => clearInterval(timer));
    },
    'the answer is larger than 1000 bytes, the most that the suite reads',
  ],
  [
    'a body that is small only as it is coded',
    (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(100_000))),
    'the answer is larger than 1000 bytes, the most that the suite reads',
  ],
  [
    'bytes that are not gzip',
    (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no such thing'),
    'the body cannot be decoded as gzip, which its Content-Encoding names',
  ],
  [
    'a gzip that is cut',
    (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text).subarray(0, 20)),
    'the body cannot be decoded as gzip, which its Content-Encoding names',
  ],
  [
    'a coding that nobody offered',
    (_request, response) => response.writeHead(200, { 'content-encoding': 'exi' }).end('x'),
    'the body cannot be decoded as exi, which its Content-Encoding names',
  ],
  [
    'something other than HTTP',
    (request) => void request.socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
    'its answer is not HTTP',
  ],
];

for (const [name, listener, reason] of broken) {
  const testWithin = String(reason).includes('2 s') ? soon : patient;
  testWithin(`${name} does not count as an answer`, async ({ serve, transport }) => {
    await expectNoAnswer(transport, await serve(listener), reason);
  });
}

test('if nobody listens, the connection is refused', async ({ refusingUrl, transport }) => {
  await expectNoAnswer(transport, refusingUrl, 'connection refused');
});

test('a host that does not exist is unknown', async ({ transport }) => {
  // Without any DNS, a machine can't look it up.
  const reason = /^the host name (is unknown|could not be looked up)$/;
  await expectNoAnswer(transport, 'http://no-such-host.invalid', reason);
});

test('a request that waited its turn still gets its full time limit', async ({ serve }) => {
  const url = await serve((_request, response) => setTimeout(() => response.end('{}'), 800));
  const transport = undiciTransport(1, undefined, short);
  const answers = await Promise.all([1, 2, 3].map(() => transport.send(wire(url))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await transport.close();
});

async function expectNoAnswer(transport: Transport, url: string, reason: string | RegExp): Promise<void> {
  const error = await transport.send(wire(url)).catch((thrown: unknown) => thrown);
  if (!(error instanceof TransportError)) throw new Error('There is an answer.');
  const { trouble, message } = error;
  expect(trouble.reason).toEqual(typeof reason === 'string' ? reason : expect.stringMatching(reason));
  // The whole message: neither the key nor the query can be in it.
  expect(message).toBe(
    `GET /api/v1/brands/ got no complete answer from ${new URL(url).host}: ${trouble.reason}; ${trouble.wayOut}`,
  );
  expect(error).not.toHaveProperty('cause');
}

function wire(url: string): WireRequest {
  return {
    method: 'GET',
    url: `${url}/api/v1/brands/`,
    headers: { 'x-api-key': 'sk-good-1', accept: '*/*' },
  };
}

/** The parts of a received request that the suite determines. */
async function received(request: IncomingMessage) {
  const { method, url, headers } = request;
  const { accept, 'x-api-key': key, 'content-type': type } = headers;
  const body = Buffer.concat(await request.toArray());
  return { method, url, accept, 'x-api-key': key, 'content-type': type, body };
}

test('an answer that arrived while this process was held up still counts', async ({ serve }) => {
  const transport = undiciTransport(1, undefined, { ...answerLimits, milliseconds: 300 });
  const url = await serve((_request, response) => setTimeout(() => response.end('there'), 100));
  const answer = transport.send(wire(url));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const end = performance.now() + 1000;
  while (performance.now() < end);
  expect((await answer).body.toString()).toBe('there');
  await transport.close();
});

for (const [status, connection, counts] of [
  [400, 'close', false],
  [408, 'close', false],
  [400, 'keep-alive', true],
  [503, 'close', true],
] as const)
  test(`${status} with connection: ${connection} ${counts ? 'counts' : 'does not count'} if this process was held up`, async ({
    serve,
  }) => {
    const transport = undiciTransport(1, undefined, { ...answerLimits, milliseconds: 300 });
    const url = await serve((_request, response) => response.writeHead(status, { connection }).end('{}'));
    const answer = transport.send(wire(url));
    const end = performance.now() + 1000;
    while (performance.now() < end);
    if (counts) expect((await answer).status).toBe(status);
    else await expect(answer).rejects.toThrow('no answer within 0.3 s');
    await transport.close();
  });
