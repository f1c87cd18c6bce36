import { expect, test } from '#unit-test';
import { operations } from '../../contract/operations.js';
import { keyHeader } from '../../http/translated-transport.js';
import { Counters } from './budgeted-transport.js';

const counters = new Counters({ apiKeys: ['first', 'second'], otherApiKey: 'other' });
const title = 'GET /api/v1/webhooks/';
const limit = operations.find(({ method, path }) => `${method} ${path}` === title)?.rateLimit;
const counterOf = (key?: string, of = title) =>
  counters.counterOf(
    { method: 'GET', url: 'http://127.0.0.1/', headers: key === undefined ? {} : { [keyHeader]: key } },
    of,
  );

test('a request counts by its operation and its key, which is named and not shown', () => {
  expect(counterOf('second')).toEqual({ operation: title, key: 'key 2', limit });
  expect(counterOf('other')).toEqual({ operation: title, key: 'other key', limit });
});

test('without a valid key, or an operation, it counts nowhere', () => {
  expect([counterOf(), counterOf('wrong'), counterOf('first', 'PUT /nowhere')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
