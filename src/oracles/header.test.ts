import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { carriesTheLimit, hasHeader } from './header.js';

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

test('a limit is the declared one, and one that is declared otherwise than in the table is a warning', () => {
  const exchange = exampleExchange({ headers: { 'x-ratelimit-limit': '75' } });
  expect(carriesTheLimit(exchange, 75, 75)).toBeUndefined();
  expect(carriesTheLimit(exchange, 50, 75)).toEqual({
    expected: ['50, as in the table of limits'],
    actual: '75, as the live description declares too',
    at: 'header x-ratelimit-limit',
    atMost: 'warned',
  });
  for (const [table, declared] of [
    [50, 50],
    [75, 50],
  ] as const)
    expect(carriesTheLimit(exchange, table, declared)).toEqual({
      expected: ['50'],
      actual: '75',
      at: 'header x-ratelimit-limit',
    });
});
