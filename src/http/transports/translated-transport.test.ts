import { expect, test } from '#testing/unit-test';
import { operation } from '../../contract/operations.js';
import { validKey } from '../client.js';
import { wireRequest } from './translated-transport.js';
import type { AnyRequest } from './transport.js';

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
