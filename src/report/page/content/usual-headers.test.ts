import { expect, test } from '#testing/unit-test';
import { exampleFinding } from '../../../verdicts/finding.js';
import { type Headers, usualHeaders } from './usual-headers.js';

test('a header is usual if more than half of the messages have it with the same value', () => {
  const { exchange } = exampleFinding();
  const requests: readonly Headers[] = [
    { accept: '*/*', 'x-api-key': 'a' },
    { accept: '*/*', 'x-api-key': 'b' },
    { 'x-api-key': 'b' },
    { accept: '*/*', 'x-api-key': 'a' },
  ];
  const shown = requests.map((headers) => ({
    address: 'e1',
    verifies: [],
    trail: [],
    operationId: 'listBrands',
    test: undefined,
    exchange: {
      ...exchange,
      request: { ...exchange.request, headers },
      response: { ...exchange.response, headers: {} },
    },
  }));
  expect(usualHeaders(shown)).toEqual({ request: { accept: '*/*' }, response: {} });
  expect(usualHeaders([])).toEqual({ request: {}, response: {} });
});
