import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import { haveTheShapeOfRejectedProducts, listAllOrTheEntriesOfStyle, sayWhy } from './rejected-product.js';

const entry = {
  style_key: 'a',
  rejection_reasons: [{ key: 'image', type: 'quality', name: 'Image', description: 'too small' }],
  rejection_message: 'no',
  rejected_product_ids_hint: {},
};
const ends = { next: null, prev: null, next_cursor: null };
const listing = (items: readonly unknown[], change: object = {}) => {
  const pagination = { per_page: 20, page: 1, pages: 1, total: 1, ...ends, ...change };
  return exampleExchange({ operationId: 'listRejectedProducts', body: { items, pagination } });
};

oracleTest('the list has the stated shapes; a missing field rests on a gap', () => {
  const having = (change: object) => haveTheShapeOfRejectedProducts(listing([{ ...entry, ...change }]));
  const paged = (change: object) => haveTheShapeOfRejectedProducts(listing([entry], change));
  const at = 'body items[0]';
  return [
    [having({ style_key: 7 }), `${at}.style_key: the integer 7 []`, ['a string']],
    [having({ rejection_message: undefined }), `${at}.rejection_message: nothing [G-19]`],
    [paged({ total: undefined }), 'body pagination.total: nothing [G-19]'],
  ];
});

oracleTest('each entry says why it was rejected, with a reason or a message', () =>
  [{ rejection_reasons: [] }, { rejection_message: '' }].map((none) => [
    sayWhy(listing([{ ...entry, ...none }])),
    'holds',
  ]),
);

oracleTest('an empty style key filters nothing, or finds the empty key', () => {
  const whole = listing([entry, { ...entry, style_key: 'b' }]);
  const judged = (page: typeof whole) => listAllOrTheEntriesOfStyle(page, '', whole);
  return [
    [judged(whole), 'holds'],
    [judged(listing([])), 'holds'],
  ];
});
