import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import {
  hasTheShapeOfRejectedProducts,
  listAsMany,
  listExactly,
  listsAllOrTheEntriesOfStyle,
  listsTheEntriesOfStyle,
  sayWhy,
} from './rejected-products.js';

const reason = { key: 'image', type: 'quality', name: 'Image', description: 'too small' };
const entry = {
  style_key: 'a',
  rejection_reasons: [reason],
  rejection_message: 'no',
  rejected_product_ids_hint: {},
};
const pagination = { per_page: 20, page: 1, pages: 1, total: 1, next: null, prev: null };

test('the shapes of clauses 2.3 and 2.4 fit, with texts or nothing at the ends', () => {
  expect(hasTheShapeOfRejectedProducts(listing([entry]))).toBeUndefined();
  expect(
    hasTheShapeOfRejectedProducts(listing([entry], { ...pagination, next: '/a', next_cursor: 'x' })),
  ).toBeUndefined();
});

test('a list without entries shows nothing of their shape, nor why they were rejected', () => {
  const noEntries = { unseen: 'the list of rejected products has no entries' };
  expect(hasTheShapeOfRejectedProducts(listing([]))).toEqual(noEntries);
  expect(hasTheShapeOfRejectedProducts(listing([], { ...pagination, page: '1' }))?.at).toBe(
    'body pagination.page',
  );
  for (const page of [listing([]), exampleExchange({ body: {} })]) expect(sayWhy(page)).toEqual(noEntries);
});

for (const [wrong, at] of [
  [{ ...entry, style_key: 7 }, 'items[0].style_key'],
  [{ ...entry, rejection_reasons: {} }, 'items[0].rejection_reasons'],
  [
    { ...entry, rejection_reasons: [reason, { ...reason, name: null }] },
    'items[0].rejection_reasons[1].name',
  ],
  [{ ...entry, rejection_message: undefined }, 'items[0].rejection_message'],
  [{ ...entry, rejected_product_ids_hint: [] }, 'items[0].rejected_product_ids_hint'],
] as const) {
  test(`an entry is wrong at ${at}`, () => {
    expect(hasTheShapeOfRejectedProducts(listing([wrong]))?.at).toBe(`body ${at}`);
  });
}

test('a pagination of other types, and no list at all, are wrong', () => {
  expect(hasTheShapeOfRejectedProducts(listing([entry], { ...pagination, total: '1' }))?.at).toBe(
    'body pagination.total',
  );
  expect(hasTheShapeOfRejectedProducts(listing([entry], { ...pagination, next: 2 }))?.at).toBe(
    'body pagination.next',
  );
  expect(hasTheShapeOfRejectedProducts(exampleExchange({ body: [] }))?.at).toBe('body items');
  expect(hasTheShapeOfRejectedProducts(exampleExchange({ status: 404 }))?.at).toBe('status');
});

test('a reason or a message is enough, neither is not', () => {
  expect(sayWhy(listing([{ ...entry, rejection_reasons: [] }]))).toBeUndefined();
  expect(sayWhy(listing([{ ...entry, rejection_message: '' }]))).toBeUndefined();
  expect(sayWhy(listing([entry, { ...entry, rejection_message: '', rejection_reasons: [] }]))?.at).toBe(
    'body items[1]',
  );
});

test('exactly the rejected styles are listed, and others of the target don’t matter', () => {
  const list = [listing([entry, { ...entry, style_key: 'b' }, { ...entry, style_key: 'strange' }])];
  const ours = (key: unknown) => key !== 'strange';
  expect(listExactly(list, ['a', 'b'], ours)).toBeUndefined();
  expect(listExactly(list, ['a', 'b', 'c'], ours)?.expected).toEqual(['an entry of the style c']);
  expect(listExactly([listing([])], [], ours)).toEqual({ unseen: 'no product was rejected' });
  expect(listExactly(list, [], ours)?.actual).toBe('one of the string "a"');
  expect(listExactly(list, ['a'], ours)?.actual).toBe('one of the string "b"');
});

function listing(items: readonly unknown[], pages: object = pagination) {
  return exampleExchange({ body: { items, pagination: pages } });
}

test('the list of one style has its entries as the whole list has them, each as often', () => {
  const entry = (style_key: string, message = 'blurred') => ({ style_key, rejection_message: message });
  const whole = [entry('a'), entry('b'), entry('ab')];
  const judged = (...narrowed: object[]) => listsTheEntriesOfStyle(listing(narrowed), 'a', whole);
  expect(judged(entry('a'))).toBeUndefined();
  expect(listsTheEntriesOfStyle(listing([]), 'c', whole)).toEqual({
    unseen: 'the whole list has no entry of the style c',
  });
  for (const wrong of [
    [],
    [entry('a'), entry('ab')],
    [entry('a'), entry('a')],
    [entry('a', 'other')],
    [entry('b')],
  ])
    expect(judged(...wrong)).toMatchObject({ at: 'body items' });
  expect(listsTheEntriesOfStyle(listing([entry('a')]), 'A', whole)).toMatchObject({ at: 'body items' });
  const refused = exampleExchange({ status: 404, body: { items: [] } });
  expect(listsTheEntriesOfStyle(refused, 'c', whole)).toMatchObject({ at: 'status' });
});

test('an empty style key narrows nothing, or to the empty key, and is not refused', () => {
  const whole = listing([entry, { ...entry, style_key: 'b' }]);
  const judged = (page: ReturnType<typeof listing>) => listsAllOrTheEntriesOfStyle(page, '', whole);
  expect(judged(whole)).toBeUndefined();
  expect(judged(listing([]))).toBeUndefined();
  expect(judged(listing([entry]))).toMatchObject({
    at: 'body items',
    expected: [{}, {}].map(() => expect.any(String)),
  });
  expect(judged(exampleExchange({ status: 400, body: { message: 'no' } }))?.at).toBe('status');
  expect(judged(exampleExchange({ body: {} }))?.at).toBe('body items');
  expect(listAsMany(whole, whole)).toBe(true);
  expect(listAsMany(listing([]), whole)).toBe(false);
});

test('a field that is missing rests on a gap, and one of another type does not', () => {
  const gapsOf = (body: object) => hasTheShapeOfRejectedProducts(listing([body]))?.gaps;
  expect(gapsOf({ ...entry, rejection_message: undefined })).toEqual(['G-19']);
  expect(gapsOf({ ...entry, rejection_message: 7 })).toEqual([]);
  const withoutPagination = exampleExchange({ body: { items: [] } });
  expect(hasTheShapeOfRejectedProducts(withoutPagination)).toMatchObject({ at: 'body pagination' });
  expect(hasTheShapeOfRejectedProducts(withoutPagination)?.gaps).toEqual([]);
});
