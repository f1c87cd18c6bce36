import { expect, test } from '#unit-test';
import { integer, nullable, object, optional, string } from './build.js';
import { readQuery } from './query.js';

const schema = object({
  page: integer({ minimum: 1, default: 1 }),
  style_key: optional(nullable(string())),
  sku: optional(string()),
});

test('parameters that are left out take their defaults, unknown ones are passed over', () => {
  expect(readQuery(schema, { other: ['a', 'b'] })).toEqual({ page: 1 });
});

test('whole numbers are read as numbers, an empty nullable text as null', () => {
  expect(readQuery(schema, { page: '12', style_key: '', sku: '' })).toEqual({
    page: 12,
    style_key: null,
    sku: '',
  });
});

test('what JSON would not write as a whole number is none', () => {
  for (const page of ['', ' 1', '1.5', '1e2', '0x10', '01', '+1', 'a', '-', '1'.repeat(400)])
    expect(() => readQuery(schema, { page }), page).toThrow('page must be a whole number');
});

test('a number past its bound is named with the bound', () => {
  expect(() => readQuery(schema, { page: '0' })).toThrow('page must be at least 1, but is 0');
  expect(() => readQuery(schema, { page: '-1' })).toThrow('page must be at least 1, but is -1');
});

test('a declared parameter must not be repeated', () => {
  expect(() => readQuery(schema, { sku: ['a', 'b'] })).toThrow('sku must be given only once');
});

test('a declared parameter must be readable, others need not', () => {
  expect(() => readQuery(schema, { sku: null })).toThrow('sku must be UTF-8 in percent-encoding');
  expect(() => readQuery(schema, { style_key: ['a', null] })).toThrow('style_key must be given only once');
  expect(readQuery(schema, { other: null })).toEqual({ page: 1 });
});

test('a whole number that cannot be told from its neighbours is refused', () => {
  expect(readQuery(schema, { page: '9007199254740991' })).toEqual({ page: Number.MAX_SAFE_INTEGER });
  expect(() => readQuery(schema, { page: '9007199254740992' })).toThrow('page must be an integer from');
});
