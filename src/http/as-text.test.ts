import { expect, test } from '#unit-test';
import { asCurl } from './as-curl.js';
import { asText } from './as-text.js';
import { type ExampleExchange, exampleExchange } from './example-exchange.js';
import { type ShownExchange, shownExchange } from './shown-exchange.js';

const unchanged = (text: string) => text;

test('the command comes first, then status and time, the headers and the body', () => {
  const headers = { 'content-type': 'application/json', 'x-ratelimit-limit': '100' };
  const exchange = exampleExchange({ status: 404, headers, body: '{"message":"gone"}' });
  expect(asText(shownExchange(exchange, unchanged))).toBe(
    [
      asCurl(exchange),
      '',
      '404 after 12 ms',
      'content-type: application/json',
      'x-ratelimit-limit: 100',
      '',
      '{"message":"gone"}',
    ].join('\n'),
  );
});

test('without a body it ends with the headers', () => {
  expect(asText(shown({ status: 204, body: '' }))).toMatch(/content-type: application\/json$/);
});

test('a body of 2000 characters is shown whole, a longer one is cut and says so', () => {
  expect(asText(shown({ body: 'x'.repeat(2000) }))).toMatch(/\nx{2000}$/);
  expect(asText(shown({ body: 'x'.repeat(2001) }))).toMatch(/\nx{2000}\n\(cut: 2001 bytes in all\)$/);
});

test('bytes that are not text are counted, not shown', () => {
  expect(asText(shown({ body: Buffer.from([0x25, 0x50, 0, 0xff]) }))).toMatch(
    /\n\(4 bytes that are not text\)$/,
  );
});

function shown(given: ExampleExchange): ShownExchange {
  return shownExchange(exampleExchange(given), unchanged);
}
