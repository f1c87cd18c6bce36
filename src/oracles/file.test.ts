import { expect, test } from '@playwright/test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { isAFileOfItsMediaType } from './file.js';

/** Files that are what they say, and files that aren't. */
const files: readonly (readonly [type: string, body: string | Buffer, isOne: boolean])[] = [
  ['application/pdf', '%PDF-1.7\n', true],
  ['application/pdf', '%PDF-', true],
  ['Application/PDF; version=1.7', '%PDF-1.7\n', true],
  ['application/pdf', '%PDF', false],
  ['application/pdf', ' %PDF-1.7', false],
  ['application/pdf', '{"message":"no document"}', false],
  ['text/csv', 'sku;quantity\n', true],
  ['text/csv; charset=utf-8', 'a', true],
  ['application/pdf ;version=1.7', 'no document', false],
  ['text/csv', '<html></html>', false],
  ['text/csv', '\n {"message":"no report"}', false],
  ['text/csv', Buffer.from([0x61, 0, 0x62]), false],
  ['application/zip', 'PK\u0003\u0004', true],
  ['application/zip', 'sku;quantity', false],
  ['application/octet-stream', 'anything', true],
  ['application/octet-stream', '%PDF-1.7', true],
  ['text/csv', '%PDF-1.7', false],
  ['text/csv', 'PK\u0003\u0004', false],
  ['text/plain', '<a text>', true],
  ['text/plain', Buffer.from([0x61, 0, 0x62]), false],
  ['application/json', '%PDF-1.7', false],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK\u0003\u0004', true],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'sku;quantity', false],
];

for (const [type, body, isOne] of files) {
  test(`${JSON.stringify(body.toString())} is ${isOne ? 'a' : 'no'} file of ${type}`, () => {
    const unmet = isAFileOfItsMediaType(exampleExchange({ headers: { 'content-type': type }, body }));
    if (isOne) expect(unmet).toBeUndefined();
    else expect(unmet).toMatchObject({ expected: [`bytes of ${type.split(';')[0]?.trim()}`], at: 'body' });
  });
}

test('an empty body, a missing type and another status are told apart', () => {
  const headers = { 'content-type': 'application/pdf' };
  expect(isAFileOfItsMediaType(exampleExchange({ headers, body: '' }))).toEqual({
    expected: ['a file'],
    actual: 'an empty body',
    at: 'body',
  });
  const untyped: readonly Readonly<Record<string, string>>[] = [{}, { 'content-type': '' }];
  for (const none of untyped) {
    expect(isAFileOfItsMediaType(exampleExchange({ headers: none, body: '%PDF-1.7' }))).toMatchObject({
      at: 'header content-type',
    });
  }
  expect(isAFileOfItsMediaType(exampleExchange({ status: 404, headers, body: '%PDF-1.7' }))).toMatchObject({
    at: 'status',
  });
});

test('of another file its first 24 bytes are shown', () => {
  const exchange = exampleExchange({ headers: { 'content-type': 'application/pdf' }, body: 'x'.repeat(25) });
  expect(isAFileOfItsMediaType(exchange)).toMatchObject({ actual: `"${'x'.repeat(24)}"` });
});
