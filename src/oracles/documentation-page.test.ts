import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import {
  asksNoOtherOrigin,
  opensWithoutAnError,
  showsEach,
  showsTheLimitOfEach,
  showsVersion,
} from './documentation-page.js';

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

const limited = [
  { method: 'GET', path: '/api/v1/webhooks/', limit: 50 },
  { method: 'PATCH', path: '/api/v1/webhooks/{id}', limit: 100 },
  { method: 'GET', path: '/api/v1/products/', limit: 1000 },
];
const places = ['GET /webhooks', 'PATCH /webhooks/{id}', 'GET /api/v1/products/'];
const withEach = (...parts: readonly string[]) =>
  places.map((place, index) => `${place}${parts[index] ?? ''}`).join('\n');

for (const [manner, text] of [
  [
    'in a sentence',
    withEach('\nList 50 requests per minute', '\n100 requests per minute', '\n1,000 requests per minute'),
  ],
  ['in short', withEach(' 50/min', ' 100 rpm', ' 1000 req. / min')],
  ['with a label', withEach('\nRate limit: 50', '\nx-rate-limit\n100', '\nRequests per minute: 1000')],
  ['in a table', `Operation\tRequests per minute\n${withEach('\t50', '\tUpdate\t100', '\t1 000')}`],
  [
    'before method and path',
    `50 requests per minute\n${places[0]}\n100 requests per minute\n${places[1]}\nLimit 1000\n${places[2]}`,
  ],
  [
    'in the second place of an operation',
    `${withEach()}\n${withEach(' limit 50', ' limit 100', ' limit 1000')}`,
  ],
] as const)
  test(`limits are shown ${manner}`, () => {
    expect(showsTheLimitOfEach(page(text), limited)).toBeUndefined();
  });

for (const [what, text, actual] of [
  ['another number of requests a minute', withEach(' 50/min', ' 60/min', ' 1000/min'), '60'],
  ['part of a number', withEach(' 50/min', ' 1100/min', ' 1000/min'), '1100'],
  ['a fraction', withEach(' 50/min', ' 100.5 / min', ' 1000/min'), 'no limit'],
  ['the limit of the operation before', withEach(' 50/min, 100/min', '', ' 1000/min'), 'no limit'],
  ['a number of something else', withEach(' 50/min', '\n100 items at most', ' 1000/min'), 'no limit'],
  ['a status', withEach(' limit 50', '\nX-RateLimit-Limit\n100', ' limit 1000'), 'no limit'],
  ['a number in a table about nothing', withEach('\t50', '\t100', '\t1000').replace('50', '-'), 'no limit'],
] as const)
  test(`a limit is not shown by ${what}`, () => {
    const unmet = showsTheLimitOfEach(page(text), limited);
    expect(unmet?.actual).toContain(`${actual} with PATCH /api/v1/webhooks/{id}`);
    expect(unmet?.expected.join()).toContain('100 with PATCH /api/v1/webhooks/{id}');
    expect(unmet?.gaps).toEqual(actual === 'no limit' ? ['G-18'] : undefined);
  });

test('where an operation is not shown, nothing is said of its limit', () => {
  expect(showsTheLimitOfEach(page('50 requests per minute'), limited)).toEqual(
    showsEach(page('50 requests per minute'), limited),
  );
});
