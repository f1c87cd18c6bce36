import { test } from '#testing/loopback-server';
import { expect } from '#testing/unit-test';
import { operation } from '../../contract/operations.js';
import { withoutKey } from '../client.js';
import { once, type TransportError, type TransportResponse, undiciTransport } from './transport.js';

/** What a server does with each request in turn: an answer with a status, or a connection that it ends. */
type Deed = number | 'lost' | 'cut';

const lost = 'the connection was closed before a response arrived';

const cases: readonly (readonly [
  method: string,
  deeds: readonly Deed[],
  outcome: string,
  how?: 'counted' | 'without a key',
])[] = [
  ['GET', ['lost', 200], lost, 'counted'],
  ['GET', ['lost', 200], '200, sent again'],
  ['DELETE', ['lost', 204], '204, sent again'],
  // The first request may have deleted it.
  ['DELETE', ['lost', 404], lost],
  ['GET', ['lost', 'lost'], lost],
  ['GET', ['cut'], 'the connection was closed in the middle of the response, after 2 of 9 bytes'],
  ['POST', ['lost'], lost],
  ['POST', ['lost', 401], '401, sent again', 'without a key'],
  ['GET', [502, 200], '200, sent again'],
  ['POST', [503], 'a proxy answered with 503 in its place'],
];

test('a request is sent again, once, if nobody counts it, no byte came back and a second one does no harm', async ({
  serve,
}) => {
  for (const [method, deeds, outcome, how] of cases) {
    const left = [...deeds];
    const baseUrl = await serve(({ socket }, response) => {
      const deed = left.shift() ?? 500;
      if (deed === 'lost') socket.destroy();
      else if (deed === 'cut') {
        response.writeHead(200, { 'content-length': '9' });
        response.write('{}', () => socket.destroy());
      } else response.writeHead(deed).end(deed === 204 ? undefined : '{}');
    });
    const call = { baseUrl, operation: operation('createWebhook'), request: {}, credentials: withoutKey };
    const request = { method, url: `${baseUrl}/`, headers: {}, ...(how === 'without a key' && { call }) };
    const title = `${method} ${deeds.join()}`;
    const transport = how === 'counted' ? once(undiciTransport()) : undiciTransport();
    expect(await outcomeOf(transport.send(request)), title).toBe(outcome);
    expect(left, title).toEqual(how === 'counted' ? deeds.slice(1) : []);
  }
});

test('a request is sent again on a new connection, as a gateway may have closed all idle ones', async ({
  serve,
}) => {
  const used = new WeakSet<object>();
  const transport = undiciTransport();
  const url = await serve(({ socket }, response) => {
    if (used.has(socket)) socket.destroy();
    else response.end('{}');
    used.add(socket);
  });
  const send = () => outcomeOf(transport.send({ method: 'GET', url: `${url}/`, headers: {} }));
  expect(await Promise.all([send(), send(), send()])).toEqual(['200', '200', '200']);
  const outcomes = await Promise.all([send(), send(), send()]);
  expect(new Set(outcomes.filter((each) => each !== '200'))).toEqual(new Set(['200, sent again']));
});

async function outcomeOf(response: Promise<TransportResponse>): Promise<string> {
  return response.then(
    ({ status, sentAgain }) => `${status}${sentAgain ? ', sent again' : ''}`,
    ({ trouble }: TransportError) => trouble.reason,
  );
}
