import { gzipSync } from 'node:zlib';
import { expect, test } from '#unit-test';
import { bodyText } from './body-text.js';
import { bodyValues } from './body-values.js';

const keysIn = (text: string) => bodyValues(text).map(({ key, value }) => [key, value]);

test('every value is found with the nearest key, be it given twice, nested, or in what is cut off', () => {
  expect(keysIn('{"items":[{"sku":"a","sku":"b","n":{"style_key":"c"}},{"sk\\u0075":"d"')).toEqual([
    ['sku', 'a'],
    ['sku', 'b'],
    ['style_key', 'c'],
    ['sku', 'd'],
  ]);
  expect(keysIn('{"order_items":[1,["2",{"id":3}]],"sku":"x\\"y"}')).toEqual([
    ['order_items', '1'],
    ['order_items', '2'],
    ['id', '3'],
    ['sku', 'x"y'],
  ]);
});

test('an array 200,000 deep takes no stack', () => {
  expect(keysIn(`{"sku":${'['.repeat(200_000)}"deep"`)).toEqual([['sku', 'deep']]);
});

const json = '{"items":[{"sku":"somebody-s"}]}';
const encodings: readonly (readonly [what: string, body: Uint8Array, contentEncoding?: string])[] = [
  ['as it is', Buffer.from(json)],
  ['behind a byte order mark', Buffer.from(`\ufeff${json}`)],
  ['in UTF-16, low byte first', Buffer.from(json, 'utf16le')],
  ['in UTF-16, high byte first', Buffer.from(json, 'utf16le').swap16()],
  ['in base64', Buffer.from(Buffer.from(json).toString('base64'))],
  ['in gzip', gzipSync(json), 'gzip'],
  ['in gzip that is cut short', gzipSync(json).subarray(0, -8), 'gzip'],
  ['declared as gzip, and none', Buffer.from(json), 'gzip'],
];

for (const [what, body, contentEncoding] of encodings) {
  test(`a key is found in a body ${what}`, () => {
    const values = bodyValues(bodyText(body, contentEncoding));
    expect(values).toContainEqual({ key: 'sku', value: 'somebody-s', isText: true });
  });
}
