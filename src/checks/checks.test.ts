import { expect, test } from '@playwright/test';
import { operation } from '../contract/operations.js';
import { type ExampleExchange, exampleExchange } from '../exchange/example-exchange.js';
import { Secrets } from '../exchange/secrets.js';
import type { Check, Outcome } from './check.js';
import { documentedStatus } from './documented-status.js';
import { errorBody } from './error-body.js';
import { checks } from './index.js';
import { keyNotRepeated } from './key-not-repeated.js';
import { mediaType } from './media-type.js';
import { noServerError } from './no-server-error.js';
import { rateLimitHeaders } from './rate-limit-headers.js';
import { responseSchema } from './response-schema.js';

const key = 'sk-good-1';

/** What a check says: the requirement it verified, or where and instead of what it is violated; nothing when not concerned. */
type Said = 'nothing' | { readonly verified: readonly string[] } | readonly Violated[];

interface Violated {
  readonly requirement: string;
  readonly at: string;
  readonly actual: string;
}

type Row = readonly [name: string, exchange: ExampleExchange, said: Said];

const json = { 'content-type': 'application/json' };
const limits = (limit?: string, remaining?: string): ExampleExchange => ({
  headers: {
    ...(limit === undefined ? {} : { 'x-ratelimit-limit': limit }),
    ...(remaining === undefined ? {} : { 'x-ratelimit-remaining': remaining }),
  },
});
const violates = (requirement: string, at: string, actual: string): Said => [{ requirement, at, actual }];

const uuid = '0b0f6c7e-93f2-4b6f-9d4e-0c8a4a3f2d11';
const statusResult = {
  batchRequestId: uuid,
  status: 'completed',
  items: [{ requestItem: { style_key: 'jacket', status: 'published' }, success: true, errors: [] }],
};
const pagination = { page: 1, per_page: 20, pages: 1, total: 1, next: null, prev: null };
const product = {
  style_key: 'jacket',
  sku: 'jacket-m',
  color: 1,
  brand: 2,
  category: 3,
  weight: 400,
  country_of_origin: 'PT',
  attributes: [],
  prices: [{ country_code: 'DE', retail_price: 20 }],
  images: [],
  status: 'draft',
};

