import fc from 'fast-check';
import { ownFields, type ProductItem, productItem } from './product-item.js';
import { type CategoryChoices, categoryOf, type ReferenceData, withCategories } from './reference-data.js';

/** The number of variants of a style. */
interface StyleOptions {
  readonly variants: { readonly min: number; readonly max: number };
}

type Combination = Pick<ProductItem, 'color' | 'size' | 'second_size'>;

/** The most colors and sizes to combine: all of them could make thousands of combinations. */
const most = 12;

/**
 * The variants of one style (clause 2.2): they share style_key and everything that describes the style, and differ in
 * sku, ean, quantity and the combination of color, size and second size, which is unique in a style (gap G-02).
 * @param prefix starts style_key and each sku; up to 60 characters
 * @returns the items, at most one for each combination; undefined if no category has enough combinations for `min`
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
    const variantOf = (combination: Combination) =>
      ownFields(prefix).map((own) => ({ ...item, ...combination, ...own }));
    return fc
      .shuffledSubarray(combinations, { minLength: min, maxLength: Math.min(max, combinations.length) })
      .chain((chosen) => fc.tuple(...chosen.map(variantOf)));
  });
}

/** The combinations of the first colors and sizes of a category. */
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

/**
 * A later version of a product item, for an update (clause 1): valid, with the same sku, style_key and category. All
 * other fields are new, so color and sizes may change, too. Name, quantity, weight and images always differ.
 * @param reference must contain the item's category
 * @throws Error when it doesn't
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
