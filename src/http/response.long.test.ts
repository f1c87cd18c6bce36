import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { test } from '#testing/loopback-server';
import { expect } from '#testing/unit-test';
import { limits } from '../contract/values/limits.js';
import type { ExchangeRequest } from './exchange.js';
import { undiciTransport } from './transports/transport.js';

/** Sends a request, by default for the brands, to a server. */
function sendTo(
  server: string,
  request: Partial<ExchangeRequest> = {},
  within: number = limits.milliseconds,
) {
  const usual = { method: 'GET', headers: { 'x-api-key': 'sk-good-1', accept: '*/*' } };
  const transport = undiciTransport(1, { ...limits, milliseconds: within });
  return transport.send({ ...usual, url: `${server}/api/v1/brands/?page=1`, ...request });
}

test('the request arrives as it was written, but for the headers that it lacks', async ({ serve }) => {
  let seen: unknown;
  const server = await serve(async (request, response) => {
    const { method, rawHeaders } = request;
    seen = { method, rawHeaders, body: Buffer.concat(await request.toArray()) };
    response.end();
  });
  // Not JSON on purpose: the transport must not quote, repair or decode it.
  const body = Buffer.concat([Buffer.from('{"items":'), Buffer.from([0, 0xff, 0xfe, 0x80, 0x0a, 0x0d, 0])]);
  const headers = { 'x-ApI-kEy': 'sk-good-1\u00a0', 'User-Agent': 'mine' };
  await sendTo(server, { method: 'PATCH', headers, body });
  const sent = ['accept-encoding', 'gzip', ...Object.entries(headers).flat()];
  expect(seen).toEqual({ method: 'PATCH', rawHeaders: expect.arrayContaining(sent), body });
});

const coded =
  (coding: string, body: string | Buffer, header = 15 * 1024): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-encoding': coding, 'x-a': 'a'.repeat(header) }).end(body);
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const tooLarge = 'x'.repeat(limits.bodyBytes + 1);

test('a body at each limit is decoded from the only coding that requests accept', async ({ serve }) => {
  const { body } = await sendTo(await serve(coded('X-GZIP', gzipSync(deep(limits.jsonDepth)))));
  expect(body.toString()).toBe(deep(limits.jsonDepth));
  const large = await sendTo(await serve(coded('gzip', gzipSync(tooLarge.slice(1)))));
  expect(large.body).toHaveLength(limits.bodyBytes);
});

const most = ', the most that the suite reads';
const notGzip = 'the body cannot be decoded as gzip, which its Content-Encoding names';

/** Responses that the suite doesn't read, and the reason. The self-test of bad networks has the others. */
const broken: readonly (readonly [listener: RequestListener, reason: string])[] = [
  [coded('identity', tooLarge), `the response is larger than 16 MiB${most}`],
  [coded('gzip', gzipSync(tooLarge)), `the response is larger than 16 MiB${most}`],
  [coded('gzip', 'x'), notGzip],
  [coded('gzip', gzipSync('x').subarray(0, 9)), notGzip],
  [coded('gzip, UTF-8', 'x'), 'its Content-Encoding names gzip, utf-8, and the suite accepts only gzip'],
  [coded('identity', deep(limits.jsonDepth + 1)), `its JSON is nested deeper than 150 levels${most}`],
  [coded('identity', '{}', 16 * 1024), 'the head of its response is larger than 16 KiB'],
];

test('what exceeds a limit is no response, and the message reveals neither the key nor the query', async ({
  serve,
}) => {
  for (const [listener, reason] of broken) {
    const { message, cause, trouble } = await sendTo(await serve(listener)).catch((error) => error);
    expect(trouble?.reason).toBe(reason);
    expect(message).toMatch(/^GET \/api\/v1\/brands\/ got no complete response from 127\.0\.0\.1:\d+: /);
    expect(message).toContain(`: ${reason}; ${trouble.wayOut}`);
    expect(cause).toBeUndefined();
  }
});

test('the time limit of a request begins when its turn comes', async ({ serve }) => {
  const url = await serve((_request, response) => setTimeout(() => response.end('{}'), 500));
  const transport = undiciTransport(1, { ...limits, milliseconds: 4000 });
  // One after another they take longer than the limit, but even on a busy machine each alone takes far less.
  const request = { method: 'GET', url: `${url}/`, headers: {} };
  const responses = await Promise.all(Array.from({ length: 10 }, () => transport.send(request)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
});

test('a response that arrived while this process was held up still counts', async ({ serve }) => {
  const server = await serve((_request, answer) => setTimeout(() => answer.end('there'), 100));
  // The shorter time ends just after the time limit.
  for (const heldUp of [260, 1000]) {
    const response = sendTo(server, {}, 300);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const end = performance.now() + heldUp;
    while (performance.now() < end);
    expect((await response).body.toString()).toBe('there');
  }
});
