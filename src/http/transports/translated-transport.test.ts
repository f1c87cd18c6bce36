import { expect, test } from '#testing/unit-test';
import {
  identity,
  type OperationTranslation,
  sameWords,
  type Translation,
} from '../../contract/mapping/translation.js';
import { operation } from '../../contract/operations.js';
import { createClient, validKey } from '../client.js';
import { translated, wireRequest } from './translated-transport.js';
import type { AnyRequest, WireRequest } from './transport.js';

/** Upper case instead of lower case, in both names and strings. */
const loud: Translation = {
  toTheirs: (ours) => JSON.parse(JSON.stringify(ours).toUpperCase().replaceAll('\\U', '\\u')),
  toOurs: (theirs) => JSON.parse(JSON.stringify(theirs).toLowerCase()),
  isIdentity: false,
};

/** A client of a target that speaks in capitals, except at `listBrands`, and the requests that the target received. */
function loudTarget(response: string, status = 200) {
  const sent: WireRequest[] = [];
  const translation: OperationTranslation = { path: loud, query: loud, request: loud, response: loud };
  const send = async (request: WireRequest) => {
    sent.push(request);
    return { status, headers: {}, body: Buffer.from(response) };
  };
  const client = createClient({
    baseUrl: 'http://127.0.0.1:1',
    transport: translated(
      { send, close: async () => {} },
      (id) => (id === 'listBrands' ? sameWords : translation),
      (error) => (error === 422 ? loud : identity),
    ),
    credentials: validKey('key'),
  });
  return { client, sent };
}

test('parameters and bodies are sent in the target’s words, and its response is read in the contract’s', async () => {
  const { client, sent } = loudTarget('{"ID":"X"}');
  const given = { body: { url: 'a' }, query: { page: 'b' } };
  const exchange = await client.send(operation('createWebhook'), given);
  expect([exchange.json, exchange.receivedJson]).toEqual([{ id: 'x' }, { ID: 'X' }]);
  expect([exchange.request, exchange.sent].map(({ body }) => String(body))).toEqual([
    '{"url":"a"}',
    '{"URL":"A"}',
  ]);
  expect(exchange.onTheWire?.pathInTheirs('data[3].state')).toBe('DATA[3].STATE');
  expect(exchange.line).toBe('POST /api/v1/webhooks/?PAGE=B -> 200');
  // Raw parts of a request are not translated, and neither is an operation whose words are the same.
  const raw = { query: 'page=%', body: Buffer.from('{"url": ') };
  await client.send(operation('createWebhook'), { raw });
  const brands = await client.listBrands();
  expect(sent.map(({ url, body }) => `${new URL(url).pathname}${new URL(url).search} ${body ?? ''}`)).toEqual(
    ['/api/v1/webhooks/?PAGE=B {"URL":"A"}', '/api/v1/webhooks/?page=% {"url": ', '/api/v1/brands/ '],
  );
  expect([brands.onTheWire, brands.json]).toEqual([undefined, { ID: 'X' }]);
});

test('at every operation, an error that the file mentions is translated; other errors stay as they are', async () => {
  const { client } = loudTarget('{"MESSAGE":"NO"}', 422);
  for (const { json, onTheWire } of [await client.listProducts(), await client.listBrands()])
    expect([json, onTheWire?.pathInTheirs('message')]).toEqual([{ message: 'no' }, 'MESSAGE']);
  const other = await loudTarget('{"MESSAGE":"NO"}', 400).client.listProducts();
  expect(other.json).toEqual({ MESSAGE: 'NO' });
  expect((await loudTarget('<HTML>').client.listProducts()).text).toBe('<HTML>');
});

const baseUrl = 'https://shop.example.com';

function written(operationId: string, request: AnyRequest = {}) {
  const credentials = validKey('sk-good-1');
  return wireRequest({ baseUrl, operation: operation(operationId), request, credentials });
}

test('a path parameter stays one segment, a query repeats the name of an array, and only undefined is omitted', () => {
  for (const [id, place] of [
    ['../a/b', '..%2Fa%2Fb'],
    ['ü ?#%2F+', '%C3%BC%20%3F%23%252F%2B'],
    ['a\ud800', 'a%EF%BF%BD'],
  ] as const)
    expect(written('getWebhook', { path: { id } }).url).toBe(`${baseUrl}/api/v1/webhooks/${place}`);
  expect(() => written('getDeliveryDocument', { path: { id: 7 } })).toThrow(
    'getDeliveryDocument needs the path parameter number.',
  );
  const pages = { ean: '', page: 0, per_page: undefined, sku: [] };
  const query = { style_key: 'a&b=c d+é', status: ['x', undefined, 'y'], ...pages };
  expect(written('listProducts', { query }).url).toBe(
    `${baseUrl}/api/v1/products/?style_key=a%26b%3Dc+d%2B%C3%A9&status=x&status=y&ean=&page=0`,
  );
});

test('raw parts of a request replace the others, and are sent byte for byte', () => {
  const raw = { method: 'PURGE', target: '/api//v1/%zz?a=1&a', body: new Uint8Array([0xff, 0x00]) };
  expect(written('upsertProducts', { body: { items: [] }, raw })).toMatchObject({
    method: 'PURGE',
    url: `${baseUrl}/api//v1/%zz?a=1&a`,
    headers: { accept: '*/*', 'X-API-Key': 'sk-good-1', 'content-type': 'application/json' },
    body: Buffer.from([0xff, 0x00]),
  });
  expect(written('listBrands', { query: { page: 1 }, raw: { query: 'a=1&a=%zz' } }).url).toBe(
    `${baseUrl}/api/v1/brands/?page=1&a=1&a=%zz`,
  );
  expect(written('getWebhook', { path: { id: 7 }, raw: { path: { id: '..' }, query: '' } }).url).toBe(
    `${baseUrl}/api/v1/webhooks/..?`,
  );
  const headers = { 'X-Api-Key': 'other', 'Content-Type': undefined, 'x-more': '' };
  expect(written('upsertProducts', { body: {}, raw: { headers } }).headers).toEqual({
    accept: '*/*',
    'X-Api-Key': 'other',
    'x-more': '',
  });
});
