import { exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import type { Difference } from '../../../contract/description/schema-differences.js';
import { inWordsOf } from '../../../contract/place.js';
import { agreeWithTheContract, alikeDifferences } from './document-differences.js';

type Row = readonly [place: string, contract: string, described: string, gaps?: readonly string[]];

/** The findings about operations with these differences, each as its sentences. */
function findingsOf(rows: Readonly<Record<string, readonly Row[]>>, about: Partial<Difference> = {}) {
  const all = Object.entries(rows).map(([operation, differences]) => {
    const [method = '', path = ''] = operation.split(' ');
    return {
      operation: { method, path: `/api/v1${path}` },
      part: (place: string) => ({ at: `body ${place}`, exchange: exampleExchange({}) }),
      differences: differences.map(([place, contract, described, gaps = []]) => {
        return { place, contract, described, gaps, ...about };
      }),
    };
  });
  return alikeDifferences(all, 'targets/shop.yaml').map((alike) => agreeWithTheContract(alike));
}

const lost: Row = ['response 422 header X-RateLimit-Limit', 'a header', 'no such header'];

test('a difference says what the document should declare, and where', () => {
  expect(findingsOf({ 'POST /products/': [lost] })).toEqual([
    {
      expected: ['the document should declare X-RateLimit-Limit on 422 of POST /products/'],
      actual: 'it declares no such header',
      at: inWordsOf('description', 'body response 422 header X-RateLimit-Limit'),
      gaps: [],
    },
  ]);
});

test('the same difference at several places is one finding, with their number and all of them', () => {
  const again: Row = ['response 400 header X-RateLimit-Limit', 'a header', 'no such header'];
  const [found, ...others] = findingsOf({
    'POST /products/': [lost],
    'GET /orders/': [again, lost],
    'GET /brands/': [],
  }).filter((each) => each !== undefined);
  expect(others).toEqual([]);
  expect(found?.expected).toEqual([
    'the document should declare X-RateLimit-Limit at 3 places: 422 of POST /products/, GET /orders/; 400 of GET /orders/',
  ]);
});

test('other differences of an operation are one finding for the gaps that they rest on', () => {
  const many = Array.from({ length: 12 }, (_, index): Row => {
    return [`request body items[].f${index}`, 'an optional field', 'a required field', ['G-02']];
  });
  const found = findingsOf({ 'POST /products/': [['query page', 'integer', 'only string'], ...many] });
  expect(found.map((each) => each?.gaps)).toEqual([[], ['G-02']]);
  expect(found[0]?.expected).toEqual([
    'the document should declare integer for the query parameter page on POST /products/',
  ]);
  expect(found[1]?.expected).toEqual([
    expect.stringMatching(
      /^the document should not require items\[\]\.f0 on the request of POST \/products\/; it should .*; and 2 more$/,
    ),
    expect.stringMatching(
      /^if the service does what the document says, targets\/shop\.yaml should say so: npm run learn/,
    ),
  ]);
});

test('a difference from a step of the file names the step, and when the document changed', () => {
  const by = ['operations.listBrands.response.rename, [].name: label'];
  const row: Row = ['response 200 body brands[].label', 'a field', 'no such field', ['G-05']];
  const [found] = findingsOf({ 'GET /brands/': [row] }, { by, became: 'gone since 2026-11-22' });
  expect(found).toMatchObject({
    expected: [
      'the document should declare brands[].label on 200 of GET /brands/',
      `if the service does what the document says, targets/shop.yaml should say so too, in ${by[0]}`,
    ],
    actual: 'it declares no such field (gone since 2026-11-22)',
    at: inWordsOf(
      'description',
      'body response 200 body brands[].label, which the description leaves open (G-05)',
    ),
  });
});

const words: readonly (readonly [Row, says: string])[] = [
  [['operation', 'an operation', 'no such operation'], 'describe the operation on GET /a'],
  [
    ['limit', '50 requests per minute', '9 requests per minute'],
    'declare 50 requests per minute for the rate limit on GET /a',
  ],
  [['query q', 'no such parameter', 'a required parameter'], 'not require the query parameter q on GET /a'],
  [['query q', 'a required parameter', 'an optional parameter'], 'require the query parameter q on GET /a'],
  [['response 200', 'status 200', 'status 202'], 'declare 200 in place of 202 on GET /a'],
  [['response 401', 'a response', 'no such response'], 'declare 401 on GET /a'],
  [['response 422', 'no such response', 'a response'], 'not declare 422 on GET /a'],
  [['response 204 body', 'no body', 'application/json'], 'declare no body on 204 of GET /a'],
  [['request body', 'a body', 'no body'], 'declare the body on the request of GET /a'],
];
for (const [row, says] of words)
  test(`a difference is worded: the document should ${says}`, () =>
    expect(findingsOf({ 'GET /a': [row] })[0]?.expected[0]).toBe(`the document should ${says}`));
