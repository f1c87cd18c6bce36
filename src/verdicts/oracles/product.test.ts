import { oracleTest } from './oracle-rows.js';
import {
  beActiveOnlyWhereShownSo,
  beActiveWhereShownSo,
  beListedAsActive,
  beNarrowedTo,
  beShownAlike,
  beShownAs,
  beTheActiveOnes,
  beTheRowsOf,
  giveBack,
  haveOnly,
  showNothingOf,
  showOnce,
  showTheSameOf,
} from './product.js';

const a = {
  sku: 'a',
  style_key: 's',
  name: 'Ärmel',
  weight: 1.1,
  ean: null,
  status: 'draft',
  prices: [1, 2],
};
const b = { sku: 'b', style_key: 's', status: 'active' };
const c = { sku: 'c', style_key: 't', status: 'active' };
const rows = [a, b, c];
const at = 'body items';
const noRows = 'unseen: the product list has no rows';

oracleTest('a sku has one row, which gives back what was sent and may have more', () => {
  const { status: _, ...sent } = a;
  const wrong = (field: object) => giveBack(rows, { sku: 'a', ...field });
  return [
    [showOnce(rows, 'a'), 'holds'],
    [showOnce(rows, 'd'), `${at}: 0 rows`, ['one row with the sku d']],
    [showOnce([...rows, a], 'a'), `${at}: 2 rows`],
    [giveBack(rows, sent), 'holds'],
    [giveBack(rows, { sku: 'b', ean: null, name: undefined }), 'holds'],
    [giveBack(rows, { sku: 'd' }), `${at}: nothing`],
    [wrong({ weight: 1.1000000000000003 }), `${at}[].weight: the number 1.1`],
    [wrong({ weight: '1.1' }), `${at}[].weight: the number 1.1`, ['as sent: the string "1.1"']],
    [wrong({ name: 'A\u0308rmel' }), `${at}[].name: the string "Ärmel"`],
    [wrong({ prices: [2, 1] }), `${at}[].prices[0]: the number 1`],
    [wrong({ prices: [1, 2, 3] }), `${at}[].prices[2]: nothing`],
    [wrong({ quantity: 3 }), `${at}[].quantity: nothing`],
    [wrong({ name: null }), `${at}[].name: the string "Ärmel"`, ['as sent: null', 'nothing']],
    // What the list doesn't document can't be given back.
    [giveBack(rows, { sku: 'a', shelf: 1 }), 'holds'],
  ];
});

oracleTest('a price without a sale may have null there or nothing, and more than was sent', () => {
  const price = { country_code: 'DE', retail_price: 2 };
  const [open, none] = [price, { ...price, sale_price: null }];
  const given = (shown: object, sent: object) =>
    giveBack([{ sku: 'a', prices: [shown] }], { sku: 'a', prices: [sent] });
  return [
    [given(open, none), 'holds'],
    [given(none, open), 'holds'],
    [given({ ...none, currency: 'EUR' }, none), 'holds'],
    [given({ ...price, sale_price: 1 }, none), `${at}[].prices[0].sale_price: the number 1`],
    [given(none, { ...price, sale_price: 1 }), `${at}[].prices[0].sale_price: nothing`],
  ];
});

oracleTest('rows of an item are those of its sku and of its style', () => {
  const item = { sku: 'new', style_key: 's' };
  return [
    [showNothingOf(rows, { sku: 'd', style_key: 'u' }, {}), 'holds'],
    [showNothingOf(rows, { sku: 'd', style_key: 't' }), `product list: the object ${JSON.stringify(c)}`],
    [showNothingOf(rows, { sku: 'c' }), `product list: the object ${JSON.stringify(c)}`],
    [showNothingOf([], item), noRows],
    [showTheSameOf([c, { ...b, read_at: 1 }, a], rows, item), 'holds'],
    [showTheSameOf([a, b], rows, item), 'holds'],
    [
      showTheSameOf([a, { ...b, status: 'draft' }], rows, item),
      'product list[sku "b"].status: the string "draft" [G-08]',
    ],
    [showTheSameOf([b], rows, item), 'product list: 0 []'],
    [showTheSameOf([...rows, item], rows, item), 'product list: 1 []'],
    [showTheSameOf(rows, rows, { sku: 'd' }), 'unseen: there is nothing in product list'],
  ];
});

oracleTest('rows are those of the skus, each once', () => [
  [beTheRowsOf([b, a], ['a', 'b']), 'holds'],
  [beTheRowsOf([a], ['a', 'b']), `${at}: the array ["a"]`],
  [beTheRowsOf(rows, ['a', 'b']), `${at}: the array ["a","b","c"]`],
  [beTheRowsOf([a, a, b], ['a', 'b']), `${at}: the array ["a","a","b"]`],
  [beTheRowsOf([], []), noRows],
]);

