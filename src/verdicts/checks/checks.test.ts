import { expect, test } from '#unit-test';
import { operation, operations } from '../../contract/operations.js';
import { type ExampleExchange, exampleExchange } from '../../http/example-exchange.js';
import { Secrets } from '../../http/secrets.js';
import { inWords } from '../oracles/violation.js';
import { documentedStatus, errorBody, mediaType, noServerError } from './answer.js';
import { itemMessages, newBatchId, noItemsBeforeEnd } from './batch.js';
import type { Check, Outcome } from './check.js';
import { checks } from './index.js';
import { rateLimitHeaders, tooManyRequests } from './rate-limit.js';
import { keyNotRepeated, noLeak } from './secrecy.js';
import { isDefault, requirementOf, responseSchema } from './shape.js';

const key = 'sk-good-1';

/**
 * A check's outcome: the verified requirement, or the place and value of the violation; empty if it isn't concerned.
 */
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
const resetIn = (value: string): ExampleExchange => ({
  headers: { ...limits('5', '4').headers, 'x-ratelimit-reset': value },
});
const reset = (value: string) => violates('LIM-04', 'header x-ratelimit-reset', `"${value}"`);
const rejected = (retryAfter: string | undefined, body: unknown): ExampleExchange => ({
  status: 429,
  headers: { ...json, ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }) },
  body,
});
const retryAfter = (actual: string) => violates('LIM-11', 'header retry-after', actual);
const violates = (requirement: string, at: string, actual: string): Said => [{ requirement, at, actual }];

