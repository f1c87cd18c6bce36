import { oracleTest } from '#testing/oracle-rows';
import { beShownAs, giveBack, showTheSameOf } from './product.js';

oracleTest("a product's row shows the values sent, and may show more", () => {
  const price = { country_code: 'DE', retail_price: 2 };
  const none = { ...price, sale_price: null };
  const given = (shown: object, sentPrice: object) =>
    giveBack([{ sku: 'a', prices: [shown] }], { sku: 'a', prices: [sentPrice] });
  return [
    // A field that the list doesn't document can't show the value sent.
    [giveBack([{ sku: 'a' }], { sku: 'a', shelf: 1 }), 'holds'],
    // A price without a sale may show null or omit the field.
    [given(price, none), 'holds'],
    [given(none, price), 'holds'],
  ];
});

oracleTest('the rows of an item are those with its sku or its style', () => {
  const rows = ['a', 'b'].map((sku) => ({ sku, style_key: 's', status: 'active' }));
  const later = rows.map((row) => ({ ...row, status: row.sku === 'a' ? 'active' : 'draft' }));
  const changed = showTheSameOf(later, rows, { sku: 'new', style_key: 's' });
  return [[changed, 'product list[sku "b"].status: the string "draft" [G-08]']];
});

oracleTest('a status that no clause names rests on an additional gap', () => {
  const shown = (status?: string) => [{ sku: 'a', status, timesActive: 0 }];
  const at = 'body items[].status:';
  return [
    [beShownAs(shown(), 'draft'), `${at} nothing of a [G-08]`],
    [beShownAs(shown('draft'), 'pending_active'), `${at} the string "draft" of a [G-08 G-06]`],
  ];
});
