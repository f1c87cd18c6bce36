import { expect, test } from '#unit-test';
import {
  identity,
  type OperationTranslation,
  sameWords,
  type Translation,
} from '../contract/closings/translation.js';
import { operation } from '../contract/operations.js';
import { type AnyRequest, createClient, noKey, validKey } from './client.js';
import { Secrets } from './secrets.js';
import { translated, wireRequest } from './translated-transport.js';
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

const baseUrl = 'https://shop.example.com';

function written(operationId: string, request: AnyRequest = {}) {
  const {
    operation: called,
    writtenFrom,
    ...wire
  } = wireRequest(baseUrl, operation(operationId), request, validKey('sk-good-1'));
  expect([called, writtenFrom]).toEqual([operation(operationId), request]);
  return wire;
}

test('a request without anything given carries its key and no body', () => {
  expect(written('listBrands')).toEqual({
    method: 'GET',
    url: `${baseUrl}/api/v1/brands/`,
    headers: { accept: '*/*', 'X-API-Key': 'sk-good-1' },
  });
});

test('without a key the header is left out, not sent empty', () => {
  const { headers } = wireRequest(baseUrl, operation('listBrands'), {}, noKey);
  expect(headers).toEqual({ accept: '*/*' });
});

test('a path parameter cannot leave its place', () => {
  const paths = ['a/b', '../brands', 'ü ?#%2F', 'a+b', 7].map(
    (id) => written('getWebhook', { path: { id } }).url,
  );
  expect(paths.map((url) => url.slice(`${baseUrl}/api/v1/webhooks/`.length))).toEqual([
    'a%2Fb',
    '..%2Fbrands',
    '%C3%BC%20%3F%23%252F',
    'a%2Bb',
    '7',
  ]);
});

test('a path parameter that is not given is a mistake of the caller', () => {
  expect(() => written('getDeliveryDocument', { path: { id: 7 } })).toThrow(
    'getDeliveryDocument needs the path parameter number.',
  );
});

test('the query is encoded, arrays repeat their name, and undefined is left out', () => {
  const query = { style_key: 'a&b=c d+é', status: ['x', undefined, 'y'], page: 0, per_page: undefined };
  const { url } = written('listProducts', { query });
  expect(url).toBe(`${baseUrl}/api/v1/products/?style_key=a%26b%3Dc+d%2B%C3%A9&status=x&status=y&page=0`);
  expect(new URL(url).searchParams.getAll('status')).toEqual(['x', 'y']);
});

test('an empty value is sent, an empty array is not', () => {
  const query = { batch_request_id: '', status: [] };
  expect(written('getStatusResults', { query }).url).toBe(
    `${baseUrl}/api/v1/results/status?batch_request_id=`,
  );
});

test('a body goes as JSON in UTF-8, and says so', () => {
  const { headers, body, method } = written('upsertProducts', { body: { items: ['é', null] } });
  expect(method).toBe('POST');
  expect(headers).toMatchObject({ 'content-type': 'application/json' });
  expect(body?.toString('utf8')).toBe('{"items":["é",null]}');
});

test('null and false are bodies', () => {
  expect(written('upsertProducts', { body: null }).body?.toString()).toBe('null');
  expect(written('upsertProducts', { body: false }).body?.toString()).toBe('false');
});

test('what is raw goes over the wire as it is', () => {
  const raw = { method: 'PURGE', target: '/api//v1/%zz?a=1&a', body: new Uint8Array([0xff, 0x00]) };
  expect(written('upsertProducts', { body: { items: [] }, raw })).toEqual({
    method: 'PURGE',
    url: `${baseUrl}/api//v1/%zz?a=1&a`,
    headers: { accept: '*/*', 'X-API-Key': 'sk-good-1', 'content-type': 'application/json' },
    body: Buffer.from([0xff, 0x00]),
  });
});

test('a raw query takes the place of the parameters, and the path stays', () => {
  const { url } = written('listBrands', { query: { page: 1 }, raw: { query: 'a=1&a=%zz' } });
  expect(url).toBe(`${baseUrl}/api/v1/brands/?a=1&a=%zz`);
});

test('a raw header replaces one of the same name in any case, or leaves it out', () => {
  const headers = { 'X-Api-Key': 'other', 'Content-Type': undefined, 'x-more': '' };
  expect(written('upsertProducts', { body: {}, raw: { headers } }).headers).toEqual({
    accept: '*/*',
    'X-Api-Key': 'other',
    'x-more': '',
  });
});
