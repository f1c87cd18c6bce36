import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { hasStatus, hasStatusOtherThan, servesNothingLike } from './status.js';

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

test('an operation is served where a success looks like its own, and nowhere else', () => {
  const served = exampleExchange();
  expect(servesNothingLike(exampleExchange(), served)).toEqual({
    expected: ['an error', 'a redirection', 'a success with something else than the operation gives'],
    actual: 'status 200 with what the operation gives',
    at: 'status',
  });
  const html = { 'content-type': 'text/html' };
  const others = [
    ...[301, 401, 403, 404, 500].map((status) => exampleExchange({ status })),
    exampleExchange({ headers: html, body: '<h1>Our shop</h1>' }),
    exampleExchange({ body: { message: 'Welcome' } }),
    exampleExchange({ body: [] }),
  ];
  for (const other of others) expect(servesNothingLike(other, served)).toBeUndefined();

  const deleted = exampleExchange({ operationId: 'deleteWebhook', status: 204, headers: {}, body: '' });
  expect(servesNothingLike(deleted, deleted)).toBeDefined();
  const file = exampleExchange({ headers: { 'content-type': 'text/csv' }, body: 'a,b' });
  expect(servesNothingLike(file, file)).toBeDefined();
});
