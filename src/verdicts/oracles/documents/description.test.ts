import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import { expect, test } from '#testing/unit-test';
import {
  type Difference,
  missing,
  otherwiseRequired,
} from '../../../contract/description/schema-differences.js';
import { wholeOperation } from '../../../contract/documents/document-part.js';
import { inWordsOf } from '../../../contract/values/place.js';
import {
  agreeWithTheContract,
  alikeDifferences,
  beServed,
  declareALimitOfEach,
  declareTheVersion,
  nameEach,
} from './description.js';

const brands = { method: 'GET', path: '/api/v1/brands/' };
const ship = { method: 'POST', path: '/api/v1/orders/ship' };
const described = (body: unknown = { openapi: '3.1.0' }, status = 200) => ({
  exchange: exampleExchange({ body, status }),
  document: exampleExchange({ body, status }).json,
  operations: new Map([['GET /shop/brands', {}]]),
  version: '1.30' as unknown,
  names: ({ path }: { path: string }) => path === brands.path,
  limitOf: ({ path }: { path: string }) => (path === brands.path ? 50 : undefined),
});

oracleTest('a description is served, is valid, and declares its version, operations and limits', () => {
  const invalid = { ...described(), problem: '/paths must be object' };
  return [
    [beServed(described({}, 404)), 'status: status 404 [G-18]'],
    [beServed(described('<html></html>')), 'body: the body is not JSON, and no YAML [G-18]'],
    [nameEach(described({ paths: {} }), []), 'body: the object {"paths":{}} [G-18]'],
    [declareALimitOfEach(invalid, []), 'body: an invalid document: /paths must be object [G-18]'],
    [declareTheVersion(described(), '1.3.0'), 'info.version: the string "1.30" []', ['1.3.0']],
    [
      nameEach(described(), [brands, ship]),
      'paths: no entry for POST /api/v1/orders/ship; it has GET /shop/brands []',
    ],
    [declareALimitOfEach(described(), [brands, ship]), 'paths: none for POST /api/v1/orders/ship [G-18]'],
  ];
});

/** The findings about one operation with the given differences. */
function findingsAt(called: string, ...differences: readonly Difference[]) {
  const [method = '', path = ''] = called.split(' ');
  const operation = { method, path: `/api/v1${path}` };
  const compared = { operation, differences, at: 'body paths', exchange: exampleExchange() };
  return alikeDifferences([compared]).map(agreeWithTheContract);
}

const query = { part: 'query', path: ['page'] } as const;

test('the differences of an operation make one finding for each set of gaps that they rest on', () => {
  const many = Array.from({ length: 12 }, (_, index) => {
    const place = { part: 'request body', path: ['items', '[]', `f${index}`] } as const;
    return otherwiseRequired(place, 'field', false, ['G-02']);
  });
  const other = otherwiseRequired(query, 'parameter', true, []);
  const found = findingsAt('POST /products/', other, ...many);
  expect(found.map((each) => each?.gaps)).toEqual([[], ['G-02']]);
  const [says, otherwise] = found[1]?.expected ?? [];
  expect(says).toMatch(
    /^the document should not require items\[\]\.f0 on the request of POST \/products\/; it/,
  );
  expect(says).toMatch(/; and 2 more$/);
  expect(otherwise).toMatch(/the document says, the target's file should say so: npm run learn/);
});

test("a difference that comes from a step of the target's file names the step", () => {
  const by = ['operations.listBrands.response.rename, [].name: label'];
  const place = { part: 'response body', status: 200, path: ['brands', '[]', 'label'] } as const;
  expect(findingsAt('GET /brands/', { ...missing(place, 'field', ['G-05']), by })).toMatchObject([
    {
      expected: [
        'the document should declare brands[].label on 200 of GET /brands/',
        `if the service does what the document says, the target's file should say so too, in ${by[0]}`,
      ],
      actual: 'it declares no such field',
      at: inWordsOf('description', 'body paths, which the description leaves open (G-05)'),
    },
  ]);
});

test('a finding says what the document should declare, describe or require', () => {
  const response = missing({ part: 'response', status: 422, path: [] }, 'response', []);
  for (const [difference, says] of [
    [missing(wholeOperation, 'operation', []), 'describe the operation on GET /a'],
    [otherwiseRequired(query, 'parameter', false, []), 'not require the query parameter page on GET /a'],
    [{ ...response, instead: '202' }, 'declare 422 in place of 202 on GET /a'],
  ] as const)
    expect(findingsAt('GET /a', difference)[0]?.expected[0]).toBe(`the document should ${says}`);
});
