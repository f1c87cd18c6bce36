import { oracleTest } from '#testing/oracle-rows';
import {
  beNarrowedTo,
  beShownAs,
  beTheRowsOf,
  giveBack,
  haveOnly,
  showNothingOf,
  showTheSameOf,
} from './product.js';

const a = { sku: 'a', style_key: 's', name: 'Ärmel', status: 'draft' };
const b = { sku: 'b', style_key: 's', status: 'active' };
const c = { sku: 'c', style_key: 't', status: 'active' };
const rows = [a, b, c];
const noRows = 'inconclusive: the product list has no rows';

oracleTest("a product's row shows the values sent, and may show more", () => {
  const price = { country_code: 'DE', retail_price: 2 };
  const none = { ...price, sale_price: null };
  const given = (shown: object, sentPrice: object) =>
    giveBack([{ sku: 'a', prices: [shown] }], { sku: 'a', prices: [sentPrice] });
  return [
    // A field that the list doesn't document can't show the value sent.
    [giveBack(rows, { sku: 'a', shelf: 1 }), 'holds'],
    // A price without a sale may show null or omit the field.
    [given(price, none), 'holds'],
    [given(none, price), 'holds'],
  ];
});

oracleTest('rows of an item are those of its sku and of its style', () => {
  const item = { sku: 'new', style_key: 's' };
  const draft = { ...b, status: 'draft' };
  return [
    [showNothingOf([], item), noRows],
    [showTheSameOf([a, draft], rows, item), 'product list[sku "b"].status: the string "draft" [G-08]'],
    [showTheSameOf(rows, rows, { sku: 'd' }), 'inconclusive: there is nothing in product list'],
    [beTheRowsOf([], []), noRows],
  ];
});

oracleTest('a row that changes during the reading may be in the filtered list or not', () => {
  const activated = { ...a, status: 'active' };
  const later = [activated, { ...b, status: 'inactive' }, c];
  const between = (...narrowed: readonly unknown[]) =>
    beNarrowedTo(narrowed, 'status', 'active', [rows, later]);
  const none = 'inconclusive: the whole list has no rows whose status is "rejected"';
  return [
    [beNarrowedTo([], 'status', 'rejected', [rows, rows]), none],
    [between(c), 'holds'],
    [between(activated, b, c), 'holds'],
    [haveOnly([], 'status', 'active'), noRows],
  ];
});

const product = (status: string | undefined, timesActive = 0, sku = 'a') => ({ sku, status, timesActive });
const noProducts = 'inconclusive: there are no products to look for';

oracleTest('products are shown with one of the statuses', () => {
  const told = 'body items[].status:';
  return [
    [beShownAs([product(undefined)], 'draft'), `${told} nothing of a [G-08]`],
    // Statuses that no clause names rest on one more gap.
    [beShownAs([product('draft')], 'pending_active'), `${told} the string "draft" of a [G-08 G-06]`],
    [beShownAs([], 'draft'), noProducts],
  ];
});