const rows: readonly (readonly [check: Check, rows: readonly Row[]])[] = [
  [
    noServerError,
    [
      ['499 is no server error', { status: 499 }, { verified: ['ERR-08'] }],
      ['500 is one', { status: 500 }, violates('ERR-08', 'status', 'status 500')],
      ['599 is one', { status: 599 }, violates('ERR-08', 'status', 'status 599')],
    ],
  ],
  [
    documentedStatus,
    [
      ['a documented success', { status: 200 }, { verified: ['ERR-11'] }],
      ['a documented refusal', { status: 429 }, { verified: ['ERR-11'] }],
      ['a success of another operation', { status: 204 }, violates('ERR-11', 'status', 'status 204')],
      ['a status of no operation', { status: 418 }, violates('ERR-11', 'status', 'status 418')],
      ['204 where it is documented', { operationId: 'deleteWebhook', status: 204 }, { verified: ['ERR-11'] }],
    ],
  ],
  [
    mediaType,
    [
      ['JSON as it is declared', { headers: json }, { verified: ['ERR-09'] }],
      [
        'with a charset',
        { headers: { 'content-type': 'application/json; charset=utf-8' } },
        { verified: ['ERR-09'] },
      ],
      ['in other case', { headers: { 'content-type': 'Application/JSON' } }, { verified: ['ERR-09'] }],
      ['as a problem', { headers: { 'content-type': 'application/problem+json' } }, { verified: ['ERR-09'] }],
      [
        'declared as text',
        { headers: { 'content-type': 'text/plain; charset=utf-8' } },
        violates('ERR-09', 'header content-type', 'text/plain'),
      ],
      [
        'declared as something like it',
        { headers: { 'content-type': 'application/jsonp' } },
        violates('ERR-09', 'header content-type', 'application/jsonp'),
      ],
      ['not declared', { headers: {} }, violates('ERR-09', 'header content-type', 'no content-type')],
      [
        'declared emptily',
        { headers: { 'content-type': '' } },
        violates('ERR-09', 'header content-type', 'no content-type'),
      ],
      [
        'that does not parse',
        { headers: json, body: '{' },
        violates('ERR-09', 'body', 'the body is not JSON'),
      ],
      [
        'that is no UTF-8',
        { headers: json, body: Buffer.from([0x22, 0xe9, 0x22]) },
        violates('ERR-09', 'body', 'the body is not UTF-8'),
      ],
      [
        'a documented error',
        { status: 401, headers: { 'content-type': 'text/html' } },
        violates('ERR-09', 'header content-type', 'text/html'),
      ],
      [
        'a documented file',
        { operationId: 'downloadReport', headers: { 'content-type': 'text/csv' }, body: 'a;b' },
        'nothing',
      ],
      ['no content', { operationId: 'deleteWebhook', status: 204, headers: {}, body: '' }, 'nothing'],
      [
        'an undocumented page',
        { status: 503, headers: { 'content-type': 'text/html' }, body: 'later' },
        'nothing',
      ],
      [
        'an undocumented answer that says it is JSON',
        { status: 503, headers: json, body: 'later' },
        violates('ERR-09', 'body', 'the body is not JSON'),
      ],
    ],
  ],
  [
    errorBody,
    [
      ...[400, 401, 404].flatMap((status): Row[] => [
        [`${status} with a message`, { status, body: { message: 'no' } }, { verified: ['ERR-01'] }],
        [
          `${status} with a number`,
          { status, body: { message: 7 } },
          violates('ERR-01', 'body', 'the object {"message":7}'),
        ],
        [`${status} with nothing`, { status, body: '' }, violates('ERR-01', 'body', 'the body is not JSON')],
      ]),
      ...[200, 403, 429, 500].map(
        (status): Row => [`${status} with a number`, { status, body: { message: 7 } }, 'nothing'],
      ),
    ],
  ],
  [
    rateLimitHeaders,
    [
      ['Remaining in between', limits('100', '99'), { verified: ['LIM-01'] }],
      ['Remaining equal to Limit', limits('100', '100'), { verified: ['LIM-01'] }],
      ['Remaining 0', limits('100', '0'), { verified: ['LIM-01'] }],
      ['both 0', limits('0', '0'), { verified: ['LIM-01'] }],
      [
        'Remaining one above Limit',
        limits('100', '101'),
        violates('LIM-01', 'header x-ratelimit-remaining', '101'),
      ],
      ['9 above 10 as text, below it as a number', limits('10', '9'), { verified: ['LIM-01'] }],
      ['15 digits', limits('999999999999999', '999999999999999'), { verified: ['LIM-01'] }],
      ...['-0', '-1', '1.0', '+1', '1e2', '', ' 1', '1, 1', '0x1', '١', '1000000000000000'].flatMap(
        (value): Row[] => [
          [
            `Limit ${value}`,
            limits(value, '0'),
            violates('LIM-01', 'header x-ratelimit-limit', `"${value}"`),
          ],
          [
            `Remaining ${value}`,
            limits('5', value),
            violates('LIM-01', 'header x-ratelimit-remaining', `"${value}"`),
          ],
        ],
      ),
      ['no Limit', limits(undefined, '5'), violates('LIM-01', 'header x-ratelimit-limit', 'no such header')],
      ['no Remaining', limits('5'), violates('LIM-01', 'header x-ratelimit-remaining', 'no such header')],
      [
        'neither',
        limits(),
        [
          { requirement: 'LIM-01', at: 'header x-ratelimit-limit', actual: 'no such header' },
          { requirement: 'LIM-01', at: 'header x-ratelimit-remaining', actual: 'no such header' },
        ],
      ],
      ['neither beside a refusal', { ...limits(), status: 401 }, 'nothing'],
      ['neither without a key', { ...limits(), credential: 'absent' }, 'nothing'],
      ['neither with a wrong key', { ...limits(), credential: 'wrong', status: 400 }, 'nothing'],
      ['a spent limit', { ...limits('5', '0'), status: 429 }, { verified: ['LIM-01'] }],
    ],
  ],
  [
    keyNotRepeated,
    [
      ['another text', { body: { message: 'the key is wrong' } }, { verified: ['AUTH-11'] }],
      ['in the body', { body: { message: `no ${key}` } }, violates('AUTH-11', 'body', 'the API key')],
      [
        'in the body, encoded',
        { body: Buffer.from(key).toString('base64') },
        violates('AUTH-11', 'body', 'the API key'),
      ],
      ['in a header', { headers: { etag: `"${key}"` } }, violates('AUTH-11', 'header etag', 'the API key')],
      [
        'the refused key',
        { credential: 'wrong', status: 401, body: key },
        violates('AUTH-11', 'body', 'the API key'),
      ],
      ['without a key', { credential: 'absent', status: 401, body: 'no key' }, 'nothing'],
    ],
  ],
  [
    responseSchema,
    [
      ['a stated shape', { operationId: 'getStatusResults', body: statusResult }, { verified: ['SHP-01'] }],
      [
        'a stated field of another type',
        { operationId: 'getStatusResults', body: { ...statusResult, status: 7 } },
        violates('SHP-01', 'body status', 'the integer 7'),
      ],
      [
        'a stated field deep inside',
        {
          operationId: 'getStatusResults',
          body: { ...statusResult, items: [{ ...statusResult.items[0], errors: [null] }] },
        },
        violates('SHP-01', 'body items[0].errors[0]', 'null'),
      ],
      [
        'an assumed shape',
        { operationId: 'listProducts', body: { items: [product], pagination } },
        { verified: ['SHP-03'] },
      ],
      [
        'an assumed field, and a nearer gap that no requirement of the operation speaks of',
        {
          operationId: 'listProducts',
          body: { items: [{ ...product, sku: 7, weight: undefined }], pagination },
        },
        [
          { requirement: 'SHP-03', at: 'body items[0].weight', actual: 'nothing' },
          { requirement: 'SHP-03', at: 'body items[0].sku', actual: 'the integer 7' },
        ],
      ],
      [
        'an acknowledgement',
        { operationId: 'upsertProducts', body: { batchRequestId: uuid } },
        { verified: ['SHP-04'] },
      ],
      [
        'an acknowledgement of a status update',
        { operationId: 'updateProductStatus', body: {} },
        violates('SHP-05', 'body batchRequestId', 'nothing'),
      ],
      [
        'an acknowledgement of a stock update',
        { operationId: 'updateProductStock', body: {} },
        violates('SHP-06', 'body batchRequestId', 'nothing'),
      ],
      [
        'a record of reference data',
        { operationId: 'listBrands', body: [{ id: 1 }] },
        violates('SHP-02', 'body [0].name', 'nothing'),
      ],
      [
        'an assumed field in the results of products',
        {
          operationId: 'getProductResults',
          body: {
            ...statusResult,
            items: [
              { requestItem: { ...product, material_composition_non_textile: 7 }, success: true, errors: [] },
            ],
          },
        },
        violates('SHP-06', 'body items[0].requestItem.material_composition_non_textile', 'the integer 7'),
      ],
      [
        'an event type',
        { operationId: 'listWebhookEventTypes', body: [{ event: 'order.created' }] },
        violates('SHP-07', 'body [0].description', 'nothing'),
      ],
      [
        'the frame of the event types',
        { operationId: 'listWebhookEventTypes', body: {} },
        violates('SHP-08', 'body', 'an empty object'),
      ],
      ['an empty list', { operationId: 'listBrands', body: [] }, 'nothing'],
      ['an empty list of items', { operationId: 'listProducts', body: { items: [], pagination } }, 'nothing'],
      [
        'an empty list in a wrong frame',
        {
          operationId: 'listRejectedProducts',
          body: { items: [], pagination: { ...pagination, page: '1' } },
        },
        violates('SHP-01', 'body pagination.page', 'the string "1"'),
      ],
      [
        'an empty batch',
        { operationId: 'getStatusResults', body: { ...statusResult, items: [] } },
        'nothing',
      ],
      [
        'no JSON',
        { operationId: 'listProducts', body: '' },
        violates('SHP-03', 'body', 'the body is not JSON'),
      ],
      ['an error', { operationId: 'getStatusResults', status: 404, body: {} }, 'nothing'],
      ['an undocumented success', { operationId: 'getStatusResults', status: 201, body: {} }, 'nothing'],
      ['a file', { operationId: 'downloadReport', body: 'a;b' }, 'nothing'],
      ['no content', { operationId: 'deleteWebhook', status: 204, body: '' }, 'nothing'],
    ],
  ],
];

