import type { Merchant } from '../domain/merchant.js';
import type { Merchants } from '../domain/merchants.js';
import type { ProductItem } from '../domain/products/product-item.js';

/** A valid item for the merchant, from the first category with sizes that takes a textile composition. */
export function productItem(
  merchants: Merchants,
  merchant: Merchant,
  change: Partial<ProductItem> = {},
): ProductItem {
  const category = merchants.referenceData.categories.find(
    ({ id, material_composition_type }) =>
      material_composition_type === 'textile' && merchants.choicesOf(id)?.groups.has('size'),
  );
  const choices = merchants.choicesOf(category?.id ?? 0);
  const [market] = merchant.markets;
  if (category === undefined || choices === undefined || market === undefined)
    throw new Error('no reference data');
  const first = (ids: Iterable<number> | undefined) => [...(ids ?? [])][0] ?? 0;
  return {
    style_key: 'style-1',
    sku: 'sku-1',
    ean: '4006381333931',
    name: 'A dress',
    descriptions: { [market.locale.code]: 'Red and long' },
    color: first(choices.groups.get('color')),
    size: first(choices.groups.get('size')),
    second_size: null,
    brand: first(merchants.brandIds),
    category: category.id,
    quantity: 5,
    weight: 250,
    countries: [market.country.code],
    country_of_origin: 'PT',
    attributes: [first(choices.attributes)],
    material_composition_textile: [
      {
        cluster_id: first(choices.groups.get('material_group_name')),
        components: [{ material_id: first(choices.groups.get('material')), fraction: 100 }],
      },
    ],
    prices: [{ country_code: market.country.code, retail_price: 49.9, sale_price: 39.9 }],
    images: ['https://images.example/1.jpg'],
    ...change,
  };
}
