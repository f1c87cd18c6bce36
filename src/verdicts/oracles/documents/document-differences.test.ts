import { exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import {
  type Difference,
  missing,
  otherwiseRequired,
} from '../../../contract/description/schema-differences.js';
import { wholeOperation } from '../../../contract/documents/document-part.js';
import { inWordsOf } from '../../../contract/values/place.js';
import { agreeWithTheContract, alikeDifferences } from './document-differences.js';

type Row = Omit<Difference, 'gaps'> & Partial<Difference>;

/** The findings about operations with these differences, each as its sentences. */
function findingsOf(rows: Readonly<Record<string, readonly Row[]>>) {
  const all = Object.entries(rows).map(([operation, differences]) => {
    const [method = '', path = ''] = operation.split(' ');
    return {
      operation: { method, path: `/api/v1${path}` },
      ...{ at: 'body paths', exchange: exampleExchange({}) },
      differences: differences.map((each) => ({ gaps: [], ...each })),
    };
  });
  return alikeDifferences(all).map((alike) => agreeWithTheContract(alike));
}

const query = { part: 'query', path: ['page'] } as const;
const body = { part: 'request body', path: [] } as const;

test('differences of an operation are one finding for the gaps that they rest on', () => {
  const many = Array.from({ length: 12 }, (_, index) =>
    otherwiseRequired({ ...body, path: ['items', '[]', `f${index}`] }, 'field', false, ['G-02']),
  );
  const other = otherwiseRequired(query, 'parameter', true, []);
  const found = findingsOf({ 'POST /products/': [other, ...many] });
  expect(found.map((each) => each?.gaps)).toEqual([[], ['G-02']]);
  expect(found[1]?.expected).toEqual([
    expect.stringMatching(
      /^the document should not require items\[\]\.f0 on the request of POST \/products\/; it should .*; and 2 more$/,
    ),
    expect.stringMatching(
      /^if the service does what the document says, the target's file should say so: npm run learn/,
    ),
  ]);
});

test('a difference from a step of the file names the step', () => {
  const by = ['operations.listBrands.response.rename, [].name: label'];
  const place = { part: 'response body', status: 200, path: ['brands', '[]', 'label'] } as const;
  const [found] = findingsOf({ 'GET /brands/': [{ ...missing(place, 'field', ['G-05']), by }] });
  expect(found).toMatchObject({
    expected: [
      'the document should declare brands[].label on 200 of GET /brands/',
      `if the service does what the document says, the target's file should say so too, in ${by[0]}`,
    ],
    actual: 'it declares no such field',
    at: inWordsOf('description', 'body paths, which the description leaves open (G-05)'),
  });
});

const response = { part: 'response', status: 422, path: [] } as const;
const emptied = missing({ part: 'response body', status: 204, path: [] }, 'body', []);

const words: readonly (readonly [Row, says: string])[] = [
  [missing(wholeOperation, 'operation', []), 'describe the operation on GET /a'],
  [otherwiseRequired(query, 'parameter', false, []), 'not require the query parameter page on GET /a'],
  [{ ...missing(response, 'response', []), demand: 'not declare' }, 'not declare 422 on GET /a'],
  [{ ...missing(response, 'response', []), instead: '202' }, 'declare 422 in place of 202 on GET /a'],
  [{ ...emptied, demand: 'not declare' }, 'declare no body on 204 of GET /a'],
];
test('a finding says what the document should declare, describe or require', () => {
  for (const [row, says] of words)
    expect(findingsOf({ 'GET /a': [row] })[0]?.expected[0]).toBe(`the document should ${says}`);
});
