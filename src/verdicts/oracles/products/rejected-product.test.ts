import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import { expect, test } from '#testing/unit-test';
import { inBody } from '../../../contract/values/place.js';
import {
  haveTheShapeOfRejectedProducts,
  listAllOrTheEntriesOfStyle,
  listExactly,
  listTheEntriesOfStyle,
  sayWhy,
} from './rejected-product.js';

const reason = { key: 'image', type: 'quality', name: 'Image', description: 'too small' };
const entry = {
  style_key: 'a',
  rejection_reasons: [reason],
  rejection_message: 'no',
  rejected_product_ids_hint: {},
};
const numbers = { per_page: 20, page: 1, pages: 1, total: 1, next: null, prev: null };
const listing = (items: readonly unknown[], pagination: object = numbers) =>
  exampleExchange({ body: { items, pagination } });
const noEntries = 'inconclusive: the list of rejected products has no entries';

oracleTest('the list has the shapes of clauses 2.3 and 2.4; a missing field rests on a gap', () => {
  const shape = haveTheShapeOfRejectedProducts;
  const having = (change: object) => shape(listing([{ ...entry, ...change }]));
  const paged = (change: object) => shape(listing([entry], { ...numbers, ...change }));
  const at = 'body items[0]';
  return [
    [paged({ next: '/a', next_cursor: 'x' }), 'holds'],
    [having({ style_key: 7 }), `${at}.style_key: the number 7 []`, ['a string']],
    [having({ rejection_message: undefined }), `${at}.rejection_message: nothing [G-19]`],
    [paged({ total: undefined }), 'body pagination.total: nothing [G-19]'],
    [shape(listing([])), noEntries],
  ];
});

oracleTest('each entry says why it was rejected, with a reason or a message', () => {
  return [
    [sayWhy(listing([{ ...entry, rejection_reasons: [] }])), 'holds'],
    [sayWhy(listing([{ ...entry, rejection_message: '' }])), 'holds'],
    [sayWhy(listing([])), noEntries],
  ];
});

oracleTest('without a rejected product, the list shows nothing', () => {
  return [
    [listExactly([listing([])], [], () => true), 'inconclusive: no product was rejected'],
    [
      listTheEntriesOfStyle(listing([]), 'c', [entry]),
      'inconclusive: the whole list has no entry with the style c',
    ],
  ];
});

test('an empty style key filters nothing, or finds the empty key, and is not refused', () => {
  const whole = listing([entry, { ...entry, style_key: 'b' }]);
  const judged = (page: ReturnType<typeof listing>) => listAllOrTheEntriesOfStyle(page, '', whole);
  expect(judged(whole)).toBeUndefined();
  expect(judged(listing([]))).toBeUndefined();
  const both = [expect.stringMatching(/^all entries: /), 'the entries with that style key: the array []'];
  expect(judged(listing([entry]))).toMatchObject({ at: inBody('items'), expected: both });
});
