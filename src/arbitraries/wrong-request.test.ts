import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { assertSound } from './assertions.js';
import { wrongRequest } from './wrong-request.js';

const upsert = { method: 'POST', path: '/api/v1/products/', parameters: [], requestBody: {} };
const items = [{ sku: 'sku-1' }];
const removal = {
  method: 'DELETE',
  path: '/api/v1/webhooks/{id}',
  parameters: [{ name: 'id', in: 'path' as const }],
};

const drawn = (...given: Parameters<typeof wrongRequest>) =>
  fc.sample(wrongRequest(...given), { seed: 1, numRuns: 200 }).map(({ what }) => what);

test('A wrong request says in a line what is wrong with it', () => {
  assertSound(
    () => wrongRequest(upsert, { body: { items } }, []),
    ({ what }) => (/^.{5,160}$/u.test(what) ? undefined : 'no line'),
  );
});

test('A batch gets malformed bodies beside hostile ones', () => {
  const ways = drawn(upsert, { body: { items } }, []);
  expect(ways).toContain('a body with null as items');
  expect(ways.some((what) => what.startsWith('content-type:'))).toBe(true);
});

test('What has an id in its path is asked about another one', () => {
  const ways = drawn(removal, { path: { id: 7 } }, [7]);
  expect(ways.some((what) => /^path parameter id: \d+, which nothing has$/.test(what))).toBe(true);
});

test('Nothing is added where there is neither', () => {
  const ways = drawn({ ...upsert, path: '/api/v1/webhooks/' }, { body: { url: 'https://a.invalid' } }, []);
  expect(ways.some((what) => / as items|which nothing has/.test(what))).toBe(false);
});
