import { expect, test } from '#unit-test';
import {
  areNarrowedTo,
  areTheRowsOf,
  giveBack,
  haveOnly,
  showNothingOf,
  showOnce,
  showTheSameOf,
} from './product-rows.js';

const a = {
  sku: 'a',
  style_key: 's',
  name: '\u00c4rmel',
  weight: 1.1,
  ean: null,
  status: 'draft',
  prices: [1, 2],
};
const b = { sku: 'b', style_key: 's', status: 'active' };
const c = { sku: 'c', style_key: 't', status: 'active' };
const rows = [a, b, c];

test('a sku has one row: neither none nor two', () => {
  expect(showOnce(rows, 'a')).toBeUndefined();
  expect(showOnce(rows, 'd')).toMatchObject({ expected: ['one row of the sku d'], actual: '0 rows' });
  expect(showOnce([...rows, a], 'a')).toMatchObject({ actual: '2 rows' });
});

test('a row gives back what was sent, and may have more', () => {
  const { status: _, ...sent } = a;
  expect(giveBack(rows, sent)).toBeUndefined();
  expect(giveBack(rows, { sku: 'a' })).toBeUndefined();
  expect(giveBack(rows, { sku: 'b', ean: null, name: undefined })).toBeUndefined();
});

for (const [what, change, at] of [
  ['another number', { weight: 1.1000000000000003 }, 'body items[].weight'],
  ['a number as text', { weight: '1.1' }, 'body items[].weight'],
  ['another form of unicode', { name: 'A\u0308rmel' }, 'body items[].name'],
  ['another order', { prices: [2, 1] }, 'body items[].prices[0]'],
  ['a longer list', { prices: [1, 2, 3] }, 'body items[].prices[2]'],
  ['nothing', { quantity: 3 }, 'body items[].quantity'],
] as const) {
  test(`a row with ${what} does not give back what was sent`, () => {
    expect(giveBack(rows, { sku: 'a', ...change })).toMatchObject({ at });
  });
}

test('what is not given back is named with all that would have been right', () => {
  expect(giveBack(rows, { sku: 'a', weight: 2 })).toEqual({
    expected: ['as sent: the number 2'],
    actual: 'the number 1.1',
    at: 'body items[].weight',
  });
  expect(giveBack(rows, { sku: 'a', name: null })).toMatchObject({
    expected: ['as sent: null', 'nothing'],
    actual: 'the string "Ärmel"',
  });
  expect(giveBack(rows, { sku: 'd' })).toMatchObject({ actual: 'nothing', at: 'body items' });
});

test('a row of an item is found by its sku and by its style key', () => {
  expect(showNothingOf(rows, { sku: 'd', style_key: 'u' }, { sku: 1 }, undefined)).toBeUndefined();
  expect(showNothingOf([], { sku: 'c' })).toEqual({ unseen: 'the product list has no rows' });
  expect(showNothingOf(rows, { sku: 'c' })).toMatchObject({ expected: ['no row of the item'] });
  expect(showNothingOf(rows, { sku: 'd' }, { style_key: 't' })?.actual).toContain('"sku":"c"');
});

test('a row that changed, came or went is no longer the same; other rows do not matter', () => {
  const item = { sku: 'a', style_key: 's' };
  expect(showTheSameOf([a, b], rows, item)).toBeUndefined();
  expect(showTheSameOf([{ ...a, weight: 2 }, b], rows, item)).toMatchObject({
    at: 'product list[sku "a"].weight',
  });
  expect(showTheSameOf([c], [c], item)).toEqual({ unseen: 'there is nothing in product list' });
  expect(showTheSameOf([b], rows, item)).toMatchObject({ actual: expect.any(String) });
  expect(showTheSameOf([...rows, { sku: 'new', style_key: 's' }], rows, item)).toBeDefined();
});

test('rows are those of the skus, each once', () => {
  expect(areTheRowsOf([b, a], ['a', 'b'])).toBeUndefined();
  expect(areTheRowsOf([a], ['a', 'b'])).toBeDefined();
  expect(areTheRowsOf([], [])).toEqual({ unseen: 'the product list has no rows' });
  expect(areTheRowsOf(rows, ['a', 'b'])).toBeDefined();
  expect(areTheRowsOf([a, a, b], ['a', 'b'])).toBeDefined();
});

test('a narrowed list has all matching rows, each once, and no others', () => {
  const narrow = (...narrowed: readonly unknown[]) =>
    areNarrowedTo(narrowed, 'status', 'active', [rows, rows]);
  expect(narrow(c, b)).toBeUndefined();
  expect(narrow(b)).toMatchObject({ actual: 'no row of the sku c' });
  expect(narrow(a, b, c)?.expected).toEqual(['rows whose status is "active", and no others']);
  expect(narrow(b, c, b)?.expected).toEqual(['rows whose status is "active", each once']);
  expect(narrow(b, c, { ...a, status: 'active' })).toMatchObject({ actual: 'a row of the sku a' });
  for (const whole of [rows, []])
    expect(areNarrowedTo([], 'status', 'rejected', [whole, whole])).toEqual({
      unseen: 'the whole list has no rows whose status is "rejected"',
    });
  expect(areNarrowedTo([a], 'status', 'rejected', [rows, rows])).toMatchObject({ at: 'body items' });
});

test('rows of a value alone', () => {
  expect(haveOnly([b, c, b], 'status', 'active')).toBeUndefined();
  expect(haveOnly([], 'status', 'active')).toEqual({ unseen: 'the product list has no rows' });
  expect(haveOnly([b, a], 'status', 'active')?.expected).toEqual([
    'rows whose status is "active", and no others',
  ]);
});

test('what changes while it is read may be in the narrowed list or not', () => {
  const later = [{ ...a, status: 'active' }, { ...b, status: 'inactive' }, c];
  for (const narrowed of [[c], [b, c], [{ ...a, status: 'active' }, c]])
    expect(areNarrowedTo(narrowed, 'status', 'active', [rows, later])).toBeUndefined();
  expect(areNarrowedTo([b], 'status', 'active', [rows, later])).toMatchObject({
    actual: 'no row of the sku c',
  });
});
