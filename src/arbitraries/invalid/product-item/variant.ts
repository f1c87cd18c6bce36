import type fc from 'fast-check';
import { type ProductItem, productItem } from '../../product-item.js';
import { type ReferenceData, withCategories } from '../../reference-data.js';
import { styleOf } from '../../style.js';
import { type InvalidItem, invalidItem } from '../invalid-item.js';

/**
 * Two variants of one style, of which the second has color, size and second size of the first (gap G-02).
 * @returns the two items, as they are to be sent in one batch or one after the other; undefined where no category has
 * two combinations
 */
export function sameVariantTwice(
  reference: ReferenceData,
  prefix: string,
): fc.Arbitrary<InvalidItem<readonly ProductItem[]>> | undefined {
  return styleOf(reference, prefix, { variants: { min: 2, max: 2 } })?.map((items) => {
    const [first, second] = items;
    const { color, size, second_size } = first ?? {};
    return {
      valid: items,
      invalid: [first, { ...second, color, size, second_size }],
      violation: `color: with size and second_size unique in a style, here ${JSON.stringify([color, size, second_size])} twice`,
      field: 'color',
    };
  });
}

/**
 * A product of a category that has sizes with null for its size (gap G-02). It isn't left out: an update could take that
 * for the size from before.
 * @returns undefined where no category has sizes
 */
export function withoutSize(
  reference: ReferenceData,
  prefix: string,
): fc.Arbitrary<InvalidItem<ProductItem>> | undefined {
  const narrowed = withCategories(reference, ({ sizes }) => sizes.length > 0);
  if (narrowed === undefined) return undefined;
  return productItem(narrowed, prefix).map((item) =>
    invalidItem(item, 'size', 'required in a category that has sizes', null, { size: null }),
  );
}
