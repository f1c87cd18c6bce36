import { expect, test } from '#unit-test';
import {
  identity,
  type OperationTranslation,
  sameWords,
  type Translation,
} from '../contract/closings/translation.js';
import { operation } from '../contract/operations.js';
import { createClient } from './client.js';
import { validKey } from './credentials.js';
import { Secrets } from './secrets.js';
import { translated } from './translated-transport.js';
import type { WireRequest } from './transport.js';

/** Upper case instead of lower case, in both names and texts. */
const loud: Translation = {
  toTheirs: (ours) => JSON.parse(JSON.stringify(ours).toUpperCase()),
  toOurs: (theirs) => JSON.parse(JSON.stringify(theirs).toLowerCase()),
  pathInOurs: (theirs) => theirs.toLowerCase(),
  isIdentity: false,
};

/** A client of a target that speaks in capitals, and the requests that the target received. */
function loudTarget(answer: string, status = 200) {
  const sent: WireRequest[] = [];
  const translation: OperationTranslation = { path: loud, query: loud, request: loud, response: loud };
  const client = createClient({
    baseUrl: 'http://127.0.0.1:1',
    transport: translated(
      {
        send: async (request) => {
          sent.push(request);
          return { status, headers: {}, body: Buffer.from(answer) };
        },
        close: async () => {},
      },
      (id) => (id === 'listBrands' ? sameWords : translation),
      (error) => (error === 422 ? loud : identity),
    ),
    credentials: validKey('key'),
    secrets: new Secrets(),
    observe: () => {},
  });
  return { client, sent };
}

test('parameters and bodies go in the words of the target, and its answer is read in ours', async () => {
  const { client, sent } = loudTarget('{"ID":"X"}');
  const exchange = await client.send(operation('createWebhook'), {
    body: { url: 'a' },
    query: { page: 'b' },
  });
  expect(sent[0]?.url).toBe('http://127.0.0.1:1/api/v1/webhooks/?PAGE=B');
  expect(sent[0]?.body?.toString()).toBe('{"URL":"A"}');
  expect(exchange.json).toEqual({ id: 'x' });
  expect(exchange.receivedJson).toEqual({ ID: 'X' });
  expect(exchange.request.body?.toString()).toBe('{"url":"a"}');
  expect(exchange.sent.body?.toString()).toBe('{"URL":"A"}');
  expect(exchange.onTheWire?.pathInOurs('DATA[3].STATE')).toBe('data[3].state');
  expect(exchange.line).toBe('POST /api/v1/webhooks/?PAGE=B -> 200');
});

test('raw parts of a request go as they are', async () => {
  const { client, sent } = loudTarget('{}');
  const raw = { query: 'page=%', body: Buffer.from('{"url": ') };
  await client.send(operation('createWebhook'), { raw });
  expect(sent[0]?.url).toMatch(/\?page=%$/);
  expect(sent[0]?.body?.toString()).toBe('{"url": ');
});

test('an error of which the file speaks is read in our words, at every operation', async () => {
  const { client } = loudTarget('{"MESSAGE":"NO"}', 422);
  for (const refusal of [await client.listProducts(), await client.listBrands()]) {
    expect(refusal.json).toEqual({ message: 'no' });
    expect(refusal.receivedJson).toEqual({ MESSAGE: 'NO' });
    expect(refusal.onTheWire?.pathInOurs('MESSAGE')).toBe('message');
  }
});

test('another error, and what is not JSON, is read as it came', async () => {
  const refusal = await loudTarget('{"MESSAGE":"NO"}', 400).client.listProducts();
  expect(refusal.json).toEqual({ MESSAGE: 'NO' });
  const page = await loudTarget('<HTML>').client.listProducts();
  expect(page.text).toBe('<HTML>');
});

test('an operation whose words are ours is sent as it is', async () => {
  const { client, sent } = loudTarget('{"ID":1}');
  const exchange = await client.listBrands();
  expect(exchange.onTheWire).toBeUndefined();
  expect(exchange.json).toEqual({ ID: 1 });
  expect(sent[0]?.url).toBe('http://127.0.0.1:1/api/v1/brands/');
});
