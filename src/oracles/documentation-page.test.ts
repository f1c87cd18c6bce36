import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { asksNoOtherOrigin, opensWithoutAnError, showsEach, showsVersion } from './documentation-page.js';

const operations = [
  { method: 'GET', path: '/api/v1/webhooks/' },
  { method: 'POST', path: '/api/v1/webhooks/' },
  { method: 'GET', path: '/api/v1/webhooks/{id}' },
];
const page = (text: string, status = 200) => ({ exchange: exampleExchange({ status }), text });

for (const [manner, text] of [
  ['with the prefix', 'GET\n/api/v1/webhooks/\nList\nPOST\n/api/v1/webhooks/\nGET /api/v1/webhooks/{id}'],
  ['without it', 'get /webhooks\npost /webhooks get /webhooks/{webhook_id}'],
  [
    'with marks for breaks',
    'GET\n/api\u200b/v1\u200b/webhooks\u200b/ POST /web\u00adhooks GET /webhooks/\u200b{id}',
  ],
  [
    'with the host',
    'GET https://a.example/api/v1/webhooks POST https://a.example/api/v1/webhooks GET /webhooks/{id}',
  ],
] as const)
  test(`operations are shown ${manner}`, () => {
    expect(showsEach(page(text), operations)).toBeUndefined();
  });

for (const [what, text, missing] of [
  ['another method', 'GET /webhooks PUT /webhooks GET /webhooks/{id}', 'POST /api/v1/webhooks/'],
  ['a longer path', 'GET /webhooks/types POST /webhooks GET /webhooks/{id}', 'GET /api/v1/webhooks/'],
  ['a path below another', 'GET /old/webhooks POST /webhooks GET /webhooks/{id}', 'GET /api/v1/webhooks/'],
  ['an id in place of its name', 'GET /webhooks POST /webhooks GET /webhooks/7', 'GET /api/v1/webhooks/{id}'],
  ['a word that ends so', 'FORGET /webhooks POST /webhooks GET /webhooks/{id}', 'GET /api/v1/webhooks/'],
] as const)
  test(`an operation is not shown by ${what}`, () => {
    expect(showsEach(page(text), operations)).toEqual({
      expected: ['method and path of each of 3 operations'],
      actual: `nothing of ${missing}`,
      at: 'the text of the page',
      gaps: ['G-18'],
    });
  });

test('a page that names nothing is told in short', () => {
  expect(showsEach(page('Loading'), operations)?.actual).toBe('nothing of any');
});

test('a page must be there', () => {
  const absent = { expected: ['status 200'], actual: 'status 404', at: 'status' };
  expect(showsEach(page('', 404), operations)).toEqual(absent);
  expect(showsVersion(page('1.3.0', 404), '1.3.0')).toEqual(absent);
});

test('who may read the page is not stated', () => {
  expect(showsEach(page('', 401), operations)).toMatchObject({ actual: 'status 401', gaps: ['G-18'] });
});

test('a version stands by itself', () => {
  for (const text of [
    '1.3.0',
    'Seller API 1.3.0 OAS 3.1',
    'Version: 1.3.0, of 2030',
    '(1.3.0)',
    'v 1.2.9 and 1.3.0',
  ])
    expect(showsVersion(page(text), '1.3.0'), text).toBeUndefined();
  for (const [text, actual] of [
    ['11.3.0', '11.3.0'],
    ['1.3.0.1', 'no version'],
    ['1.3', 'no version'],
    ['1.2.0, OpenAPI 3.1.0, 1.2.0', '1.2.0, 3.1.0'],
  ] as const)
    expect(showsVersion(page(text), '1.3.0'), text).toMatchObject({ expected: ['1.3.0'], actual });
});

test('errors and requests to other origins are told', () => {
  const shown = page('GET /webhooks POST /webhooks GET /webhooks/{id}');
  const failing = (...errors: string[]) => opensWithoutAnError({ ...shown, errors }, operations);
  expect(failing()).toBeUndefined();
  expect(failing('a is not defined')?.actual).toBe('a is not defined');
  expect(failing('first', 'b', 'c')?.actual).toBe('first (and 2 more)');
  const asking = (...foreignRequests: string[]) =>
    asksNoOtherOrigin({ ...shown, foreignRequests }, operations);
  expect(asking()).toBeUndefined();
  expect(asking('https://a.example/x', 'https://b.example/')).toEqual({
    expected: ['requests to the origin of the page alone'],
    actual: 'https://a.example/x, https://b.example/',
    at: 'the requests of the page',
  });
});

test('a page that shows nothing does not do so without an error', () => {
  const empty = { ...page('It works!'), errors: [], foreignRequests: [] };
  for (const unmet of [opensWithoutAnError(empty, operations), asksNoOtherOrigin(empty, operations)])
    expect(unmet).toMatchObject({ actual: 'nothing of any', gaps: ['G-18'] });
});
