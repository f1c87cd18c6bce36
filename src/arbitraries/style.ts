import fc from 'fast-check';
import { ean } from './ean.js';
import { ownKey } from './own-key.js';
import { type ProductItem, productItem } from './product-item.js';
import { type CategoryChoices, categoryOf, type ReferenceData, withCategories } from './reference-data.js';

/** How many variants a style has. */
export interface StyleOptions {
  readonly variants: { readonly min: number; readonly max: number };
}

type Combination = Pick<ProductItem, 'color' | 'size' | 'second_size'>;

/** Enough of each to choose from; the combinations of all would be thousands. */
const most = 12;

/**
 * The variants of one style (clause 2.2): they share style_key and all that describes the style, and differ in sku, ean,
 * quantity and the combination of color, size and second size, which is unique in a style (gap G-02).
 * @param prefix begins style_key and each sku; up to 60 characters
 * @returns items, no more than there are combinations; undefined where no category has enough for the least number
 */
export function styleOf(
  reference: ReferenceData,
  prefix: string,
  { variants: { min, max } }: StyleOptions,
): fc.Arbitrary<ProductItem[]> | undefined {
  const narrowed = withCategories(reference, (category) => combinationsOf(category).length >= min);
  if (narrowed === undefined) return undefined;
  return productItem(narrowed, prefix).chain((item) => {
    const combinations = combinationsOf(categoryOf(reference, item.category));
    return fc
      .shuffledSubarray(combinations, { minLength: min, maxLength: Math.min(max, combinations.length) })
      .chain((chosen) => fc.tuple(...chosen.map((combination) => variantOf(item, combination, prefix))));
  });
}

function variantOf(item: ProductItem, combination: Combination, prefix: string): fc.Arbitrary<ProductItem> {
  return fc
    .record({ sku: ownKey(prefix), ean: fc.option(ean()), quantity: fc.integer({ min: 0, max: 1_000_000 }) })
    .map((own) => ({ ...item, ...combination, ...own }));
}

/** The combinations of a category, as far as its first colors and sizes go. */
function combinationsOf({ colors, sizes, secondSizes }: CategoryChoices): Combination[] {
  const firstSizes = sizes.length === 0 ? [null] : sizes.slice(0, most);
  return colors
    .slice(0, most)
    .flatMap((color) =>
      firstSizes.flatMap((size) =>
        [null, ...secondSizes.slice(0, most)].map((second_size) => ({ color, size, second_size })),
      ),
    );
}
