import { expect, test } from '#testing/unit-test';
import { operation } from '../../contract/operations.js';
import { validKey } from '../client.js';
import { wireRequest } from './translated-transport.js';
import type { AnyRequest } from './transport.js';

const call = { baseUrl: 'https://a.example', credentials: validKey('sk-good-1') };
const written = (operationId: string, request: AnyRequest) =>
  wireRequest({ ...call, operation: operation(operationId), request });

/** Requests, and where they go. */
const places: readonly (readonly [operationId: string, request: AnyRequest, place: string])[] = [
  // A path parameter stays one segment.
  ['getWebhook', { path: { id: '../a/b' } }, 'webhooks/..%2Fa%2Fb'],
  ['getWebhook', { path: { id: 'ü ?#%2F+\ud800' } }, 'webhooks/%C3%BC%20%3F%23%252F%2B%EF%BF%BD'],
  // The name of an array is repeated, and only undefined is omitted.
  ['listOrders', { query: { page: undefined, status: ['x', 'y'], q: '' } }, 'orders/?status=x&status=y&q='],
  // Raw parts are sent as they are.
  ['listBrands', { query: { page: 1 }, raw: { query: 'a=1&a=%zz' } }, 'brands/?page=1&a=1&a=%zz'],
  ['getWebhook', { path: { id: 7 }, raw: { path: { id: '..' }, query: '' } }, 'webhooks/..?'],
];

test('parameters are encoded, raw ones are not, and none may be missing from a path', () => {
  for (const [operationId, request, place] of places)
    expect(written(operationId, request).url).toBe(`https://a.example/api/v1/${place}`);
  const writing = () => written('getDeliveryDocument', { path: { id: 7 } });
  expect(writing).toThrow('getDeliveryDocument needs the path parameter number.');
});

test('raw parts of a request replace the others, and are sent byte for byte', () => {
  const given = { 'X-Api-Key': 'other', 'Content-Type': undefined, 'x-more': '' };
  const body = new Uint8Array([0xff, 0x00]);
  const target = '/api//v1/%zz?a=1&a';
  const usual = { accept: '*/*', 'X-API-Key': 'sk-good-1', 'content-type': 'application/json' };
  for (const [more, headers] of [
    [{}, usual],
    [{ headers: given }, { accept: '*/*', 'X-Api-Key': 'other', 'x-more': '' }],
  ] as const) {
    const raw = { method: 'PURGE', target, body, ...more };
    const request = written('upsertProducts', { body: { items: [] }, raw });
    expect(request).toMatchObject({ method: 'PURGE', url: call.baseUrl + target, body: Buffer.from(body) });
    expect(request.headers).toEqual(headers);
  }
});
