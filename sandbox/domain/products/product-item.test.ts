import { expect, test } from '#unit-test';
import { mergeProductItem, type ProductItem } from './product-item.js';

const item: ProductItem = {
  style_key: 'style',
  sku: 'sku',
  color: 1,
  brand: 1,
  category: 1,
  weight: 1,
  country_of_origin: 'PT',
  attributes: [],
  prices: [{ country_code: 'DE', retail_price: 1.5 }],
  images: [],
};

test('what was never sent is null', () => {
  expect(mergeProductItem(item, undefined)).toMatchObject({
    ean: null,
    size: null,
    quantity: null,
    countries: null,
  });
});

test('an update keeps what it leaves out and clears what it sets to null', () => {
  const before = mergeProductItem({ ...item, name: 'before', hs_code: '61', quantity: 3 }, undefined);
  expect(mergeProductItem({ ...item, name: null, quantity: 0 }, before)).toMatchObject({
    name: null,
    hs_code: '61',
    quantity: 0,
  });
});

test('keys that the API does not know are dropped', () => {
  const sent: unknown = JSON.parse('{"country_code":"DE","retail_price":1,"sale_price":null,"extra":1}');
  const prices = [Object.assign({ country_code: '', retail_price: 0 }, sent)];
  expect(mergeProductItem({ ...item, prices }, undefined).prices).toEqual([
    { country_code: 'DE', retail_price: 1, sale_price: null },
  ]);
});