oracleTest('a narrowed list has all matching rows, each once, and no others', () => {
  const narrow = (...narrowed: readonly unknown[]) =>
    beNarrowedTo(narrowed, 'status', 'active', [rows, rows]);
  const activated = { ...a, status: 'active' };
  const later = [activated, { ...b, status: 'inactive' }, c];
  const meanwhile = (...narrowed: readonly unknown[]) =>
    beNarrowedTo(narrowed, 'status', 'active', [rows, later]);
  const rejected = (narrowed: readonly unknown[], whole: readonly unknown[]) =>
    beNarrowedTo(narrowed, 'status', 'rejected', [whole, whole]);
  const none = 'unseen: the whole list has no rows whose status is "rejected"';
  const stray = `${at}: the object ${JSON.stringify(a).slice(0, 80)}... (${JSON.stringify(a).length} characters)`;
  return [
    [narrow(c, b), 'holds'],
    [narrow(b), `${at}: no row with the sku c`, ['all rows whose status is "active"']],
    [narrow(a, b, c), stray, ['rows whose status is "active", and no others']],
    [narrow(b, c, b), `${at}: the string "b" again`, ['rows whose status is "active", each once']],
    [narrow(b, c, activated), `${at}: a row with the sku a`],
    [rejected([], rows), none],
    [rejected([], []), none],
    [rejected([a], rows), stray],
    // A row that changes during the reading may be in the filtered list or not.
    [meanwhile(c), 'holds'],
    [meanwhile(b, c), 'holds'],
    [meanwhile(activated, c), 'holds'],
    [meanwhile(b), `${at}: no row with the sku c`],
    [haveOnly([b, c, b], 'status', 'active'), 'holds'],
    [haveOnly([b, a], 'status', 'active'), stray, ['rows whose status is "active", and no others']],
    [haveOnly([], 'status', 'active'), noRows],
  ];
});

const product = (status: string | undefined, timesActive = 0, sku = 'a') => ({ sku, status, timesActive });
const statusAt = 'body items[].status';
const noProducts = 'unseen: there are no products to look for';

oracleTest('products are shown with one of the statuses, and variants alike', () => [
  [beShownAs([product('draft'), product('active')], 'draft', 'active'), 'holds'],
  [
    beShownAs([product('draft'), product('inactive', 0, 'b')], 'draft'),
    `${statusAt}: the string "inactive" of b [G-08]`,
    ['draft'],
  ],
  [beShownAs([product(undefined)], 'draft'), `${statusAt}: nothing of a [G-08]`],
  // Statuses that no clause names rest on one more gap.
  [beShownAs([product('draft')], 'pending_active'), `${statusAt}: the string "draft" of a [G-08 G-06]`],
  [beShownAs([product('waiting')], 'draft'), `${statusAt}: the string "waiting" of a [G-08 G-06]`],
  [beShownAs([], 'draft'), noProducts],
  [beShownAlike([product('draft'), product('draft')]), 'holds'],
  [
    beShownAlike([product('draft'), product('active')]),
    `${statusAt}: the string "draft" of a, the string "active" of a [G-08]`,
  ],
  [beShownAlike([product(undefined), product(undefined)]), `${statusAt}: nothing of a, nothing of a [G-08]`],
  [beShownAlike([product('draft')]), 'unseen: the style does not have two products'],
  [beShownAlike([]), 'unseen: the style does not have two products'],
]);

oracleTest('the active products are listed as active once, and the others are not', () => {
  const noOther = 'unseen: the whole list shows none of the products with a status other than active [G-06]';
  const listed = (times: number) =>
    `body items: ${times} times, and the string "active" in the whole list [G-08]`;
  return [
    [beActiveOnlyWhereShownSo([product('draft'), product('active', 1)]), 'holds'],
    ...(['draft', 'pending_active'] as const).map(
      (status) =>
        [
          beActiveOnlyWhereShownSo([product(status, 1)]),
          `body items: a, which the whole list shows with the string "${status}" [G-08]`,
        ] as const,
    ),
    [
      beActiveOnlyWhereShownSo([product(undefined, 1)]),
      'body items: a, which the whole list shows with nothing [G-08]',
    ],
    ...[[], [product('active', 1)], [product(undefined)]].map(
      (none) => [beActiveOnlyWhereShownSo(none), noOther] as const,
    ),
    [beListedAsActive([product('active', 1)]), 'holds'],
    [beListedAsActive([product('active')]), listed(0)],
    [beListedAsActive([product('active', 2)]), listed(2)],
    [beListedAsActive([]), noProducts],
    [beActiveWhereShownSo([product('active', 1), product('draft')]), 'holds'],
    [
      beActiveWhereShownSo([product('active', 1), product('active', 2, 'b')]),
      listed(2),
      ['the product b once in the list filtered by status active'],
    ],
    [beActiveWhereShownSo([product('draft')]), 'unseen: the whole list shows none of the products as active'],
    [beActiveWhereShownSo([]), 'unseen: the whole list shows none of the products as active'],
  ];
});

oracleTest('the filtered list has the active products of the whole list, and no others', () => {
  const entry = (sku: string, status: string) => ({ sku, status });
  const [first, draft, third] = [entry('a', 'active'), entry('b', 'draft'), entry('c', 'active')];
  const whole = [first, draft, third];
  const ones = (...filtered: readonly (typeof first)[]) => beTheActiveOnes(filtered, whole, whole);
  const pending = [entry('a', 'pending_active'), draft, third];
  return [
    [ones(third, first), 'holds'],
    [ones(first), 'body items: 0 times [G-08]', ['once: the whole list shows the string "active" for c']],
    [ones(first, third, first), 'body items: 2 times [G-08]'],
    [ones(...whole), 'body items: 1 times [G-08]', ['not: the whole list shows the string "draft" for b']],
    [ones(first, third, entry('d', 'active')), 'body items: 1 times [G-08]'],
    // A product that becomes active between two readings may be listed or not.
    [beTheActiveOnes([third], pending, whole), 'holds'],
    [beTheActiveOnes([first, third], pending, whole), 'holds'],
    [beTheActiveOnes([], [draft], [draft]), 'unseen: the whole list shows none of the products as active'],
    [beTheActiveOnes([], [], []), 'unseen: the whole list shows none of the products as active'],
    [beTheActiveOnes([first], [first], [first]), 'unseen: the whole list shows all products as active'],
  ];
});
