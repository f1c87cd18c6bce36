import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { parse } from 'yaml';
import { type ExampleExchange, exampleExchange } from '#testing/example-exchange';
import { resultInWords } from '#testing/oracle-rows';
import { expect, test } from '#testing/unit-test';
import { operation } from '../../contract/operations.js';
import { Secrets } from '../../http/shown/secrets.js';
import { batchChecks } from './batch.js';
import type { Check, Known } from './check.js';
import { leakIn } from './leaks.js';
import { listChecks } from './lists.js';
import { rateLimitChecks } from './rate-limit.js';
import { responseChecks } from './response.js';
import { secrecyChecks } from './secrecy.js';

/**
 * The result of a check: `ERR-08` if that requirement holds, `ERR-11 status: status 422 [G-15]` for a violation with
 * its place, value and gaps; several are joined by semicolons, and nothing means that the check isn't concerned.
 */
function said(check: Check, given: ExampleExchange, before?: Known['before']): string {
  const exchange = exampleExchange(given);
  return check
    .run(exchange, operation(exchange.operationId), { secrets: new Secrets(), before })
    .map((each) => (typeof each === 'string' ? each : `${each.requirement} ${resultInWords(each)}`))
    .join('; ');
}

/** @param rows each row ends with the headers of the previous response, if there was one */
function checkTest<Name extends string>(
  table: Readonly<Record<Name, Check>>,
  name: Name,
  rows: readonly (readonly [ExampleExchange, learned: string, before?: Readonly<Record<string, string>>])[],
): void {
  test(name, () => {
    for (const [given, learned, headers] of rows)
      expect(said(table[name], given, headers && { headers }), JSON.stringify(given)).toBe(learned);
  });
}

const json = { 'content-type': 'application/json' };
const inTenSeconds = 'Sun, 06 Nov 1994 08:49:47 GMT';
const html = { 'content-type': 'text/html' };
const uuid = '0b0f6c7e-93f2-4b6f-9d4e-0c8a4a3f2d11';

const longUrl = `https://shop.example.com/api/v1/results/status?batch_request_id=${'x'.repeat(4096)}`;
const results = { operationId: 'getStatusResults' };

checkTest(responseChecks, 'documentedStatus', [
  [{ operationId: 'upsertProducts', status: 202 }, 'ERR-11 status: status 202 [G-09]'],
  // The response concerns the message, not the operation.
  [{ ...results, status: 414, url: longUrl }, 'ERR-11 status: status 414 [], a warning'],
  [{ ...results, status: 414 }, 'ERR-11 status: status 414 []'],
  [{ ...results, status: 413, requestBody: '{}' }, 'ERR-11 status: status 413 [], a warning'],
]);

const typed = (type: string): ExampleExchange => ({ headers: { 'content-type': type } });
const asPage = (operationId: string, status: number, body: unknown): ExampleExchange => ({
  operationId,
  status,
  body,
  headers: html,
});
const notJson = 'ERR-09 header content-type:';

checkTest(responseChecks, 'mediaType', [
  ...['Application/JSON; charset=utf-8', 'application/problem+json'].map(
    (type) => [typed(type), 'ERR-09'] as const,
  ),
  [{ headers: json, body: Buffer.from([0x22, 0xe9, 0x22]) }, 'ERR-09 body: the body is not UTF-8'],
  [{ headers: json, body: '\ufeff{}' }, 'ERR-09 body: one with it, a warning'],
  [{ status: 503, headers: html, body: 'later' }, ''],
  // A JSON body counts as JSON no matter what media type it declares; the description may not show the media type of
  // any other body.
  [asPage('updateWebhook', 200, ''), `${notJson} text/html [G-13]`],
  [asPage('updateWebhook', 200, { id: 1 }), `${notJson} text/html []`],
  [asPage('listBrands', 200, '<p>brands</p>'), `${notJson} text/html [G-11]`],
  [asPage('listBrands', 429, '<h1>Slow down</h1>'), `${notJson} text/html [G-14]`],
  [asPage('getStatusResults', 200, '<p>done</p>'), `${notJson} text/html []`],
]);

