import { expect, test } from '#unit-test';
import { exampleExchange } from '../../http/example-exchange.js';
import {
  agreeWithTheContract,
  beServed,
  declareALimitOfEach,
  declareTheVersion,
  gapsOfDifferences,
  nameEach,
} from './description.js';
import { oracleTest } from './oracle-rows.js';

const brands = { method: 'GET', path: '/api/v1/brands/' };
const ship = { method: 'POST', path: '/api/v1/orders/ship' };
const described = (body: unknown = { openapi: '3.1.0' }, status = 200) => ({
  exchange: exampleExchange({ body, status }),
  version: '1.30' as unknown,
  names: ({ path }: { path: string }) => path === brands.path,
  limitOf: ({ path }: { path: string }) => (path === brands.path ? 50 : undefined),
});

oracleTest('a description is served, valid, with its version, operations and limits', () => {
  const absent = [
    [described({}, 404), 'status: status 404 [G-18]'],
    [described('<html></html>'), 'body: the body is not JSON [G-18]'],
    [described({ paths: {} }), 'body: the object {"paths":{}} [G-18]'],
    [
      { ...described(), problem: '/paths must be object' },
      'body: an invalid document: /paths must be object [G-18]',
    ],
  ] as const;
  return [
    ...absent.flatMap(([description, said]) => [
      [beServed(description), said] as const,
      [declareTheVersion(description, '1.3.0'), said] as const,
      [nameEach(description, []), said] as const,
      [declareALimitOfEach(description, []), said] as const,
    ]),
    [declareTheVersion(described(), '1.3.0'), 'info.version: the string "1.30" []', ['1.3.0']],
    [declareTheVersion({ ...described(), version: undefined }, '1.3.0'), 'info.version: nothing []'],
    [
      nameEach(described(), [brands, ship]),
      'paths: no entry for POST /api/v1/orders/ship []',
      ['all 2 operations'],
    ],
    [declareALimitOfEach(described(), [brands, ship]), 'paths: none for POST /api/v1/orders/ship [G-18]'],
    [declareALimitOfEach(described(), [ship]), 'paths: none for any of them [G-18]'],
  ];
});

const compared = (...differences: readonly (readonly [place: string, ...gaps: readonly string[]])[]) => ({
  exchange: exampleExchange({}),
  operation: brands,
  differences: differences.map(([place, ...gaps]) => ({
    place,
    contract: 'an array',
    described: 'an object',
    gaps,
  })),
});
const found = compared(['limit'], ['query page', 'G-11'], ['response 200', 'G-11'], ['a', 'G-05', 'G-11']);

oracleTest('differences from the contract are grouped by the gaps that they rest on', () => [
  [agreeWithTheContract(found, []), 'GET /api/v1/brands/ (stated): limit: an object', ['limit: an array']],
  [
    agreeWithTheContract(found, ['G-11']),
    'GET /api/v1/brands/ (G-11): query page: an object; response 200: an object [G-11]',
    ['query page: an array; response 200: an array'],
  ],
]);

test('of many differences, the first are listed and the rest are counted', () => {
  expect(gapsOfDifferences(compared())).toEqual([[]]);
  expect(gapsOfDifferences(found)).toEqual([[], ['G-11'], ['G-05', 'G-11']]);
  const many = Array.from({ length: 40 }, (_, index) => [`field ${index}`, 'G-11'] as const);
  const { actual } = agreeWithTheContract(compared(...many), ['G-11']) ?? {};
  expect(actual).toMatch(/^field 0: an object; .*field 9: an object; and 30 more$/);
});
