import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { hasRecordsLikeItsHeader, holdsNo, namesItsFile } from './report-file.js';

test('a file is named in any of the ways that the header knows', () => {
  for (const header of [
    'attachment; filename="stock-2026.csv"',
    'attachment; filename=stock.csv',
    "inline;FileName*=UTF-8''stock.csv",
    'attachment; size=3; filename = "a b.csv"',
  ])
    expect(namesItsFile(exampleExchange({ headers: { 'content-disposition': header } }))).toBeUndefined();
});

test('no header, no name and another status are told', () => {
  expect(namesItsFile(exampleExchange({}))).toEqual({
    expected: ['a file name'],
    actual: 'no such header',
    at: 'header content-disposition',
    gaps: ['G-11'],
  });
  for (const header of ['attachment', 'attachment; filename=""', 'attachment; filename='])
    expect(namesItsFile(exampleExchange({ headers: { 'content-disposition': header } }))).toMatchObject({
      actual: JSON.stringify(header),
    });
  const headers = { 'content-disposition': 'attachment; filename="a.csv"' };
  expect(namesItsFile(exampleExchange({ status: 206, headers }))).toMatchObject({ at: 'status' });
});

test('a value that is not quoted makes two fields of a CSV file, and nothing of others', () => {
  const odd = 'sku,name\r\n1,Coat\r\n2,Coat, red\r\n';
  const judged = (type: string, body: string | Buffer) =>
    hasRecordsLikeItsHeader(exampleExchange({ headers: { 'content-type': type }, body }));
  expect(judged('text/csv; charset=utf-8', 'sku,name\r\n1,"Coat, red"\r\n')).toBeUndefined();
  expect(judged('text/csv; charset=utf-8', odd)).toEqual({
    expected: ['records of 2 fields, as the header has'],
    actual: '3 fields',
    at: 'body record 3',
    gaps: ['G-11'],
  });
  expect(judged('text/csv', 'sku,name\r\n1,Coat "red"\r\n')).toMatchObject({
    actual: expect.stringMatching(/^a quote/),
  });
  expect(judged('text/csv; charset=utf-16le', Buffer.from(odd, 'utf16le'))).toMatchObject({
    at: 'body record 3',
  });
  expect(judged('text/plain', odd)).toEqual({ unseen: 'the file is not a CSV file' });
  for (const table of ['', 'sku,name', 'sku,name\r\n'])
    expect(judged('text/csv', table)).toEqual({ unseen: 'the file has no record after its header' });
});

test('a file holds nothing of what is not its own', () => {
  const file = (type: string, body: string) =>
    holdsNo(exampleExchange({ headers: { 'content-type': type }, body }), 'sku-1');
  for (const type of ['text/csv; charset=utf-8', 'application/json', 'application/x+xml'])
    expect(file(type, 'sku;name')).toBeUndefined();
  for (const [type, body] of [
    ['application/pdf', '%PDF-1.7'],
    ['text/csv', ''],
  ] as const)
    expect(file(type, body)).toEqual({ unseen: 'the file holds no text that can be read' });
  expect(file('application/pdf', 'sku-1')).toMatchObject({ at: 'body' });
  expect(holdsNo(exampleExchange({ body: 'sku;name\nsku-1;Coat' }), 'sku-1')).toMatchObject({ at: 'body' });
  expect(holdsNo(exampleExchange({ status: 404, body: '' }), 'sku-1')).toMatchObject({ at: 'status' });
});