test('a batch id is compared with all earlier ones of the same target, across all operations', () => {
  const check = batchChecks.newBatchId;
  const items = (...skus: readonly string[]) =>
    JSON.stringify({ items: skus.map((sku) => ({ sku, quantity: 1 })) });
  const acknowledged = (batchRequestId: string, given: ExampleExchange = {}) =>
    said(check, {
      operationId: 'upsertProducts',
      requestBody: items('a'),
      body: { batchRequestId },
      ...given,
    });
  const again = `BAT-03 body batchRequestId: the id ${uuid} of an earlier batch`;
  expect(acknowledged(uuid)).toBe('');
  expect(acknowledged(uuid.replace('0b', '1b'), { status: 202 })).toBe('BAT-03');
  expect(acknowledged(uuid.toUpperCase(), { requestBody: items('a', 'a') })).toBe(`${again} [G-09]`);
  const equal = [
    '{"ignored":1,"items":[{"ean":null,"quantity":1,"ignored":2,"sku":"a"}]}',
    `\ufeff${items('b')}`,
    '{"items":[{"sku":"b","sku":"a"}]}',
    gzipSync(items('a')),
  ];
  const asEqual = `${again}, whose items may be read as equal [G-09 G-21]`;
  for (const requestBody of equal) expect(acknowledged(uuid, { requestBody })).toBe(asEqual);
  expect(acknowledged(uuid, { operationId: 'shipOrderItems' })).toBe(`${again} [G-11]`);
  expect(acknowledged(uuid, { url: 'https://other.example.com/api/v1/products/' })).toBe('');
});

const batch = (status: unknown, ...items: readonly unknown[]): ExampleExchange => ({
  operationId: 'getStockResults',
  body: { batchRequestId: uuid, status, items },
});

checkTest(batchChecks, 'noItemsBeforeEnd', [
  [batch('retry', {}, {}), 'SHP-09 body items: 2 of them [G-11]'],
  [{ ...batch('pending', {}), operationId: 'getStatusResults' }, 'SHP-09 body items: 1 of them'],
  ...['completed', 'failed', 'waiting'].map((status) => [batch(status, {}), ''] as const),
]);

const entry = (success: unknown, errors: unknown) => ({ requestItem: {}, success, errors });
const [failed, unsaid] = [entry(false, ['no']), entry(false, [])];
const done = entry(true, []);
const ofStatus = (given: ExampleExchange) => ({ ...given, operationId: 'getStatusResults' });
const at = (index: number) => `body items[${index}].errors:`;

checkTest(batchChecks, 'itemMessages', [
  // The first of several wrong entries is reported, and the other kind is judged separately.
  [batch('completed', done, unsaid, entry(false, 7)), `BAT-11 ${at(1)} the array [] [G-11]; BAT-12`],
  [ofStatus(batch('completed', unsaid)), `BAT-11 ${at(0)} the array [] []`],
]);

const error = (message: string, given: ExampleExchange = {}): ExampleExchange => ({
  status: 400,
  body: { message },
  ...given,
});
const sent = { requestBody: '{"style_key":"/etc/passwd C:\\\\boot.ini"}' };
const local = { url: 'http://127.0.0.1:3000/api/v1/brands/' };
const injected = { url: 'https://a.example/api/v1/products/?sku=%27+or+1%3D%28select+*+from+users%29' };
const inWindows = 'ERR-12 body: a file path, the string "C:\\\\shop\\\\new.log"';
const ofHost = 'ERR-12 body: an internal host name, the string "127.0.0.1:5432"';

checkTest(secrecyChecks, 'noLeak', [
  [error('', { body: '' }), ''],
  // Backslashes are escaped in JSON, but not in a page.
  [error('in C:\\shop\\new.log'), inWindows],
  [error('', { body: '<pre>C:\\shop\\new.log</pre>' }), inWindows],
  // The error may repeat a string from the request, even truncated, but nothing more.
  [error('no style /etc/pas... in the list', sent), 'ERR-12'],
  [error('no style /etc/passwd.d/x', sent), 'ERR-12 body: a file path, the string "/etc/passwd.d/x"'],
  [error("no products with sku ' or 1=(select * from users)", injected), 'ERR-12'],
  [error('see http://127.0.0.1:3000/api/v1/docs on localhost:3000 or localhost', local), 'ERR-12'],
  [error('connect ECONNREFUSED 127.0.0.1:5432', local), ofHost],
]);

