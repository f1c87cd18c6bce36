import type fc from 'fast-check';
import type { ProductItem } from '../../product-item.js';
import type { ReferenceData } from '../../reference-data.js';
import type { InvalidItem } from '../invalid-item.js';
import { compositionBounds } from './composition-bounds.js';
import { fieldBounds } from './field-bounds.js';
import { priceBounds } from './price-bounds.js';

const bounds = { ...fieldBounds, ...priceBounds, ...compositionBounds };

export type ProductBoundName = keyof typeof bounds;

/** The bounds of gap G-02, each named for what passes it, as `sku of 2 characters`. */
export const productBoundNames = Object.keys(bounds).filter(
  (name): name is ProductBoundName => name in bounds,
);

/**
 * A product item past one bound of gap G-02. product-item-at-bound.ts has the items that just keep them.
 * @param name one of productBoundNames
 * @returns undefined where the reference data gives no item that has the bound
 */
export function pastBound(
  reference: ReferenceData,
  prefix: string,
  name: ProductBoundName,
): fc.Arbitrary<InvalidItem<ProductItem>> | undefined {
  return bounds[name](reference, prefix);
}