const uuid = '0b0f6c7e-93f2-4b6f-9d4e-0c8a4a3f2d11';
const statusResult = {
  batchRequestId: uuid,
  status: 'completed',
  items: [{ requestItem: { style_key: 'jacket', status: 'published' }, success: true, errors: [] }],
};
const pagination = { page: 1, per_page: 20, pages: 1, total: 1, next: null, prev: null, next_cursor: null };
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
const entry = (success: unknown, errors: unknown) => ({ requestItem: {}, success, errors });
const results = (status: unknown, ...items: readonly unknown[]): ExampleExchange => ({
  operationId: 'getStockResults',
  body: { batchRequestId: uuid, status, items },
});
const groups = (...values: readonly unknown[]): ExampleExchange => {
  const attributes = values.map((is_default, index) => ({ id: index + 1, is_default }));
  return {
    operationId: 'getAttributeGroups',
    body: [{ id: 1, name: 'brand', attributes: [] }, { attributes }],
  };
};
const error = (message: string, given: ExampleExchange = {}): ExampleExchange => ({
  status: 400,
  body: { message },
  ...given,
});
const leaks = (actual: string, at = 'body'): Said => violates('ERR-12', at, actual);

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
    newBatchId(),
    [
      ['an error', { operationId: 'upsertProducts', status: 400, body: { batchRequestId: uuid } }, 'nothing'],
      ['an acknowledgement without an id', { operationId: 'upsertProducts', body: {} }, 'nothing'],
      ['the result of a batch', results('pending'), 'nothing'],
    ],
  ],
  [
    noItemsBeforeEnd,
    [
      ...['pending', 'processing', 'retry'].flatMap((status): Row[] => [
        [`${status} without items`, results(status), { verified: ['SHP-09'] }],
        [`${status} with one`, results(status, {}), violates('SHP-09', 'body items', '1 entry')],
        [`${status} with two`, results(status, {}, {}), violates('SHP-09', 'body items', '2 entries')],
      ]),
      ['completed with items', results('completed', {}), 'nothing'],
      ['failed without items', results('failed'), 'nothing'],
      ['another status', results('waiting', {}), 'nothing'],
      [
        'items that are no list',
        { ...results('pending'), body: { status: 'pending', items: {} } },
        'nothing',
      ],
      ['a list that is no result', { ...results('pending', {}), operationId: 'listOrders' }, 'nothing'],
      ['an error', { ...results('pending', {}), status: 404 }, 'nothing'],
    ],
  ],
  [
    itemMessages,
    [
      ['a failure with a message', results('failed', entry(false, ['no'])), { verified: ['BAT-11'] }],
      ['a success without', results('completed', entry(true, [])), { verified: ['BAT-12'] }],
      [
        'both',
        results('completed', entry(true, []), entry(false, ['no', 'not at all'])),
        { verified: ['BAT-12', 'BAT-11'] },
      ],
      ...[[[]], [['no', '']], [[7]], ['no'], [null], [undefined]].map(
        ([errors]): Row => [
          `a failure with ${JSON.stringify(errors)}`,
          results('completed', entry(false, ['no']), entry(false, errors)),
          violates('BAT-11', 'body items[1].errors', inWords(errors)),
        ],
      ),
      ...[[['done']], [['']], [{}], [null], [undefined]].map(
        ([errors]): Row => [
          `a success with ${JSON.stringify(errors)}`,
          results('completed', entry(true, errors)),
          violates('BAT-12', 'body items[0].errors', inWords(errors)),
        ],
      ),
      [
        'several failures without: the first is told',
        results('completed', entry(false, []), entry(false, [])),
        violates('BAT-11', 'body items[0].errors', 'the array []'),
      ],
      ['entries of no shape', results('completed', null, 7, {}, entry('yes', [])), 'nothing'],
      ['no entries', results('completed'), 'nothing'],
      ['an error', { ...results('completed', entry(false, [])), status: 400 }, 'nothing'],
      ['no result', { ...results('completed', entry(false, [])), operationId: 'listOrders' }, 'nothing'],
    ],
  ],
  [
    isDefault,
    [
      ['one default among others', groups(undefined, true), { verified: ['REF-04'] }],
      ['no default', groups(undefined, undefined), 'nothing'],
      ['defaults only', groups(true, true), 'nothing'],
      ...[false, null, 'true', 1].map(
        (value): Row => [
          `a default of ${value}`,
          groups(true, undefined, value),
          violates('REF-04', 'body [1].attributes[2].is_default', inWords(value)),
        ],
      ),
      ['no groups', { operationId: 'getAttributeGroups', body: [] }, 'nothing'],
      [
        'groups of no shape',
        { operationId: 'getAttributeGroups', body: [null, 7, { attributes: {} }] },
        'nothing',
      ],
      ['no JSON', { operationId: 'getAttributeGroups', body: '' }, 'nothing'],
      ['another operation', { ...groups(true, false), operationId: 'listBrands' }, 'nothing'],
    ],
  ],
  [
    noLeak,
    [
      ['a plain message', error('page must be 1 or more'), { verified: ['ERR-12'] }],
      ['a path in a success', error('/srv/shop/orders.js', { status: 200 }), 'nothing'],
      ['no body', error('', { body: '' }), 'nothing'],
      [
        'no body, and a header that names a host',
        error('', { body: '', headers: { via: '1.1 proxy.shop.internal' } }),
        leaks('an internal host name, the string "proxy.shop.internal"', 'header via'),
      ],
      ['a path', error('no /srv/shop/7'), leaks('a file path, the string "/srv/shop/7"')],
      [
        'a stack trace, its lines escaped',
        error('no\n\tat com.shop.Orders.read(Orders.java:42)'),
        leaks('a stack trace, the string "at com.shop.Orders.read(Orders.java:42)"'),
      ],
      [
        'a path with escaped backslashes',
        error('in C:\\shop\\new.log'),
        leaks(`a file path, the string ${JSON.stringify('C:\\shop\\new.log')}`),
      ],
      [
        'in a field of its own',
        error('', { body: { message: 'no', sql: 'SELECT id FROM brands' } }),
        leaks('a query, the string "SELECT id FROM brands"'),
      ],
      [
        'a page instead of JSON',
        error('', { status: 500, body: '<pre>at C:\\shop\\new.js</pre>' }),
        leaks(`a file path, the string ${JSON.stringify('C:\\shop\\new.js')}`),
      ],
      [
        'what was sent in the body',
        error('no style "/etc/passwd", C:\\boot.ini', {
          requestBody: JSON.stringify({ items: [{ style_key: '/etc/passwd C:\\boot.ini' }] }),
        }),
        { verified: ['ERR-12'] },
      ],
      [
        'what was sent in the query, encoded',
        error("no products with sku ' or 1=(select * from users)", {
          url: 'https://shop.example.com/api/v1/products/?sku=%27+or+1%3D%28select+*+from+users%29',
        }),
        { verified: ['ERR-12'] },
      ],
      [
        'what was sent in a header',
        error('no type /usr/x', { requestHeaders: { 'content-type': '/usr/x' } }),
        { verified: ['ERR-12'] },
      ],
      [
        'what was sent, cut short',
        error('no style /etc/pas... in the list', { requestBody: '{"style_key":"/etc/passwd"}' }),
        { verified: ['ERR-12'] },
      ],
      [
        'more than what was sent',
        error('no style /etc/passwd.d/x', { requestBody: '{"style_key":"/etc/passwd"}' }),
        leaks('a file path, the string "/etc/passwd.d/x"'),
      ],
      [
        "the target's own address",
        error('see http://127.0.0.1:3000/api/v1/docs on localhost:3000 or localhost', {
          url: 'http://127.0.0.1:3000/api/v1/brands/',
        }),
        { verified: ['ERR-12'] },
      ],
      [
        'another port of it',
        error('connect ECONNREFUSED 127.0.0.1:5432', { url: 'http://127.0.0.1:3000/api/v1/brands/' }),
        leaks('an internal host name, the string "127.0.0.1:5432"'),
      ],
    ],
  ],
  [
    tooManyRequests,
    [
      ['a message and seconds', rejected('7', { message: 'wait' }), { verified: ['LIM-11'] }],
      ['no Retry-After', rejected(undefined, { message: 'wait' }), retryAfter('no such header')],
      ['a Retry-After in words', rejected('soon', { message: 'wait' }), retryAfter('"soon"')],
      ['no message', rejected('7', {}), violates('LIM-11', 'body', 'the object {}')],
      ['no body', rejected('7', ''), violates('LIM-11', 'body', 'the body is not JSON')],
      [
        'neither',
        rejected(undefined, ''),
        [
          { requirement: 'LIM-11', at: 'body', actual: 'the body is not JSON' },
          { requirement: 'LIM-11', at: 'header retry-after', actual: 'no such header' },
        ],
      ],
      ['another refusal', { ...rejected(undefined, ''), status: 400 }, 'nothing'],
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
      [
        'a word on a refused key',
        { ...limits('many'), status: 401, credential: 'wrong' },
        violates('LIM-01', 'header x-ratelimit-limit', '"many"'),
      ],
      ['integers on a refused key', { ...limits('5', '4'), status: 401, credential: 'wrong' }, 'nothing'],
      ['a Reset of 0', resetIn('0'), { verified: ['LIM-01', 'LIM-04'] }],
      ['a Reset of 60', resetIn('60'), { verified: ['LIM-01', 'LIM-04'] }],
      ['a Reset on a refused key', { ...resetIn('60'), status: 401 }, { verified: ['LIM-04'] }],
      ...['soon', '61', '-1', '1.5', '', '0x1', '1792310400'].flatMap((value): Row[] => [
        [`a Reset of ${value}`, { ...resetIn(value), status: 401 }, reset(value)],
        [
          `a Reset of ${value} with a status that is not documented`,
          { ...resetIn(value), status: 503, credential: 'absent' },
          reset(value),
        ],
        [
          `a Reset of ${value} at the status results`,
          { ...resetIn(value), operationId: 'getStatusResults', credential: 'absent' },
          reset(value),
        ],
      ]),
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
        'a file of the assumed type',
        {
          operationId: 'downloadReport',
          headers: { 'content-type': 'Text/CSV; charset=utf-8' },
          body: 'sku',
        },
        { verified: ['SHP-06'] },
      ],
      [
        'a file of another type',
        {
          operationId: 'getDeliveryDocument',
          headers: { 'content-type': 'application/octet-stream' },
          body: '%PDF-1.7',
        },
        violates('SHP-06', 'header content-type', 'application/octet-stream'),
      ],
      [
        'a file of no type',
        { operationId: 'downloadReport', headers: {}, body: 'sku' },
        violates('SHP-06', 'header content-type', 'no content-type'),
      ],
      ['no file', { operationId: 'downloadReport', status: 404, headers: json, body: {} }, 'nothing'],
      ['nothing, as documented', { operationId: 'deleteWebhook', status: 204, body: '' }, 'nothing'],
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
      [
        'empty lists alone',
        { operationId: 'listCountries', body: { countries: [], locales: [], currencies: [] } },
        'nothing',
      ],
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
      [
        'an undocumented success of the shape of the documented one',
        { operationId: 'getStatusResults', status: 202, body: statusResult },
        { verified: ['SHP-01'] },
      ],
      [
        'an undocumented success of another shape',
        { operationId: 'getStatusResults', status: 202, body: { ...statusResult, status: 7 } },
        violates('SHP-01', 'body status', 'the integer 7'),
      ],
      [
        'an undocumented success without JSON',
        { operationId: 'listProducts', status: 206, body: '' },
        violates('SHP-03', 'body', 'the body is not JSON'),
      ],
      [
        'an undocumented success of a file',
        { operationId: 'getDeliveryDocument', status: 201, headers: json, body: {} },
        violates('SHP-06', 'header content-type', 'application/json'),
      ],
      ['no content, undocumented', { operationId: 'getStatusResults', status: 204, body: '' }, 'nothing'],
      [
        'an undocumented success where no content is documented',
        { operationId: 'deleteWebhook', status: 200, body: { id: 1 } },
        'nothing',
      ],
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

for (const [operationId, status, gaps] of [
  ['upsertProducts', 202, ['G-09']],
  ['createWebhook', 201, ['G-13']],
  ['updateProductStatus', 422, ['G-15']],
  ['listRejectedProducts', 204, []],
  ['getStatusResults', 202, []],
  ['getStatusResults', 422, []],
  ['upsertProducts', 500, []],
] as const) {
  test(`an undocumented ${status} of ${operationId} rests on ${gaps.join(', ') || 'no gap'}`, () => {
    const outcome = documentedStatus.run(
      exampleExchange({ operationId, status }),
      operation(operationId),
      new Secrets(),
    );
    expect(outcome).toMatchObject({ violations: [{ requirement: 'ERR-11', at: 'status', gaps }] });
  });
}

const longUrl = `https://shop.example.com/api/v1/results/status?batch_request_id=${'x'.repeat(4096)}`;

/** Answers that are about the message and not the operation, and whether they are at most warnings. */
const ofTheMessage: readonly (readonly [what: string, exchange: ExampleExchange, isWarning: boolean])[] = [
  ['414 to a long URL', { status: 414, url: longUrl }, true],
  ['431 to a long URL', { status: 431, url: longUrl }, true],
  ['414 to a short URL', { status: 414 }, false],
  ['422 to a long URL', { status: 422, url: longUrl }, false],
  ['413 to a body that nobody asked for', { status: 413, requestBody: '{}' }, true],
  ['415 to a body that nobody asked for', { status: 415, requestBody: '{}' }, true],
  ['413 to no body', { status: 413 }, false],
  ['409 to a body that nobody asked for', { status: 409, requestBody: '{}' }, false],
];

for (const [what, exchange, isWarning] of ofTheMessage) {
  test(`on the status results ${what} is ${isWarning ? 'at most a warning' : 'a violation'}`, () => {
    const answer = exampleExchange({ operationId: 'getStatusResults', ...exchange });
    const { violations } = documentedStatus.run(answer, operation('getStatusResults'), new Secrets());
    expect(violations).toMatchObject([{ requirement: 'ERR-11', gaps: [] }]);
    expect(violations[0]?.atMost).toBe(isWarning ? 'warned' : undefined);
  });
}

/** Answers that are not declared as JSON, and the gaps that leave that open. */
const otherMediaTypes: readonly (readonly [
  operationId: string,
  status: number,
  body: unknown,
  gaps: readonly string[],
])[] = [
  ['updateWebhook', 200, '', ['G-13']],
  ['updateWebhook', 200, 'OK', ['G-13']],
  ['updateWebhook', 200, { id: 1 }, []],
  ['listBrands', 200, '<p>brands</p>', ['G-11']],
  ['listBrands', 200, [], []],
  ['listBrands', 429, '<h1>Slow down</h1>', ['G-14']],
  ['listBrands', 429, { message: 'Slow down' }, []],
  ['listBrands', 401, '<h1>No</h1>', []],
  ['listRejectedProducts', 200, '', []],
  ['getStatusResults', 200, '<p>done</p>', []],
];

for (const [operationId, status, body, gaps] of otherMediaTypes) {
  test(`${JSON.stringify(body)} as text/html with ${status} of ${operationId} rests on ${gaps.join() || 'no gap'}`, () => {
    const answer = exampleExchange({ operationId, status, body, headers: { 'content-type': 'text/html' } });
    expect(mediaType.run(answer, operation(operationId), new Secrets())).toMatchObject({
      violations: [{ requirement: 'ERR-09', at: 'header content-type', gaps }],
    });
  });
}

test('checks are named for what holds', () => {
  expect(checks.map(({ id }) => id)).toEqual([
    'no-server-error',
    'documented-status',
    'media-type',
    'error-body',
    'response-schema',
    'new-batch-id',
    'no-items-before-end',
    'item-messages',
    'is-default',
    'rate-limit-headers',
    'too-many-requests',
    'key-not-repeated',
    'no-leak',
  ]);
});

test('three checks hold for any request, also one that no operation takes', () => {
  const everywhere = checks.filter((check) => check.everywhere).map(({ id }) => id);
  expect(everywhere).toEqual(['no-server-error', 'key-not-repeated', 'no-leak']);
});

test('a batch id is compared with all earlier ones, of whatever operation', () => {
  const check = newBatchId();
  const acknowledged = (operationId: string, batchRequestId: string) =>
    saidBy(check, { operationId, body: { batchRequestId } });
  const other = uuid.replace('0b0f', '1b0f');
  expect(acknowledged('upsertProducts', uuid)).toBe('nothing');
  expect(acknowledged('upsertProducts', other)).toEqual({ verified: ['BAT-03'] });
  const third = uuid.replace('0b0f', '2b0f');
  expect(
    saidBy(check, { operationId: 'upsertProducts', status: 202, body: { batchRequestId: third } }),
  ).toEqual({
    verified: ['BAT-03'],
  });
  for (const operationId of ['upsertProducts', 'shipOrderItems']) {
    const again = `the id ${uuid} of an earlier batch`;
    const said = acknowledged(operationId, uuid.toUpperCase());
    expect(said).toEqual(violates('BAT-03', 'body batchRequestId', again));
  }
  const elsewhere = { url: 'https://other.example.com/api/v1/products/', body: { batchRequestId: uuid } };
  expect(saidBy(check, { operationId: 'upsertProducts', ...elsewhere })).toBe('nothing');
  const fresh = newBatchId();
  expect(saidBy(fresh, { operationId: 'upsertProducts', body: { batchRequestId: uuid } })).toBe('nothing');
});

test('messages of failures and successes are judged apart', () => {
  const { verified, violations } = outcomeOf(
    itemMessages,
    results('completed', entry(true, []), entry(false, []), entry(false, ['no'])),
  );
  expect(verified).toEqual(['BAT-12']);
  expect(violations.map(({ requirement }) => requirement)).toEqual(['BAT-11']);
});

test('what is read in an assumed place rests on its gap, in a stated one on none', () => {
  const gapsIn = (operationId: string) =>
    outcomeOf(itemMessages, { ...results('completed', entry(false, [])), operationId }).violations[0]?.gaps;
  expect(gapsIn('getStockResults')).toEqual(['G-11']);
  expect(gapsIn('getStatusResults')).toEqual([]);
});

test('a violation names what would have been right', () => {
  const expectedBy = (check: Check, given: ExampleExchange) =>
    outcomeOf(check, given).violations[0]?.expected;
  expect(expectedBy(keyNotRepeated, { body: key })).toEqual(['a response without the API key']);
  expect(expectedBy(noServerError, { status: 500 })).toEqual(['a status below 500']);
  expect(expectedBy(documentedStatus, { status: 418 })).toEqual([
    'status 200',
    'status 400',
    'status 401',
    'status 429',
  ]);
  expect(expectedBy(mediaType, { headers: {} })).toEqual(['application/json']);
  expect(expectedBy(rateLimitHeaders, limits('5', '6'))).toEqual(['an integer from 0 to 5, the limit']);
  expect(expectedBy(responseSchema, { operationId: 'listBrands', body: {} })).toEqual(['an array']);
});

test('every header that the contract documents is judged by a check, but for the name of a file (RPT-02)', () => {
  const judged = [
    ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After'],
    'Content-Disposition',
  ];
  const documented = operations.flatMap(({ responses }) => responses.flatMap(({ headers }) => headers));
  expect([...new Set(documented.map(({ name }) => name))].sort()).toEqual(judged.sort());
});

test('X-RateLimit-Reset is assumed but at the status results, and Retry-After everywhere', () => {
  const gapsIn = (check: Check, given: ExampleExchange) =>
    outcomeOf(check, given).violations.map(({ gaps }) => gaps);
  expect(gapsIn(rateLimitHeaders, resetIn('soon'))).toEqual([['G-11']]);
  expect(gapsIn(rateLimitHeaders, { ...resetIn('soon'), operationId: 'getStatusResults' })).toEqual([[]]);
  expect(gapsIn(tooManyRequests, rejected(undefined, { message: 'wait' }))).toEqual([['G-14']]);
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

for (const [operationId, provenance, gaps, requirement] of [
  // Derived is what follows from a target's file.
  ['listBrands', 'derived', [], 'SHP-02'],
  ['listProducts', 'derived', [], 'SHP-03'],
  ['getStatusResults', 'derived', [], 'SHP-01'],
  ['getStatusResults', 'stated', [], 'SHP-01'],
  ['listRejectedProducts', 'assumed', ['G-19'], 'SHP-01'],
  ['listBrands', 'assumed', ['G-11', 'G-05'], 'SHP-06'],
  ['listBrands', 'assumed', ['G-05', 'G-11'], 'SHP-02'],
] as const) {
  test(`a shape of ${operationId} that is ${[provenance, ...gaps].join(' ')} is that of ${requirement}`, () => {
    expect(requirementOf({ provenance, gaps }, operation(operationId))).toBe(requirement);
  });
}

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