const falselyFailed = 'BAT-20 body status: the string "failed", although 1 of 2 entries succeeded';

checkTest(batchChecks, 'statusOfEntries', [
  [batch('completed', done, failed), 'BAT-20'],
  [batch('failed', failed, done), `${falselyFailed} [G-11]`],
  [ofStatus(batch('failed', failed, done)), `${falselyFailed} []`],
  // Nothing succeeded, or it is unknown whether the batch has finished.
  [batch('failed', failed), ''],
  ...['processing', 'done', 7].map((status) => [batch(status, done), ''] as const),
]);

const waiting = (retryAfter: string): ExampleExchange => ({
  status: 429,
  headers: { ...json, 'retry-after': retryAfter },
  body: { message: 'wait' },
});
const dates = [inTenSeconds, 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'];

checkTest(rateLimitChecks, 'tooManyRequests', [
  [
    { status: 429, headers: json, body: '' },
    'LIM-11 body: there is no body [G-14]; LIM-11 header retry-after: no such header [G-14]',
  ],
  ...[...dates, '30'].map((time) => [waiting(time), 'LIM-11'] as const),
  [waiting('30.0'), 'LIM-11 header retry-after: "30.0" [G-14]'],
]);

/** A 429 at 08:49:37. */
const limited = (retryAfter: string, reset: string, date = 'Sun, 06 Nov 1994 08:49:37 GMT') => ({
  status: 429,
  headers: { 'retry-after': retryAfter, 'x-ratelimit-reset': reset, date },
});

const withLimit = (limit: string, given: ExampleExchange = {}): ExampleExchange => ({
  url: 'https://limits.example.com/api/v1/countries/',
  headers: { 'x-ratelimit-limit': limit },
  ...given,
});
const otherLimit = 'LIM-02 header x-ratelimit-limit:';

checkTest(rateLimitChecks, 'sameLimit', [
  // Another check judges a limit that is not a number.
  [withLimit('many'), ''],
  [withLimit('50', { credential: 'wrong' }), ''],
  [withLimit('100'), ''],
  [withLimit('200', { status: 404 }), `${otherLimit} 200, a warning`],
  [withLimit('100'), `${otherLimit} 100, a warning`],
  // A limit may be adjusted once, but not repeatedly.
  [withLimit('200', { status: 404 }), `${otherLimit} 200`],
]);

const pageOf = (count: number, change: object, operationId = 'listRejectedProducts'): ExampleExchange => {
  const pagination = { page: 2, per_page: 3, prev: '?page=1', ...change };
  return { operationId, body: { items: Array.from({ length: count }, () => ({})), pagination } };
};

checkTest(listChecks, 'pageNumbers', [
  [pageOf(2, { pages: 2, total: 6 }), 'REJ-06 body items: 2 entries, a warning'],
  [pageOf(2, { pages: 2, total: 6 }, 'listProducts'), 'REJ-10 body items: 2 entries [G-08], a warning'],
  [pageOf(0, { pages: 1, total: 3, prev: null }), ''],
  [pageOf(2, { pages: 2, total: 'many' }), ''],
]);

const counted = (remaining: string, reset = '30', limit = '50') => ({
  'x-ratelimit-limit': limit,
  'x-ratelimit-remaining': remaining,
  'x-ratelimit-reset': reset,
});
const after = (...rate: Parameters<typeof counted>) => ({
  ...results,
  status: 404,
  headers: counted(...rate),
});

checkTest(rateLimitChecks, 'countDown', [
  ...([after('8'), after('8', '29'), after('49', '60')] as const).map(
    (each) => [each, '', counted('9')] as const,
  ),
  [after('8', '31'), 'LIM-04 header x-ratelimit-reset: 31', counted('9')],
  // Other checks judge these.
  [after('0'), '', counted('0')],
  [{ ...after('0'), status: 429 }, '', counted('9')],
  [after('9', '30', '51'), '', counted('9')],
]);

checkTest(rateLimitChecks, 'retryAfterTheReset', [
  ...['9', '11'].map((seconds) => [limited(seconds, '10'), 'LIM-15'] as const),
  [limited(inTenSeconds, '12'), 'LIM-15'],
  [limited(inTenSeconds, '13'), `LIM-15 header retry-after: "${inTenSeconds}", which is 10 s`],
  // There is only one time, so there is nothing to compare it with.
  [limited('soon', '60'), ''],
]);

const wrongReset = 'LIM-04 header x-ratelimit-reset:';
const keyless = { credential: 'absent' } as const;

checkTest(rateLimitChecks, 'rateLimitHeaders', [
  ...['-1', '1.0', '', '1, 1', '0x1', '1000000000000000'].map(
    (value) =>
      [{ headers: counted(value) }, `LIM-01 header x-ratelimit-remaining: "${value}"; LIM-04`] as const,
  ),
  // Only a request with a valid key must have them.
  [{ headers: {}, ...keyless }, ''],
  [{ headers: { 'x-ratelimit-limit': 'many' }, ...keyless }, 'LIM-01 header x-ratelimit-limit: "many"'],
  ...['soon', '61', '1.5'].flatMap((value) => [
    [{ headers: counted('4', value), status: 401 }, `${wrongReset} "${value}" [G-11]`] as const,
    [{ headers: counted('4', value), ...results, ...keyless }, `${wrongReset} "${value}" []`] as const,
  ]),
  // A status that is not documented.
  [{ headers: counted('4', 'soon'), status: 503, ...keyless }, `${wrongReset} "soon" [G-11]`],
]);

const pagination = { page: 1, per_page: 20, pages: 1, total: 1, next: null, prev: null, next_cursor: null };
const item = { requestItem: { style_key: 'jacket', status: 'published' }, success: true, errors: [] };
const result = { batchRequestId: uuid, status: 'completed', items: [item] };
const of = (operationId: string, body: unknown): ExampleExchange => ({ operationId, body });

checkTest(responseChecks, 'responseSchema', [
  [of('listProducts', { items: 7, pagination }), 'SHP-03 body items: the integer 7 [G-08]'],
  [of('listBrands', [{ id: 1 }]), 'SHP-02 body [0].name: nothing [G-05 G-11]'],
  [of('listWebhookEventTypes', [{ event: 'a' }]), 'SHP-07 body [0].description: nothing [G-12 G-13]'],
  // An empty list shows nothing about its entries, but its envelope can be wrong.
  [of('listBrands', []), ''],
  [of('listProducts', { items: [], pagination: [] }), 'SHP-03 body pagination: an array of 0 items [G-08]'],
  [of('getStatusResults', { ...result, items: [] }), ''],
]);

/** Errors by what they reveal: `nothing`, or a kind of leak. */
const errors: Readonly<Record<string, readonly string[]>> = parse(
  readFileSync(new URL('leaks.yaml', import.meta.url), 'utf8'),
);

const own = () => false;

test('every kind of leak is found in every form, and a plain message is not a leak', () => {
  for (const [kind, strings] of Object.entries(errors))
    expect(strings.map((text) => leakIn(text, own)?.kind ?? 'nothing')).toEqual(strings.map(() => kind));
});

test('a search for leaks skips a known string, but not the one after it', () => {
  const text = 'no style /etc/passwd in /srv/shop/styles';
  expect(leakIn(text, (found) => found === '/etc/passwd')?.text).toBe('/srv/shop/styles');
  expect(leakIn(text, () => true)).toBeUndefined();
});

test('a search for leaks looks at one piece of a long text at a time, and is fast', () => {
  expect(leakIn(`/usr/${'a'.repeat(5000)}`, own)?.text.length).toBeLessThan(2500);
  const beginnings = 'a|/|a.|/a|at |select |10.|\\|C:\\|at a(|File "|::|-'.split('|');
  // The text contains something of every kind, so no pattern is skipped.
  const all = Object.values(errors).flat().join('\n');
  for (const each of beginnings) expect(leakIn(`${all}\n${each.repeat(20_000)}`, () => true)).toBeUndefined();
});
