import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { agreesWithTheContract, gapsOfDifferences } from './description-agreement.js';

const compared = (...differences: readonly (readonly [place: string, ...gaps: readonly string[]])[]) => ({
  exchange: exampleExchange({}),
  operation: { method: 'GET', path: '/api/v1/brands/' },
  differences: differences.map(([place, ...gaps]) => ({
    place,
    contract: 'an array',
    described: 'an object',
    gaps,
  })),
});

test('an operation without differences agrees', () => {
  expect(gapsOfDifferences(compared())).toEqual([[]]);
  expect(agreesWithTheContract(compared(), [])).toBeUndefined();
});

test('differences are told by the gaps that they rest on, what is stated apart', () => {
  const found = compared(
    ['limit'],
    ['query page', 'G-11'],
    ['response 200 body', 'G-11'],
    ['a', 'G-05', 'G-11'],
  );
  expect(gapsOfDifferences(found)).toEqual([[], ['G-11'], ['G-05', 'G-11']]);
  expect(agreesWithTheContract(found, [])).toEqual({
    expected: ['limit: an array'],
    actual: 'limit: an object',
    at: 'GET /api/v1/brands/ (stated)',
  });
  expect(agreesWithTheContract(found, ['G-11'])).toEqual({
    expected: ['query page: an array; response 200 body: an array'],
    actual: 'query page: an object; response 200 body: an object',
    at: 'GET /api/v1/brands/ (G-11)',
    gaps: ['G-11'],
  });
});

test('of many differences the first are listed and the rest is counted', () => {
  const many = Array.from({ length: 40 }, (_, index) => [`field ${index}`, 'G-11'] as const);
  const unmet = agreesWithTheContract(compared(...many), ['G-11']);
  expect(unmet?.actual).toMatch(/^field 0: an object; .*field 9: an object; and 30 more$/);
});
