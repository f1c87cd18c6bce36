import { deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from '#testing/unit-test';
import { fingerprints, keyOfRun, type RunEntry } from './entry.js';
import { bodyText, bodyValues } from './write.js';

const keysIn = (text: string) => bodyValues(text).map(({ key, value }) => [key, value]);

test('every value of a body is found with the nearest key, even if it is duplicated, nested or cut off', () => {
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

test('an array 200,000 deep does not overflow the stack', () => {
  expect(keysIn(`{"sku":${'['.repeat(200_000)}"deep"`)).toEqual([['sku', 'deep']]);
});

const json = '{"items":[{"sku":"somebody-s"}]}';
const encodings: Readonly<Record<string, Uint8Array>> = {
  'as it is': Buffer.from(json),
  'after a byte order mark': Buffer.from(`\ufeff${json}`),
  'in UTF-16, low byte first': Buffer.from(json, 'utf16le'),
  'in UTF-16, high byte first': Buffer.from(json, 'utf16le').swap16(),
  'in base64': Buffer.from(Buffer.from(json).toString('base64')),
  'in gzip': gzipSync(json),
  'in gzip that is cut short': gzipSync(json).subarray(0, -8),
  'in deflate': deflateSync(json),
};

test('a key is found in a body in any encoding that a lenient target may read', () => {
  for (const [what, body] of Object.entries(encodings))
    expect(bodyValues(bodyText(body)), what).toContainEqual({
      key: 'sku',
      value: 'somebody-s',
      isText: true,
    });
});

const prefix = 'ct-a1b2c3-';
const [first, second, other] = ['sk-first', 'sk-second', 'sk-other'];
const line: RunEntry = {
  kind: 'run',
  prefix,
  at: '2030-01-02T03:04:05.678Z',
  processes: [],
  baseUrl: 'https://staging.example.com',
  keys: fingerprints({ apiKeys: [first, second], otherApiKey: other }, prefix),
};

test('a key is recognised even if a different setting contains it now; its fingerprint differs in each run and does not reveal the key', () => {
  const now = { apiKeys: [second, first], otherApiKey: other };
  const names = ['TARGET_API_KEY 1', 'TARGET_API_KEY 2', 'TARGET_OTHER_API_KEY'];
  expect(names.map((name) => keyOfRun(name, line, now))).toEqual([first, second, other]);
  expect(keyOfRun('TARGET_API_KEY 2', line, { apiKeys: [first] })).toBeUndefined();
  expect(JSON.stringify(line)).not.toContain('sk-');
  expect(fingerprints({ apiKeys: [first] }, 'ct-ffffff-')['TARGET_API_KEY 1']).not.toBe(
    line.keys['TARGET_API_KEY 1'],
  );
});
