import { expect, test } from '#unit-test';
import {
  areActiveOnlyWhereShownSo,
  areActiveWhereShownSo,
  areListedAsActive,
  areShownAlike,
  areShownAs,
  areTheActiveOnes,
  type ShownProduct,
} from './shown-product.js';

const product = (status: string | undefined, timesActive = 0, sku = 'a'): ShownProduct => ({
  sku,
  status,
  timesActive,
});
const entry = (sku: string, status: string) => ({ sku, status });

test('products are shown as one of the statuses, or the first that is not is named', () => {
  expect(areShownAs([product('draft'), product('active')], 'draft', 'active')).toBeUndefined();
  expect(areShownAs([product('draft'), product('inactive', 0, 'b')], 'draft')).toEqual({
    expected: ['draft'],
    actual: 'the string "inactive" of b',
    at: 'body items[].status',
    gaps: ['G-08'],
  });
  expect(areShownAs([product(undefined)], 'draft')).toMatchObject({
    actual: 'nothing of a',
    gaps: ['G-08'],
  });
});

test('statuses that no clause names rest on one gap more', () => {
  expect(areShownAs([product('draft')], 'pending_active', 'active')?.gaps).toEqual(['G-08', 'G-06']);
  expect(areShownAs([product('waiting')], 'draft')?.gaps).toEqual(['G-08', 'G-06']);
});

test('without products nothing can be said of them', () => {
  for (const oracle of [areShownAs, areListedAsActive, areShownAlike, areActiveWhereShownSo])
    expect(oracle([])).toHaveProperty('unseen');
  expect(areActiveOnlyWhereShownSo([])).toHaveProperty('unseen');
});

test('variants are shown alike, and are listed', () => {
  expect(areShownAlike([product('draft'), product('draft')])).toBeUndefined();
  expect(areShownAlike([product('draft')])).toEqual({ unseen: 'the style does not have two products' });
  expect(areShownAlike([product('draft'), product('active')])?.at).toBe('body items[].status');
  expect(areShownAlike([product(undefined), product(undefined)])?.actual).toBe('nothing of a, nothing of a');
});

test('what is not active is not among the active', () => {
  expect(areActiveOnlyWhereShownSo([product('draft'), product('active', 1)])).toBeUndefined();
  for (const status of ['draft', 'pending_active', undefined])
    expect(areActiveOnlyWhereShownSo([product(status, 1)])?.at).toBe('body items');
  for (const none of [product('active', 1), product(undefined)])
    expect(areActiveOnlyWhereShownSo([none])).toEqual({
      unseen: 'the whole list shows none of the products as something else than active',
      open: ['G-06'],
    });
});

test('what is active is listed once', () => {
  expect(areListedAsActive([product('active', 1)])).toBeUndefined();
  for (const times of [0, 2])
    expect(areListedAsActive([product('active', times)])?.actual).toContain(`${times} times`);
});

test('what is shown as active is among the active, once', () => {
  expect(areActiveWhereShownSo([product('active', 1), product('draft')])).toBeUndefined();
  expect(areActiveWhereShownSo([product('draft')])).toEqual({
    unseen: 'the whole list shows none of the products as active',
  });
  for (const times of [0, 2])
    expect(areActiveWhereShownSo([product('active', 1), product('active', times, 'b')])).toMatchObject({
      expected: ['the product b once in the list filtered by status active'],
      at: 'body items',
    });
});

test('the filtered list has the active products of the whole list, and no others', () => {
  const whole = [entry('a', 'active'), entry('b', 'draft'), entry('c', 'active')];
  expect(areTheActiveOnes([entry('c', 'active'), entry('a', 'active')], whole, whole)).toBeUndefined();
  for (const filtered of [
    [entry('a', 'active')],
    [...whole.filter(({ sku }) => sku !== 'b'), entry('a', 'active')],
    whole,
    [...whole.filter(({ sku }) => sku !== 'b'), entry('d', 'active')],
  ])
    expect(areTheActiveOnes(filtered, whole, whole)?.at).toBe('body items');
});

test('where none is active, or all are, a filter that lets through none, or all, would not show', () => {
  const [draft, active] = [[entry('b', 'draft')], [entry('a', 'active')]];
  expect(areTheActiveOnes([], draft, draft)).toHaveProperty('unseen');
  expect(areTheActiveOnes([], [], [])).toHaveProperty('unseen');
  expect(areTheActiveOnes(active, active, active)).toEqual({
    unseen: 'the whole list shows all products as active',
  });
});

test('what becomes active between two readings may be listed or not', () => {
  const others = [entry('b', 'draft'), entry('c', 'active')];
  const before = [entry('a', 'pending_active'), ...others];
  const after = [entry('a', 'active'), ...others];
  for (const filtered of [others.slice(1), [entry('a', 'active'), ...others.slice(1)]])
    expect(areTheActiveOnes(filtered, before, after)).toBeUndefined();
});
