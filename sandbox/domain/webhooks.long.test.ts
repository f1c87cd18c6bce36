import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { expect, test } from '#testing/unit-test';
import { createIdentifiers } from './random.js';
import { createClock, createTimeline } from './time.js';
import { createDeliveries, createSubscriptions, deliver, signDelivery } from './webhooks.js';

test('a delivery says whether it was answered 2xx, even if the body never ends', async () => {
  const answering = await receiver((_, response) => void response.writeHead(200).write('still coming'));
  const refusing = await receiver((_, response) => void response.writeHead(500).end());
  const silent = await receiver(() => {});
  const breaking = await receiver((request) => void request.socket.destroy());
  expect(await deliver(answering, '{}')).toBe(true);
  for (const url of [refusing, silent, breaking, 'http://RECEIVER.INVALID./hook'])
    expect(await deliver(url, '{}', {}, 100), url).toBe(false);
});

const servers: Server[] = [];

test.afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** A receiver on a port that the system chooses. Returns its URL. */
async function receiver(onRequest: RequestListener): Promise<string> {
  const server = createServer(onRequest).listen(0, '127.0.0.1').unref();
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  return `http://127.0.0.1:${address.port}`;
}

/** Deliveries that go nowhere; `response` decides how an attempt at a URL ends. */
function openDeliveries(response: (url: string) => Promise<boolean> | boolean) {
  const timeline = createTimeline(
    createClock(0, 1, () => 0),
    (error) => expect(error).toBeUndefined(),
  );
  const identifiers = createIdentifiers('x');
  const subscriptions = createSubscriptions(timeline, identifiers, '');
  const sent: { url: string; body: string }[] = [];
  const deliveries = createDeliveries({
    timeline,
    identifiers,
    subscriptions,
    rules: {
      signDelivery,
      async deliver(url, body) {
        sent.push({ url, body: String(body) });
        return response(url);
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
  return { ...deliveries, subscribe, sent, pass };
}

test('a subscriber that never answers gets four deliveries at once, and does not delay the others', async () => {
  const { emit, subscribe, sent, pass } = openDeliveries((url) =>
    url.endsWith('/slow') ? new Promise(() => undefined) : true,
  );
  subscribe('http://receiver.example/slow');
  subscribe('http://receiver.example/b');
  const events = 2_000;
  for (let count = 0; count < events; count++) {
    emit('stock.updated', {});
    await pass(0);
  }
  const urls = sent.map(({ url }) => url);
  expect(urls.filter((url) => url.endsWith('/slow'))).toHaveLength(4);
  expect(urls.filter((url) => url.endsWith('/b'))).toHaveLength(events);
});
