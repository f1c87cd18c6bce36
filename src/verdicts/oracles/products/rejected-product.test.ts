import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import { expect, test } from '#testing/unit-test';
import { atStatus, inBody } from '../../../contract/values/place.js';
import { asShown } from '../violation.js';
import {
  haveTheShapeOfRejectedProducts,
  listAllOrTheEntriesOfStyle,
  listAsMany,
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
const refused = exampleExchange({ status: 404, body: { items: [] } });
const noEntries = 'inconclusive: the list of rejected products has no entries';

oracleTest('the list has the shapes of clauses 2.3 and 2.4; a missing field rests on a gap', () => {
  const shape = haveTheShapeOfRejectedProducts;
  const having = (change: object) => shape(listing([{ ...entry, ...change }]));
  const paged = (change: object) => shape(listing([entry], { ...numbers, ...change }));
  const at = 'body items[0]';
  return [
    [shape(listing([entry])), 'holds'],
    [paged({ next: '/a', next_cursor: 'x' }), 'holds'],
    [having({ style_key: 7 }), `${at}.style_key: the number 7 []`, ['a string']],
    [
      having({ rejection_reasons: [reason, { ...reason, name: null }] }),
      `${at}.rejection_reasons[1].name: null []`,
    ],
    [having({ rejection_message: undefined }), `${at}.rejection_message: nothing [G-19]`],
    [paged({ total: undefined }), 'body pagination.total: nothing [G-19]'],
    [paged({ next: 2 }), 'body pagination.next: the number 2 []'],
    [shape(exampleExchange({ body: [] })), 'body items: nothing []'],
    [shape(exampleExchange({ body: { items: [] } })), 'body pagination: nothing []'],
    [shape(listing([], { ...numbers, page: '1' })), 'body pagination.page: the string "1" []'],
    [shape(listing([])), noEntries],
  ];
});

oracleTest('each entry says why it was rejected, with a reason or a message', () => {
  const neither = { ...entry, rejection_message: '', rejection_reasons: [] };
  return [
    [sayWhy(listing([{ ...entry, rejection_reasons: [] }])), 'holds'],
    [sayWhy(listing([{ ...entry, rejection_message: '' }])), 'holds'],
    [
      sayWhy(listing([entry, neither])),
      'body items[1]: the object {"style_key":"a","rejection_reasons":[],"rejection_message":"","rejected_product... (94 characters) []',
    ],
    [sayWhy(listing([])), noEntries],
  ];
});

oracleTest("exactly the rejected styles are listed, and the target's other entries do not matter", () => {
  const list = [listing(['a', 'b', 'strange'].map((style_key) => ({ ...entry, style_key })))];
  const exactly = (...keys: readonly string[]) => listExactly(list, keys, (key) => key !== 'strange');
  return [
    [exactly('a', 'b', 'c'), 'body items: the array ["a","b"]', ['an entry with the style c']],
    [listExactly([listing([])], [], () => true), 'inconclusive: no product was rejected'],
  ];
});

oracleTest('the list of one style has the same entries of it as the whole list, each as often', () => {
  const of = (style_key: string, message = 'blurred') => ({ style_key, rejection_message: message });
  const whole = [of('a'), of('b'), of('ab')];
  const narrowed = (...items: readonly object[]) => listTheEntriesOfStyle(listing(items), 'a', whole);
  const wrong = (...items: readonly object[]) =>
    [narrowed(...items), `body items: ${asShown(items)}`] as const;
  return [
    wrong(),
    wrong(of('a'), of('a')),
    wrong(of('a', 'other')),
    [
      listTheEntriesOfStyle(listing([of('a')]), 'A', whole),
      wrong(of('a'))[1],
      ['the entries of the whole list: the array []'],
    ],
    [
      listTheEntriesOfStyle(listing([]), 'c', whole),
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
  expect(judged(refused)).toMatchObject({ at: atStatus });
  expect(judged(exampleExchange({ body: {} }))).toMatchObject({
    at: inBody('items'),
    expected: ['an array'],
  });
  expect([listAsMany(whole, whole), listAsMany(listing([]), whole)]).toEqual([true, false]);
});
