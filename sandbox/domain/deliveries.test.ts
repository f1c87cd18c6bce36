import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import { expect, test } from '#unit-test';
import {
  createDeliveries,
  DELIVERIES_AT_ONCE,
  DELIVERIES_AT_ONCE_TO_ONE,
  deliver,
  MOST_DELIVERIES,
  MOST_DELIVERIES_TO_ONE,
  MOST_RETRIES_TO_ONE,
  signDelivery,
} from './deliveries.js';
import { createIdentifiers } from './random.js';
import { createSubscriptions } from './subscriptions.js';
import { createClock, createTimeline } from './time.js';

test('the signature of the example of RFC 4231 is the published one', () => {
  expect(signDelivery('what do ya want for nothing?', 'Jefe')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

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

interface Sent {
  url: string;
  body: string;
  headers: Readonly<Record<string, string>>;
}

/** Deliveries that go nowhere; `answer` decides how the next attempts end. */
function openDeliveries(answer: (sent: Sent) => Promise<boolean> | boolean) {
  const timeline = createTimeline(
    createClock(0, 1, () => 0),
    (error) => expect(error).toBeUndefined(),
  );
  const identifiers = createIdentifiers('x');
  const subscriptions = createSubscriptions(timeline, identifiers);
  const sent: Sent[] = [];
  const deliveries = createDeliveries({
    timeline,
    identifiers,
    subscriptions,
    rules: {
      signDelivery,
      async deliver(url, body, headers = {}) {
        const attempt = { url, body: String(body), headers };
        sent.push(attempt);
        return (await answer(attempt)) ? { delivered: true, status: 200 } : { delivered: false, status: 500 };
      },
    },
  });
  /** Lets seconds pass and the due attempts end. */
  async function pass(seconds: number): Promise<void> {
    timeline.change({ advance: seconds });
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  }
  const subscribe = (url = 'http://receiver.example/a') =>
    subscriptions.create({ url, events: ['stock.updated'] });
  return { ...deliveries, subscriptions, subscribe, sent, pass };
}

test('few deliveries are under way at once, and there is an end to what waits', async () => {
  const ends: (() => void)[] = [];
  const { emit, subscribe, sent, pass } = openDeliveries(
    () => new Promise((resolve) => ends.push(() => resolve(true))),
  );
  for (let count = 0; count < 10; count++) subscribe(`http://receiver.example/${count}`);
  for (let count = 0; count < MOST_DELIVERIES; count++) emit('stock.updated', {});
  await pass(0);
  expect(sent).toHaveLength(DELIVERIES_AT_ONCE);
  while (ends.length > 0) {
    for (const end of ends.splice(0)) end();
    await pass(0);
  }
  expect(sent).toHaveLength(MOST_DELIVERIES + DELIVERIES_AT_ONCE);
});

test('what is not answered keeps no other waiting, however much of it there is', async () => {
  const { emit, subscribe, sent, pass } = openDeliveries(({ url }) =>
    url.endsWith('/slow') ? new Promise(() => undefined) : true,
  );
  subscribe('http://receiver.example/slow');
  subscribe('http://receiver.example/b');
  const events = 2 * MOST_DELIVERIES_TO_ONE;
  for (let count = 0; count < events; count++) {
    emit('stock.updated', {});
    await pass(0);
  }
  const urls = sent.map(({ url }) => url);
  expect(urls.filter((url) => url.endsWith('/slow'))).toHaveLength(DELIVERIES_AT_ONCE_TO_ONE);
  expect(urls.filter((url) => url.endsWith('/b'))).toHaveLength(events);
});

test('of what is refused by one, only so much is tried again, and it takes no room from others', async () => {
  const { emit, subscribe, sent, pass } = openDeliveries(({ url }) => url.endsWith('/b'));
  subscribe('http://receiver.example/away');
  for (let count = 0; count < MOST_DELIVERIES_TO_ONE; count++) emit('stock.updated', {});
  for (let turn = 0; turn < MOST_DELIVERIES_TO_ONE; turn++) await pass(0);
  expect(sent).toHaveLength(MOST_DELIVERIES_TO_ONE);
  subscribe('http://receiver.example/b');
  sent.length = 0;
  emit('stock.updated', {});
  await pass(0);
  expect(sent.map(({ url }) => url).filter((url) => url.endsWith('/b'))).toHaveLength(1);
  sent.length = 0;
  await pass(5);
  for (let turn = 0; turn < MOST_DELIVERIES_TO_ONE; turn++) await pass(0);
  expect(sent).toHaveLength(MOST_RETRIES_TO_ONE);
});

test('what has not been sent yet to a subscription that is gone is not sent any more, and holds nobody up', async () => {
  const ends: (() => void)[] = [];
  const { emit, subscribe, subscriptions, sent, pass } = openDeliveries(
    () => new Promise((resolve) => ends.push(() => resolve(true))),
  );
  const { id } = subscribe();
  for (let count = 0; count < 2 * DELIVERIES_AT_ONCE_TO_ONE; count++) emit('stock.updated', {});
  subscriptions.remove(id);
  subscribe('http://receiver.example/b');
  emit('stock.updated', {});
  for (const end of ends.splice(0)) end();
  await pass(0);
  expect(sent.slice(DELIVERIES_AT_ONCE_TO_ONE).map(({ url }) => url)).toEqual(['http://receiver.example/b']);
});

test('all that waits is sent once there is room', async () => {
  const { emit, subscribe, sent, pass } = openDeliveries(() => true);
  subscribe();
  for (let count = 0; count < 100; count++) emit('stock.updated', { count });
  for (let turn = 0; turn < 20; turn++) await pass(0);
  expect(sent.map(({ body }) => JSON.parse(body).message.count)).toEqual(
    Array.from({ length: 100 }, (_, index) => index),
  );
});
