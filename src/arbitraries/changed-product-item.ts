import type fc from 'fast-check';
import { type ProductItem, productItem } from './product-item.js';
import { type ReferenceData, withCategories } from './reference-data.js';

/**
 * A later version of a product item for an update (clause 1): valid, of the same sku, style_key and category, all other
 * fields drawn anew, so that color and sizes may change too. Name, quantity, weight and images always differ.
 * @param reference holds the item's category
 * @throws Error where it doesn't
 */
export function changedProductItem(item: ProductItem, reference: ReferenceData): fc.Arbitrary<ProductItem> {
  const narrowed = withCategories(reference, ({ id }) => id === item.category);
  if (narrowed === undefined) throw new Error(`The reference data has no category ${item.category}.`);
  return productItem(narrowed, '')
    .map((drawn) => ({ ...drawn, sku: item.sku, style_key: item.style_key }))
    .filter(
      ({ name, quantity, weight, images }) =>
        name !== item.name &&
        quantity !== item.quantity &&
        weight !== item.weight &&
        images.every((url) => !item.images.includes(url)),
    );
}
