import fc from 'fast-check';
import { type ProductItem, productItem } from '../../product-item.js';
import type { ReferenceData } from '../../reference-data.js';
import { type InvalidItem, invalidItem } from '../invalid-item.js';

/** The fields that each product item needs (gap G-02). */
export const requiredProductFields = [
  'style_key',
  'sku',
  'color',
  'brand',
  'category',
  'weight',
  'country_of_origin',
  'attributes',
  'prices',
  'images',
] as const satisfies readonly (keyof ProductItem)[];
export type RequiredProductField = (typeof requiredProductFields)[number];

/**
 * A product item without a required field: left out, or null (gap G-02). Without prices it has no countries of publication
 * either, which may be left out and would miss their prices.
 */
export function withoutField(
  reference: ReferenceData,
  prefix: string,
  field: RequiredProductField,
): fc.Arbitrary<InvalidItem<ProductItem>> {
  return fc.tuple(productItem(reference, prefix), fc.constantFrom(undefined, null)).map(([item, put]) =>
    invalidItem(item, field, 'required', put, {
      ...(field === 'prices' ? { countries: undefined } : {}),
      [field]: put,
    }),
  );
}
