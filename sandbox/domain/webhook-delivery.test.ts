import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import fc from 'fast-check';
import { expect, test } from '#unit-test';
import {
  deliver,
  isWebhookEvent,
  RETRY_PAUSES_IN_SECONDS,
  retryPause,
  SIGNATURE_HEADER,
  signDelivery,
  WEBHOOK_EVENT_TYPES,
} from './webhook-delivery.js';

test('event types have names of their own and a description', () => {
  const events = WEBHOOK_EVENT_TYPES.map(({ event }) => event);
  expect(new Set(events).size).toBe(events.length);
  expect(WEBHOOK_EVENT_TYPES.every(({ description }) => description.length > 0)).toBe(true);
  expect(events.every(isWebhookEvent)).toBe(true);
  expect(['', 'order', 'Order.created', 'toString'].some(isWebhookEvent)).toBe(false);
});

test('the signature is the HMAC-SHA256 of the bytes that are sent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (body, secret) => {
      const bytes = new TextEncoder().encode(body);
      const expected = createHmac('sha256', Buffer.from(secret, 'utf8')).update(bytes).digest('hex');
      return signDelivery(body, secret) === expected && signDelivery(bytes, secret) === expected;
    }),
  );
});

test('the signature of the example of RFC 4231 is the published one', () => {
  expect(signDelivery('what do ya want for nothing?', 'Jefe')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

test('the pauses between attempts grow, and end', () => {
  const pauses = RETRY_PAUSES_IN_SECONDS;
  expect(pauses.every((pause, index) => pause > (pauses[index - 1] ?? 0))).toBe(true);
  expect(retryPause(1)).toBe(pauses[0]);
  expect(retryPause(pauses.length)).toBe(pauses.at(-1));
  expect(retryPause(pauses.length + 1)).toBeUndefined();
});

test('the receiver gets the body byte for byte, with the headers', async () => {
  const body = JSON.stringify({ message: 'Größe "38" 👗\n' });
  const signature = signDelivery(body, 'secret');
  let received = Buffer.alloc(0);
  let head: unknown;
  await using receiver = await listening(async (request, response) => {
    received = Buffer.concat(await request.toArray());
    head = { method: request.method, url: request.url, ...request.headers };
    response.writeHead(204).end();
  });
  const outcome = await deliver(`${receiver.url}/hook?a=1`, body, { [SIGNATURE_HEADER]: signature });
  expect(outcome).toEqual({ delivered: true, status: 204 });
  expect(received.toString('utf8')).toBe(body);
  expect(head).toMatchObject({
    method: 'POST',
    url: '/hook?a=1',
    'content-type': 'application/json',
    'x-signature': signature,
  });
});

for (const status of [200, 201, 299]) {
  test(`an answer of ${status} is a delivery`, async () => {
    await using receiver = await listening((_, response) => response.writeHead(status).end('ok'));
    expect(await deliver(receiver.url, '{}')).toEqual({ delivered: true, status });
  });
}

for (const status of [301, 307, 400, 404, 410, 500, 503]) {
  test(`an answer of ${status} is not a delivery, and is not followed`, async () => {
    let requests = 0;
    await using receiver = await listening((_, response) => {
      requests += 1;
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
    expect(await deliver(receiver.url, '{}')).toEqual({ delivered: false, status });
    expect(requests).toBe(1);
  });
}

test('an answer whose body never ends counts by its status', async () => {
  await using receiver = await listening((_, response) => void response.writeHead(200).write('still coming'));
  expect(await deliver(receiver.url, '{}')).toEqual({ delivered: true, status: 200 });
});

test('a receiver that never answers is given up in time', async () => {
  await using receiver = await listening(() => {});
  expect(await deliver(receiver.url, '{}', {}, 100)).toEqual({ delivered: false, reason: 'timeout' });
});

test('a closed port is unreachable', async () => {
  await using closed = await closedPort();
  expect(await deliver(closed.url, '{}')).toEqual({ delivered: false, reason: 'unreachable' });
});

for (const host of ['receiver.invalid', 'invalid', 'RECEIVER.INVALID.'])
  test(`${host} is unreachable, and not even looked up`, async () => {
    const lookups = () =>
      process.getActiveResourcesInfo().filter((kind) => kind === 'GetAddrInfoReqWrap').length;
    let isOver = false;
    const outcome = deliver(`http://${host}/hook`, '{}').finally(() => {
      isOver = true;
    });
    let most = 0;
    while (!isOver) {
      most = Math.max(most, lookups());
      await new Promise(setImmediate);
    }
    expect(most).toBe(0);
    expect(await outcome).toEqual({ delivered: false, reason: 'unreachable' });
  });

test('a connection that breaks is unreachable', async () => {
  await using receiver = await listening((request) => void request.socket.destroy());
  expect(await deliver(receiver.url, '{}')).toEqual({ delivered: false, reason: 'unreachable' });
});

for (const url of [
  '',
  'no url',
  '/hook',
  'data:text/plain,ok',
  'file:///etc/hostname',
  'http://user:pass@127.0.0.1/',
]) {
  test(`${JSON.stringify(url)} is no place to deliver to`, async () => {
    expect(await deliver(url, '{}')).toEqual({ delivered: false, reason: 'invalid' });
  });
}

test('a header that HTTP cannot carry is not sent', async () => {
  const outcome = await deliver('http://127.0.0.1:9/', '{}', { 'x-note': 'two\r\nlines' });
  expect(outcome).toEqual({ delivered: false, reason: 'invalid' });
});

/** A port that nothing listens on, reserved by a connection that was accepted there. */
async function closedPort(): Promise<AsyncDisposable & { url: string }> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const accepted = once(server, 'connection');
  const client = connect(address.port, '127.0.0.1');
  await accepted;
  const closed = new Promise((resolve) => server.close(resolve));
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      client.destroy();
      await closed;
    },
  };
}

/** A receiver on a port that the system chooses; it ends with the block that uses it. */
async function listening(onRequest: RequestListener): Promise<AsyncDisposable & { url: string }> {
  const server = createServer(onRequest);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
