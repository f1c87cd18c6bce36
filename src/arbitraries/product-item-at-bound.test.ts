import { expect, test } from '#unit-test';
import { assertSound } from './assertions.js';
import { exampleReferenceData } from './example-reference-data.js';
import {
  type ProductItemBound,
  productItemAtBound,
  productItemBounds,
  type SparseProductItem,
} from './product-item-at-bound.js';
import { present } from './rules/present.js';
import { brokenRules } from './rules/product-rules.js';

const reference = exampleReferenceData;
const length = (text: string | null | undefined) => [...(text ?? '')].length;

/** Whether an item is at the bound indeed, and on no other side of it. */
const atBound: Readonly<Record<ProductItemBound, (item: SparseProductItem) => boolean>> = {
  'style_key of 120 characters': ({ style_key }) => /^run-[\x21-\x7e]{116}$/.test(style_key),
  'style_key of 120 characters of several bytes': ({ style_key }) =>
    style_key.length === 120 &&
    length(style_key) === 120 &&
    Buffer.byteLength(style_key) > 200 &&
    style_key === style_key.normalize('NFD') &&
    style_key === style_key.normalize('NFKC'),
  'style_key of 1 character': ({ style_key }) => style_key.length === 1,
  'sku of 3 characters': ({ sku }) => /^[\x21-\x7e]{3}$/.test(sku),
  'sku of 120 characters': ({ sku }) => /^run-[\x21-\x7e]{116}$/.test(sku),
  'hs_code of 20 characters': ({ hs_code }) => hs_code?.length === 20,
  'name of 120 characters': ({ name }) => name?.length === 120 && length(name) === 120,
  'descriptions of 2500 characters': ({ descriptions }) =>
    Object.values(descriptions ?? {}).join('') !== '' &&
    Object.values(descriptions ?? {}).every((text) => length(text) === 2500),
  'weight of 0': ({ weight }) => weight === 0,
  'weight of 100000': ({ weight }) => weight === 100_000,
  'quantity of 0': ({ quantity }) => quantity === 0,
  'quantity of 1000000': ({ quantity }) => quantity === 1_000_000,
  '1 image': ({ images }) => images.length === 1,
  '10 images': ({ images }) => new Set(images).size === 10,
  '1 price': ({ prices, countries }) => prices.length === 1 && countries.length === 1,
  'retail price of 0.01': ({ prices }) => prices[0]?.retail_price === 0.01,
  'sale price of 0.01': ({ prices }) => prices[0]?.sale_price === 0.01,
  'sale price equal to the retail price': ({ prices }) => prices[0]?.sale_price === prices[0]?.retail_price,
  'fractions of 0 and 100': (item) => {
    const [cluster] = item.material_composition_textile ?? [];
    return (
      cluster?.components
        .map(({ fraction }) => fraction)
        .sort()
        .join() === '0,100'
    );
  },
  'null in each optional field': (item) =>
    [item.ean, item.hs_code, item.name, item.descriptions, item.second_size, item.quantity].every(
      (value) => value === null,
    ),
  'no optional field': (item) =>
    ['ean', 'hs_code', 'name', 'descriptions', 'second_size', 'quantity'].every(
      (field) => !(field in item),
    ) && 'size' in item === (item.category !== 20),
};

for (const name of productItemBounds) {
  test(`${name}: at the bound, and valid`, () => {
    assertSound(
      () => present(productItemAtBound(reference, 'run-', name)),
      ({ item, bound }) => {
        if (bound !== name) return `named ${bound}`;
        if (!atBound[name](item)) return 'not at the bound';
        const broken = brokenRules(item, reference);
        return broken.length === 0 ? undefined : broken.join('; ');
      },
      30,
    );
  });
}

test('a merchant that can make no such item gets none', () => {
  const noTextile = { ...reference, locales: [], categories: reference.categories.slice(1) };
  expect(productItemAtBound(noTextile, 'run-', 'descriptions of 2500 characters')).toBeUndefined();
  expect(productItemAtBound(noTextile, 'run-', 'fractions of 0 and 100')).toBeUndefined();
});
