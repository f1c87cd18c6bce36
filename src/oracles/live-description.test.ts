import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { declaresALimitOfEach, declaresVersion, isServed, namesEach } from './live-description.js';

const brands = { method: 'GET', path: '/api/v1/brands/' };
const described = (body: unknown, status = 200, named: readonly string[] = []) => ({
  exchange: exampleExchange({ body, status }),
  version: '1.3.0',
  names: ({ path }: { path: string }) => named.includes(path),
});

test('an OpenAPI document in JSON is a description', () => {
  expect(isServed(described({ openapi: '3.1.0' }))).toBeUndefined();
});

test('what is not served where it is assumed to be may be served elsewhere: gap G-18', () => {
  for (const [description, at] of [
    [described({ message: 'not found' }, 404), 'status'],
    [described('<html></html>'), 'body'],
    [described([]), 'body'],
    [described({ paths: {} }), 'body'],
    [{ ...described({ openapi: '3.1.0' }), problem: '/paths must be object' }, 'body'],
  ] as const) {
    for (const unmet of [
      isServed(description),
      declaresVersion(description, '1.3.0'),
      namesEach(description, []),
    ])
      expect(unmet).toMatchObject({ at, gaps: ['G-18'] });
  }
});

test('a description that is not valid says why', () => {
  const description = { ...described({ openapi: '3.1.0' }), problem: '/paths must be object' };
  expect(isServed(description)).toEqual({
    expected: ['a valid OpenAPI document in JSON'],
    actual: 'one that is not valid: /paths must be object',
    at: 'body',
    gaps: ['G-18'],
  });
});

test('another version is wrong wherever the document is', () => {
  const description = described({ openapi: '3.1.0' });
  expect(declaresVersion(description, '1.3.0')).toBeUndefined();
  expect(declaresVersion({ ...description, version: '1.30' }, '1.3.0')).toEqual({
    expected: ['1.3.0'],
    actual: 'the string "1.30"',
    at: 'info.version',
    gaps: [],
  });
  expect(declaresVersion({ ...description, version: undefined }, '1.3.0')).toMatchObject({
    actual: 'nothing',
  });
});

test('each operation that is missing is named', () => {
  const description = described({ openapi: '3.1.0' }, 200, [brands.path]);
  expect(namesEach(description, [brands])).toBeUndefined();
  expect(namesEach(description, [brands, { method: 'POST', path: '/api/v1/orders/ship' }])).toEqual({
    expected: ['all 2 operations'],
    actual: 'nothing for POST /api/v1/orders/ship',
    at: 'paths',
    gaps: [],
  });
});

test('a description without limits has none that could be enforced: gap G-18', () => {
  const description = { ...described({ openapi: '3.1.0' }), limitOf: () => undefined };
  expect(declaresALimitOfEach(description, [brands])).toEqual({
    expected: ['a limit (x-rate-limit) of each of 1 operations'],
    actual: 'none of any',
    at: 'paths',
    gaps: ['G-18'],
  });
  const some = {
    ...description,
    limitOf: ({ path }: { path: string }) => (path === brands.path ? 50 : undefined),
  };
  expect(declaresALimitOfEach(some, [brands])).toBeUndefined();
  expect(declaresALimitOfEach(some, [brands, { method: 'POST', path: '/api/v1/orders/ship' }])).toMatchObject(
    {
      actual: 'none of POST /api/v1/orders/ship',
    },
  );
  expect(declaresALimitOfEach({ ...some, ...described({}, 404) }, [brands])).toMatchObject({ at: 'status' });
});
