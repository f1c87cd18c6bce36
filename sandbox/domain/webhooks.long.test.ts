import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { expect, test } from '#testing/unit-test';
import { deliver } from './webhooks.js';

test('a delivery reports whether it was answered with 2xx, even if the response body never ends', async () => {
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
