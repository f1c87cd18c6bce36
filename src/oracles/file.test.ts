import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { examplePdf } from './example-pdf.js';
import { fileInWords, isAFileOfItsMediaType, isAnotherFileThan } from './file.js';

/** Files that are what they say, and files that aren't. */
const files: readonly (readonly [type: string, body: string | Buffer, isOne: boolean])[] = [
  ['application/pdf', examplePdf, true],
  ['Application/PDF; version=1.7', examplePdf, true],
  ['application/pdf', '%PDF-1.7\n', false],
  ['application/pdf', examplePdf.subarray(0, -8), false],
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
  ['text/plain', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), false],
  ['text/plain; charset=utf-8', Buffer.from([0x67, 0xfc]), false],
  ['text/plain', Buffer.from([0x67, 0xfc]), true],
  ['text/plain; charset=nonsense', 'a', false],
  ['text/csv; charset="utf-16le"', Buffer.from('sku', 'utf16le'), true],
  ['text/tab-separated-values', 'sku\tquantity', true],
  ['text/html', '<html></html>', true],
  ['text/html', 'no report', false],
  ['application/xml', '<?xml version="1.0"?><report/>', true],
  ['application/xml', '{}', false],
  ['application/json', '%PDF-1.7', false],
  ['application/json', '{"rows":[]}', true],
  ['application/json', '{"rows":[', false],
  ['application/json; charset=utf-8', 'sku;quantity', false],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]), true],
  ['image/png', 'no image', false],
  ['image/png', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), false],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), true],
  ['image/gif', 'GIF89a', true],
  ['image/gif', 'GIF88a', false],
  ['image/tiff', 'II*\u0000', true],
  ['image/webp', 'RIFF....WEBPVP8 ', true],
  ['image/webp', 'RIFF....WAVEfmt ', false],
  ['application/gzip', Buffer.from([0x1f, 0x8b, 0x08, 0]), true],
  ['application/gzip', 'no archive', false],
  ['application/vnd.ms-excel', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), true],
  ['application/vnd.ms-excel', 'sku;quantity', false],
  ['application/zip', 'PK\u0005\u0006', true],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK\u0003\u0004', true],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'sku;quantity', false],
];

for (const [type, body, isOne] of files) {
  test(`${JSON.stringify(body.toString())} is ${isOne ? 'a' : 'no'} file of ${type}`, () => {
    const unmet = isAFileOfItsMediaType(exampleExchange({ headers: { 'content-type': type }, body }));
    if (isOne) expect(unmet).toBeUndefined();
    else {
      const expected = [expect.stringContaining(`bytes of ${type.split(';')[0]?.trim().toLowerCase()}: `)];
      expect(unmet).toMatchObject({ expected, at: 'body' });
    }
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

test('of another file its first 24 bytes are shown, and its last ones', () => {
  const shown = (body: string) =>
    isAFileOfItsMediaType(exampleExchange({ headers: { 'content-type': 'application/pdf' }, body }))?.actual;
  const first = 'x'.repeat(24);
  expect(shown(first)).toBe(`"${first}"`);
  expect(shown(`${first}y`)).toBe(`"${first}" and at the end "y", 25 bytes`);
  expect(shown(`${first}y${'z'.repeat(24)}`)).toBe(`"${first}" and at the end "${'z'.repeat(24)}", 49 bytes`);
});

test('a type that nothing is known of matches no bytes: gap G-11', () => {
  for (const type of ['image/heic', 'application/x-anything', 'text/unknown', 'nonsense']) {
    const unmet = isAFileOfItsMediaType(exampleExchange({ headers: { 'content-type': type }, body: 'a' }));
    expect(unmet).toMatchObject({ actual: `"${type}"`, at: 'header content-type', gaps: ['G-11'] });
    expect(unmet?.expected).toContain('application/pdf');
  }
});

test('a note says as what a file was served, and what that leaves open', () => {
  const served = (headers: Readonly<Record<string, string>>) => fileInWords(exampleExchange({ headers }));
  expect(served({ 'content-type': 'text/csv; charset=utf-8' })).toBe('served as text/csv');
  expect(served({ 'content-type': 'application/octet-stream' })).toMatch(/was not looked at/);
  expect(served({})).toBe('served as no media type');
});

test('two files are others where one byte differs', () => {
  const [one, same, another] = ['%PDF a', '%PDF a', '%PDF b'].map((body) => exampleExchange({ body }));
  if (one === undefined || same === undefined || another === undefined) throw new Error('There are three.');
  expect(isAnotherFileThan(one, another)).toBeUndefined();
  expect(isAnotherFileThan(one, same)).toMatchObject({ actual: 'the same 6 bytes', gaps: ['G-11'] });
});
