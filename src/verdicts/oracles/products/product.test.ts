import { oracleTest } from '#testing/oracle-rows';
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
const noRows = 'inconclusive: the product list has no rows';

oracleTest('a sku has one row, which shows the values sent and may show more', () => {
  const { status: _, ...sent } = a;
  const wrong = (field: object) => giveBack(rows, { sku: 'a', ...field });
  const price = { country_code: 'DE', retail_price: 2 };
  const none = { ...price, sale_price: null };
  const given = (shown: object, sentPrice: object) =>
    giveBack([{ sku: 'a', prices: [shown] }], { sku: 'a', prices: [sentPrice] });
  return [
    [showOnce([...rows, a], 'a'), `${at}: 2 rows`, ['one row with the sku a']],
    [giveBack(rows, sent), 'holds'],
    [giveBack(rows, { sku: 'b', ean: null, name: undefined }), 'holds'],
    [wrong({ weight: 1.1000000000000003 }), `${at}[].weight: the number 1.1`],
    [wrong({ prices: [1, 2, 3] }), `${at}[].prices[2]: nothing`],
    [wrong({ name: null }), `${at}[].name: the string "Ärmel"`, ['as sent: null', 'nothing']],
    // A field that the list doesn't document can't show the value sent.
    [wrong({ shelf: 1 }), 'holds'],
    // A price without a sale may show null or omit the field.
    [given(price, none), 'holds'],
    [given(none, price), 'holds'],
    [given({ ...none, currency: 'EUR' }, none), 'holds'],
    [given({ ...price, sale_price: 1 }, none), `${at}[].prices[0].sale_price: the number 1`],
  ];
});

oracleTest('rows of an item are those of its sku and of its style', () => {
  const item = { sku: 'new', style_key: 's' };
  const draft = { ...b, status: 'draft' };
  return [
    [showNothingOf(rows, { sku: 'd', style_key: 't' }), `product list: the object ${JSON.stringify(c)}`],
    [showNothingOf([], item), noRows],
    [showTheSameOf([c, { ...b, read_at: 1 }, a], rows, item), 'holds'],
    [showTheSameOf([a, draft], rows, item), 'product list[sku "b"].status: the string "draft" [G-08]'],
    [showTheSameOf([b], rows, item), 'product list: 0 []'],
    [showTheSameOf(rows, rows, { sku: 'd' }), 'inconclusive: there is nothing in product list'],
    [beTheRowsOf([a, a, b], ['a', 'b']), `${at}: the array ["a","a","b"]`],
    [beTheRowsOf([], []), noRows],
  ];
});

oracleTest('a filtered list has all matching rows, each once, and no others', () => {
  const activated = { ...a, status: 'active' };
  const later = [activated, { ...b, status: 'inactive' }, c];
  const between = (second: readonly unknown[], ...narrowed: readonly unknown[]) =>
    beNarrowedTo(narrowed, 'status', 'active', [rows, second]);
  const stray = `${at}: the object ${JSON.stringify(a).slice(0, 80)}... (${JSON.stringify(a).length} characters)`;
  const none = 'inconclusive: the whole list has no rows whose status is "rejected"';
  return [
    [between(rows, a, b, c), stray, ['rows whose status is "active", and no others']],
    [between(rows, b, c, b), `${at}: the string "b" again`, ['rows whose status is "active", each once']],
    [between(rows, b, c, activated), `${at}: a row with the sku a`],
    [beNarrowedTo([], 'status', 'rejected', [rows, rows]), none],
    // A row that changes during the reading may be in the filtered list or not.
    [between(later, c), 'holds'],
    [between(later, activated, b, c), 'holds'],
    [between(later, b), `${at}: no row with the sku c`],
    [haveOnly([b, a], 'status', 'active'), stray],
    [haveOnly([], 'status', 'active'), noRows],
  ];
});

const product = (status: string | undefined, timesActive = 0, sku = 'a') => ({ sku, status, timesActive });
const noProducts = 'inconclusive: there are no products to look for';
const noneActive = 'inconclusive: the whole list shows none of the products as active';

oracleTest('products are shown with one of the statuses, and all variants with the same', () => {
  const told = 'body items[].status:';
  const noTwo = 'inconclusive: the style does not have two products';
  return [
    [
      beShownAs([product('draft'), product('inactive', 0, 'b')], 'draft'),
      `${told} the string "inactive" of b [G-08]`,
    ],
    [beShownAs([product(undefined)], 'draft'), `${told} nothing of a [G-08]`],
    // Statuses that no clause names rest on one more gap.
    [beShownAs([product('draft')], 'pending_active'), `${told} the string "draft" of a [G-08 G-06]`],
    [beShownAs([product('waiting')], 'draft'), `${told} the string "waiting" of a [G-08 G-06]`],
    [beShownAs([], 'draft'), noProducts],
    [
      beShownAlike([product('draft'), product('active')]),
      `${told} the string "draft" of a, the string "active" of a [G-08]`,
    ],
    [beShownAlike([product(undefined), product(undefined)]), `${told} nothing of a, nothing of a [G-08]`],
    [beShownAlike([product('draft')]), noTwo],
  ];
});

oracleTest('the active products are listed as active once, and the others are not', () => {
  const noOther =
    'inconclusive: the whole list shows none of the products with a status other than active [G-06]';
  const listed = (times: number) =>
    `body items: ${times} times, and the string "active" in the whole list [G-08]`;
  const shownWith = 'body items: a, which the whole list shows with';
  return [
    [beActiveOnlyWhereShownSo([product('draft'), product('active', 1)]), 'holds'],
    [beActiveOnlyWhereShownSo([product('new', 1)]), `${shownWith} the string "new" [G-08]`],
    [beActiveOnlyWhereShownSo([product(undefined, 1)]), `${shownWith} nothing [G-08]`],
    ...[[], [product('active', 1)], [product(undefined)]].map(
      (none) => [beActiveOnlyWhereShownSo(none), noOther] as const,
    ),
    [beListedAsActive([product('active', 2)]), listed(2)],
    [beListedAsActive([]), noProducts],
    [beActiveWhereShownSo([product('active', 1), product('active', 2, 'b')]), listed(2)],
    [beActiveWhereShownSo([product('draft')]), noneActive],
  ];
});

oracleTest('the filtered list has the active products of the whole list, and no others', () => {
  const entry = (sku: string, status: string) => ({ sku, status });
  const [first, draft, third] = [entry('a', 'active'), entry('b', 'draft'), entry('c', 'active')];
  const whole = [first, draft, third];
  const ones = (...filtered: readonly (typeof first)[]) => beTheActiveOnes(filtered, whole, whole);
  const pending = [entry('a', 'pending_active'), draft, third];
  const times = (count: number) => `body items: ${count} times [G-08]`;
  return [
    [ones(first, third, first), times(2)],
    [ones(...whole), times(1), ['not: the whole list shows the string "draft" for b']],
    [ones(first, third, entry('d', 'active')), times(1)],
    // A product that becomes active between two readings may be listed or not.
    [beTheActiveOnes([third], pending, whole), 'holds'],
    [beTheActiveOnes([first, third], pending, whole), 'holds'],
    [beTheActiveOnes([], [draft], [draft]), noneActive],
    [beTheActiveOnes([first], [first], [first]), 'inconclusive: the whole list shows all products as active'],
  ];
});
