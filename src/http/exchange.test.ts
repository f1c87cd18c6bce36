import { expect, test } from '#unit-test';
import { exampleExchange } from './example-exchange.js';

test('a JSON body is read whatever its media type', () => {
  const exchange = exampleExchange({ body: '{"message":"né"}', headers: { 'content-type': 'text/plain' } });
  expect(exchange.json).toEqual({ message: 'né' });
  expect(exchange.jsonError).toBeUndefined();
});

test('null is JSON, and no error', () => {
  const exchange = exampleExchange({ body: 'null' });
  expect(exchange.json).toBeNull();
  expect(exchange.jsonError).toBeUndefined();
});

for (const body of ['', '{"message":', "{'message': 1}", '<html></html>']) {
  test(`${JSON.stringify(body)} is not JSON, and no value`, () => {
    const exchange = exampleExchange({ body });
    expect(exchange.json).toBeUndefined();
    expect(exchange.jsonError).toBe('the body is not JSON');
  });
}

test('bytes that are no UTF-8 are told from text that is no JSON', () => {
  const exchange = exampleExchange({ body: Buffer.from([0x22, 0xe9, 0x22]) });
  expect(exchange.json).toBeUndefined();
  expect(exchange.jsonError).toBe('the body is not UTF-8');
  expect(exchange.text).toBe('"\ufffd"');
});

test('success begins at 200 and ends before 300', () => {
  const succeeded = [199, 200, 204, 299, 300].map((status) => exampleExchange({ status }).succeeded);
  expect(succeeded).toEqual([false, true, true, true, false]);
});

test('a header is found by its name in lower case', () => {
  const exchange = exampleExchange({ headers: { 'x-ratelimit-limit': '50' } });
  expect(exchange.header('x-ratelimit-limit')).toBe('50');
  expect(exchange.header('x-ratelimit-reset')).toBeUndefined();
});

test('its line names method, path with query, and status, but no host', () => {
  const url = 'https://shop.example.com/api/v1/results/status?batch_request_id=7';
  expect(exampleExchange({ url, status: 404 }).line).toBe(
    'GET /api/v1/results/status?batch_request_id=7 -> 404',
  );
});
