import fc from 'fast-check';
import { type ProductItem, productItem } from '../../product-item.js';
import type { ReferenceData } from '../../reference-data.js';
import { type InvalidItem, invalidItem } from '../invalid-item.js';
import { tooLongStyleKey } from '../too-long-style-key.js';

/** A style key past its 120 characters (clause 8.2). */
export function longStyleKey(
  reference: ReferenceData,
  prefix: string,
): fc.Arbitrary<InvalidItem<ProductItem>> {
  return fc
    .tuple(productItem(reference, prefix), tooLongStyleKey(prefix))
    .map(([item, style_key]) =>
      invalidItem(item, 'style_key', 'at most 120 characters', style_key, { style_key }),
    );
}
