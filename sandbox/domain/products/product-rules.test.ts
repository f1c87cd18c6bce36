import { expect, test } from '#unit-test';
import { createCatalogue } from './catalogue.js';
import type { CategoryChoices } from './category-choices.js';
import { mergeProductItem, type ProductItem, type ProductValues } from './product-item.js';
import { productProblems } from './product-rules.js';

const textile: CategoryChoices = {
  composition: 'textile',
  groups: new Map([
    ['color', new Set([1, 2])],
    ['size', new Set([11, 12])],
    ['second_size', new Set([21])],
    ['material_group_name', new Set([31, 32])],
    ['material', new Set([41, 42])],
  ]),
  attributes: new Set([51, 52]),
};
const nonTextile: CategoryChoices = { ...textile, composition: 'non-textile' };
const plain: CategoryChoices = {
  composition: null,
  groups: new Map([['color', new Set([1])]]),
  attributes: new Set(),
};
const categories = new Map([
  [100, textile],
  [200, nonTextile],
  [300, plain],
]);
const markets = ['DE', 'FR'].map((code) => ({
  country: { code, name: code },
  locale: { code: `xx-${code}`, name: code },
  currency: { code: 'EUR', name: 'Euro' },
}));
const component = { cluster_id: 31, components: [{ material_id: 41 }] };
const valid: ProductItem = {
  style_key: 'style',
  sku: 'sku-1',
  color: 1,
  size: 11,
  brand: 7,
  category: 100,
  weight: 1,
  country_of_origin: 'PT',
  attributes: [51],
  material_composition_textile: [cluster(100)],
  prices: [{ country_code: 'DE', retail_price: 10 }],
  images: ['https://images.example/1.jpg'],
};

function problemsOf(change: Partial<ProductItem>, others: readonly Partial<ProductItem>[] = []): string[] {
  const catalogue = createCatalogue();
  for (const other of others) catalogue.put(values(other));
  return productProblems(values(change), {
    markets,
    catalogue,
    brands: new Set([7]),
    choicesOf: (id) => categories.get(id),
  });
}

function values(change: Partial<ProductItem>): ProductValues {
  return mergeProductItem({ ...valid, ...change }, undefined);
}

function cluster(...fractions: number[]) {
  return { cluster_id: 31, components: fractions.map((fraction) => ({ material_id: 41, fraction })) };
}

const without = { material_composition_textile: null };

const accepted: readonly (readonly [string, Partial<ProductItem>])[] = [
  ['the least', {}],
  ['an EAN-13', { ean: '4006381333931' }],
  ['no EAN', { ean: null }],
  ['a second size', { second_size: 21 }],
  ['no second size', { second_size: null }],
  ['descriptions in linked locales', { descriptions: { 'xx-DE': 'a', 'xx-FR': '' } }],
  ['countries with prices', { countries: ['DE'], prices: [{ country_code: 'DE', retail_price: 1 }] }],
  [
    'a price for a linked country beyond',
    { countries: [], prices: [{ country_code: 'FR', retail_price: 1 }] },
  ],
  [
    'a sale price as high as the retail price',
    { prices: [{ country_code: 'DE', retail_price: 1, sale_price: 1 }] },
  ],
  ['no sale price', { prices: [{ country_code: 'DE', retail_price: 1, sale_price: null }] }],
  ['fractions that sum to 100', { material_composition_textile: [cluster(33.3, 33.3, 33.4), cluster(100)] }],
  ['an empty composition of the other kind', { material_composition_non_textile: [] }],
  ['a non-textile composition', { ...without, category: 200, material_composition_non_textile: [component] }],
  [
    'a category without sizes and without a composition',
    { ...without, category: 300, size: null, attributes: [] },
  ],
];

test('products that keep the rules, at their bounds too, are accepted', () => {
  for (const [name, change] of accepted) expect(problemsOf(change), name).toEqual([]);
});

const refused: readonly (readonly [string, Partial<ProductItem>])[] = [
  ['ean', { ean: '4006381333932' }],
  ['ean', { ean: '' }],
  ['ean', { ean: '400638133393' }],
  ['brand 8', { brand: 8 }],
  ['category 101', { category: 101 }],
  ['color 3', { color: 3 }],
  ['size 13', { size: 13 }],
  ['size is missing', { size: null }],
  ['size 11', { ...without, category: 300, attributes: [] }],
  ['second_size 22', { second_size: 22 }],
  ['attributes: 53', { attributes: [51, 53] }],
  ['countries: IT', { countries: ['IT'], prices: [{ country_code: 'DE', retail_price: 1 }] }],
  ['no price for FR', { countries: ['DE', 'FR'] }],
  ['prices: IT', { prices: [...valid.prices, { country_code: 'IT', retail_price: 1 }] }],
  ['one price only', { prices: [...valid.prices, ...valid.prices] }],
  ['sale_price for DE', { prices: [{ country_code: 'DE', retail_price: 1, sale_price: 1.01 }] }],
  ['locale', { descriptions: { 'xx-IT': 'a' } }],
  ['country_of_origin ZZ', { country_of_origin: 'ZZ' }],
  ['takes a textile composition', { material_composition_non_textile: [component] }],
  ['material_composition_textile is missing', without],
  ['material_composition_textile is missing', { material_composition_textile: [] }],
  ['material_composition_non_textile is missing', { ...without, category: 200 }],
  ['takes a non-textile composition', { category: 200, material_composition_textile: [cluster(100)] }],
  [
    'takes no composition',
    { category: 300, size: null, attributes: [], material_composition_textile: [cluster(100)] },
  ],
  ['sum to 99.99', { material_composition_textile: [cluster(50, 49.99)] }],
  ['sum to 100.01', { material_composition_textile: [cluster(100), cluster(50, 50.01)] }],
  ['cluster_id 33', { material_composition_textile: [{ ...cluster(100), cluster_id: 33 }] }],
  [
    'material_id 43',
    { material_composition_textile: [{ cluster_id: 31, components: [{ material_id: 43, fraction: 100 }] }] },
  ],
];

test('products that break one rule are refused for that reason', () => {
  for (const [reason, change] of refused)
    expect(problemsOf(change), JSON.stringify(change)).toEqual([expect.stringContaining(reason)]);
});

test('a variant exists once in a style', () => {
  const taken = [expect.stringContaining('are taken by the sku sku-2')];
  expect(problemsOf({}, [{ sku: 'sku-2' }])).toEqual(taken);
  expect(problemsOf({}, [{ sku: 'sku-1' }])).toEqual([]);
  expect(problemsOf({}, [{ sku: 'sku-2', style_key: 'other' }])).toEqual([]);
  for (const change of [{ color: 2 }, { size: 12 }, { second_size: 21 }])
    expect(problemsOf({}, [{ sku: 'sku-2', ...change }])).toEqual([]);
});

test('all problems of an item are told', () => {
  expect(problemsOf({ brand: 8, color: 3, ean: 'x' })).toHaveLength(3);
});
