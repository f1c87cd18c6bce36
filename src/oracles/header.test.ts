import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { hasHeader } from './header.js';

test('a header holds exactly the value, neither more nor less', () => {
  const exchange = exampleExchange({ headers: { 'x-ratelimit-limit': '50' } });
  expect(hasHeader(exchange, 'x-ratelimit-limit', '50')).toBeUndefined();
  expect(hasHeader(exchange, 'x-ratelimit-limit', '5')).toEqual({
    expected: ['5'],
    actual: '50',
    at: 'header x-ratelimit-limit',
  });
  expect(hasHeader(exchange, 'x-ratelimit-reset', '50')).toMatchObject({ actual: 'no such header' });
});
