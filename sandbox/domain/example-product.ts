import type { Merchant, Merchants } from './merchants.js';
import { mergeProductItem, type ProductItem } from './products.js';

/** A valid item for a merchant, from the first category with sizes that takes a textile composition. */
export function exampleItem(
  { referenceData, choicesOf, brandIds }: Merchants,
  { markets: [market] }: Merchant,
): ProductItem {
  const choices = referenceData.categories
    .map(({ id }) => ({ category: id, ...choicesOf(id) }))
    .find(({ composition, groups }) => composition === 'textile' && groups?.has('size'));
  if (choices === undefined || market === undefined) throw new Error('no reference data');
  const first = (ids: Iterable<number> | undefined) => [...(ids ?? [])][0] ?? 0;
  const firstOf = (group: string) => first(choices.groups?.get(group));
  const components = [{ material_id: firstOf('material'), fraction: 100 }];
  return {
    style_key: 'style-1',
    sku: 'sku-1',
    ean: '4006381333931',
    name: 'A dress',
    descriptions: { [market.locale.code]: 'Red and long' },
    color: firstOf('color'),
    size: firstOf('size'),
    second_size: null,
    brand: first(brandIds),
    category: choices.category,
    quantity: 5,
    weight: 250,
    countries: [market.country.code],
    country_of_origin: 'PT',
    attributes: [first(choices.attributes)],
    material_composition_textile: [{ cluster_id: firstOf('material_group_name'), components }],
    prices: [{ country_code: market.country.code, retail_price: 49.9, sale_price: 39.9 }],
    images: ['https://images.example/1.jpg'],
  };
}

/** The fields of an item that is sold in all countries of a merchant. */
export function soldEverywhere({ markets }: Merchant): Pick<ProductItem, 'countries' | 'prices'> {
  const countries = markets.map(({ country }) => country.code);
  const prices = countries.map((country_code) => ({ country_code, retail_price: 49.9, sale_price: 39.9 }));
  return { countries, prices };
}

/** Gives a merchant an active product that is sold in all of its countries, as if it had been upserted and published. */
export function addActiveProduct(merchants: Merchants, merchant: Merchant): void {
  const { catalogue } = merchant;
  let number = 1;
  while (catalogue.find(`sandbox-${number}`) !== undefined) number++;
  const key = `sandbox-${number}`;
  const item = { ...exampleItem(merchants, merchant), ...soldEverywhere(merchant), sku: key, style_key: key };
  catalogue.put(mergeProductItem(item, undefined), 'active');
}