for (const [check, of] of rows) {
  for (const [name, exchange, said] of of) {
    test(`${check.id}: ${name}`, () => expect(saidBy(check, exchange)).toEqual(said));
  }
}

test('every check that runs is tested here, and says only what it declares', () => {
  expect(rows.map(([check]) => check.id).sort()).toEqual(checks.map(({ id }) => id).sort());
  for (const [check, of] of rows) {
    const ids = of.flatMap(([, , said]) =>
      said === 'nothing'
        ? []
        : 'verified' in said
          ? said.verified
          : said.map(({ requirement }) => requirement),
    );
    expect(check.requirements, check.id).toEqual(expect.arrayContaining([...new Set(ids)]));
  }
});

test('checks are named for what holds', () => {
  expect(checks.map(({ id }) => id)).toEqual([
    'no-server-error',
    'documented-status',
    'media-type',
    'error-body',
    'response-schema',
    'rate-limit-headers',
    'key-not-repeated',
  ]);
});

test('a violation names what would have been right', () => {
  const expectedBy = (check: Check, given: ExampleExchange) =>
    outcomeOf(check, given).violations[0]?.expected;
  expect(expectedBy(keyNotRepeated, { body: key })).toEqual(['a response without the API key']);
  expect(expectedBy(noServerError, { status: 500 })).toEqual(['a status below 500']);
  expect(expectedBy(documentedStatus, { status: 418 })).toEqual(['status 200', 'status 401', 'status 429']);
  expect(expectedBy(mediaType, { headers: {} })).toEqual(['application/json']);
  expect(expectedBy(rateLimitHeaders, limits('5', '6'))).toEqual(['an integer from 0 to 5, the limit']);
  expect(expectedBy(responseSchema, { operationId: 'listBrands', body: {} })).toEqual(['an array']);
});

test('a violated assumption names every gap that it rests on, a stated shape none', () => {
  const gapsIn = (given: ExampleExchange) =>
    outcomeOf(responseSchema, given).violations.map(({ gaps }) => gaps);
  const items = [{ ...product, sku: 7, weight: undefined }];
  expect(gapsIn({ operationId: 'listProducts', body: { items, pagination } })).toEqual([
    ['G-02', 'G-08'],
    ['G-08'],
  ]);
  expect(gapsIn({ operationId: 'getStatusResults', body: { ...statusResult, status: 7 } })).toEqual([[]]);
});

function outcomeOf(check: Check, given: ExampleExchange): Outcome {
  const secrets = new Secrets();
  secrets.add(key);
  const exchange = exampleExchange(given);
  return check.run(exchange, operation(exchange.operationId), secrets);
}

function saidBy(check: Check, given: ExampleExchange): Said {
  const { verified, violations } = outcomeOf(check, given);
  if (violations.length > 0) {
    expect(verified).toEqual([]);
    return violations.map(({ requirement, at = '', actual }) => ({ requirement, at, actual }));
  }
  return verified.length > 0 ? { verified } : 'nothing';
}
