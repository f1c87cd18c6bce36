import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { hasStatus, hasStatusOtherThan } from './status.js';

test('one of the statuses is enough, and all of them are named where none is there', () => {
  expect(hasStatus(exampleExchange({ status: 404 }), 400, 404)).toBeUndefined();
  expect(hasStatus(exampleExchange({ status: 401 }), 400, 404)).toEqual({
    expected: ['status 400', 'status 404'],
    actual: 'status 401',
    at: 'status',
  });
});

test('none of the statuses may be there', () => {
  expect(hasStatusOtherThan(exampleExchange({ status: 402 }), 401, 403)).toBeUndefined();
  for (const status of [401, 403]) {
    expect(hasStatusOtherThan(exampleExchange({ status }), 401, 403)).toEqual({
      expected: ['a status other than 401 and 403'],
      actual: `status ${status}`,
      at: 'status',
    });
  }
});
