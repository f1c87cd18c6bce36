import fc from 'fast-check';
import { rulesAt, wholeRange } from '../../contract/schemas/request-rules.js';
import type { ItemOf } from '../../contract/types.js';
import { paddedTo, text } from '../text.js';
import { ownKey } from './identifiers.js';
import { price } from './price.js';
import { type CategoryChoices, categoryOf, type ReferenceData, withCategories } from './reference-data.js';

/** A product, in any form that an upsert accepts (clause 2.2). */
export type SubmittedProduct = ItemOf<'upsertProducts'>;

type Nullable = 'ean' | 'hs_code' | 'size' | 'second_size';
type Composition = 'material_composition_textile' | 'material_composition_non_textile';

/** A product with a value in each field: null only where a product may lack it, and a composition if it takes one. */
export type ProductItem = Required<Pick<SubmittedProduct, Nullable>> & {
  readonly [Field in Exclude<keyof SubmittedProduct, Nullable | Composition>]-?: NonNullable<
    SubmittedProduct[Field]
  >;
} & { readonly [Field in Composition]?: NonNullable<SubmittedProduct[Field]> };

/** The textile materials of one part of a product, such as its lining or shell, with their shares in percent. */
export type TextileCluster = NonNullable<ProductItem['material_composition_textile']>[number];

/** The materials of such a part without their shares (gap G-03). */
type NonTextileCluster = NonNullable<ProductItem['material_composition_non_textile']>[number];

const rules = (place: string) => rulesAt('upsertProducts', place);
const isNullable = (place: string) => rules(place)?.isNullable ?? true;

// Built once, because building an arbitrary takes longer than drawing a thousand values.
const digits = rules('hs_code')?.maxLength ?? 20;
const hsCode = fc.stringMatching(new RegExp(`^[0-9]{${Math.min(6, digits)},${Math.min(10, digits)}}$`));
const longestName = rules('name')?.maxLength ?? 120;
/** The part of a name after its prefix. */
const name = textAt('name', Math.max(1, longestName - 32));
/** Far below the bound of the contract, which product-bounds.ts covers: short descriptions are easier to read. */
const description = textAt('descriptions[]', 240);
const fewestImages = rules('images')?.minItems ?? 1;
const mostImages = rules('images')?.maxItems ?? 10;

/**
 * A product item, built from the target's reference data, that obeys every rule of clause 2.2 and of gaps G-02 and
 * G-03, or of the target's mapping of these gaps.
 * @param prefix starts style_key, sku and name, so that people and the run can recognise its products; up to 60
 *   characters
 */
export function productItem(reference: ReferenceData, prefix: string): fc.Arbitrary<ProductItem> {
  const sized = isNullable('size') ? reference : withCategories(reference, ({ sizes }) => sizes.length > 0);
  const { categories } = sized ?? reference;
  return fc.oneof(...categories.map((category) => itemIn(category, reference, prefix)));
}

/** Product items of the wanted categories; undefined if there are none. */
export function itemsOf(
  reference: ReferenceData,
  prefix: string,
  wanted: (category: CategoryChoices) => boolean,
): fc.Arbitrary<ProductItem> | undefined {
  const narrowed = withCategories(reference, wanted);
  return narrowed && productItem(narrowed, prefix);
}

function itemIn(
  category: CategoryChoices,
  reference: ReferenceData,
  prefix: string,
): fc.Arbitrary<ProductItem> {
  const brands = category.brands.length > 0 ? category.brands : reference.brands;
  // Draw prices for all countries and keep those of the chosen ones: `chain` would rebuild the arbitraries every time.
  return fc
    .record({
      style_key: ownKey(prefix),
      sku: ownKey(prefix),
      ean: orNull('ean', gtin(13)),
      hs_code: orNull('hs_code', hsCode),
      name,
      descriptions: descriptions(reference.locales),
      color: fc.constantFrom(...category.colors),
      size: oneOrNull(category.sizes),
      second_size: fc.oneof(fc.constant(null), oneOrNull(category.secondSizes)),
      brand: fc.constantFrom(...brands),
      category: fc.constant(category.id),
      quantity: fc.integer(wholeRange(rules('quantity'))),
      weight: fc.integer(wholeRange(rules('weight'))),
      countries: fc.subarray([...reference.countries], { minLength: 1 }),
      country_of_origin: fc.constantFrom(...reference.countries),
      attributes: attributes(category),
      composition: composition(category),
      prices: fc.tuple(...reference.countries.map(price)),
      images: imageUrls(fewestImages, mostImages, reference.imageUrl),
    })
    .map(({ composition: given, prices, ...item }) => ({
      ...item,
      ...given,
      // Where a name is short, its prefix is too.
      name: prefix.slice(0, Math.max(0, longestName - item.name.length)) + item.name,
      prices: prices.filter(({ country_code }) => item.countries.includes(country_code)),
    }));
}

/** The fields of a product item, other than color and sizes, that differ between the variants of a style. */
function ownFields(prefix: string): fc.Arbitrary<Pick<ProductItem, 'sku' | 'ean' | 'quantity'>> {
  return fc.record({
    sku: ownKey(prefix),
    ean: orNull('ean', gtin(13)),
    quantity: fc.integer(wholeRange(rules('quantity'))),
  });
}

/**
 * A valid trade item number: of 13 digits, an EAN-13 with its check digit (gap G-02). Numbers of 12 and 14 digits have the
 * right check digit, too, but are not an EAN-13.
 */
export function gtin(length: 12 | 13 | 14): fc.Arbitrary<string> {
  return fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length - 1, maxLength: length - 1 })
    .map((digitsBefore) => digitsBefore.join('') + checkDigit(digitsBefore));
}

/** Counted from the right, the first and then every second digit has three times the weight. */
function checkDigit(digitsBefore: readonly number[]): number {
  const sum = digitsBefore
    .toReversed()
    .reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

/**
 * The given number of image URLs that no other product has.
 * @param imageUrl an image that the target accepts: each URL is this one with a different query
 */
export function imageUrls(least: number, most: number, imageUrl?: string): fc.Arbitrary<string[]> {
  const urlOf = (own: string, index: number) =>
    imageUrl === undefined
      ? `https://images.example.com/${own}/${index + 1}.jpg`
      : `${imageUrl}?${own}-${index + 1}`;
  return fc
    .tuple(ownKey(''), fc.integer({ min: least, max: most }))
    .map(([own, count]) => Array.from({ length: count }, (_, index) => urlOf(own, index)));
}

/** Clusters of textile materials; the fractions of each cluster are whole numbers that sum to 100. */
export function textileComposition(category: CategoryChoices): fc.Arbitrary<TextileCluster[]> {
  return clusters(category, (materials) =>
    fc
      .array(fc.integer({ min: 1, max: 99 }), {
        minLength: materials.length - 1,
        maxLength: materials.length - 1,
      })
      .map((cuts) => {
        const fractions = shares(materials.length, cuts);
        return materials.map((material_id, index) => ({ material_id, fraction: fractions[index] ?? 0 }));
      }),
  );
}

/** Clusters of other materials. */
export function nonTextileComposition(category: CategoryChoices): fc.Arbitrary<NonTextileCluster[]> {
  return clusters(category, (materials) => fc.constant(materials.map((material_id) => ({ material_id }))));
}

function clusters<Component>(
  category: CategoryChoices,
  components: (materials: readonly number[]) => fc.Arbitrary<Component[]>,
): fc.Arbitrary<{ cluster_id: number; components: Component[] }[]> {
  const some = (ids: readonly number[], most: number) =>
    fc.subarray([...ids], { minLength: 1, maxLength: Math.min(most, ids.length) });
  const cluster = (cluster_id: number) =>
    some(category.materials, 3)
      .chain(components)
      .map((list) => ({ cluster_id, components: list }));
  return some(category.clusters, 2).chain((ids) => fc.tuple(...ids.map(cluster)));
}

/** Splits 100 at the given places into whole parts, each at least 1. */
function shares(parts: number, cuts: readonly number[]): number[] {
  const places = [...new Set(cuts)].sort((a, b) => a - b);
  const bounds = [0, ...places, 100];
  const whole = bounds.slice(1).map((bound, index) => bound - (bounds[index] ?? 0));
  while (whole.length < parts) {
    const largest = whole.indexOf(Math.max(...whole));
    const half = Math.floor((whole[largest] ?? 0) / 2);
    whole[largest] = (whole[largest] ?? 0) - half;
    whole.push(half);
  }
  return whole;
}

function composition(category: CategoryChoices): fc.Arbitrary<Partial<ProductItem>> {
  if (category.composition === null) return fc.constant({});
  return category.composition === 'textile'
    ? textileComposition(category).map((list) => ({ material_composition_textile: list }))
    : nonTextileComposition(category).map((list) => ({ material_composition_non_textile: list }));
}

function descriptions(locales: readonly string[]): fc.Arbitrary<Record<string, string>> {
  if (locales.length === 0) return fc.constant({});
  return fc.dictionary(fc.constantFrom(...locales), description, { maxKeys: 3, noNullPrototype: true });
}

function attributes(category: CategoryChoices): fc.Arbitrary<number[]> {
  const chosen = category.attributeGroups.map((group) =>
    fc.subarray([...group.attributes], {
      maxLength: group.multiselect ? Math.min(3, group.attributes.length) : 1,
    }),
  );
  return fc.tuple(...chosen).map((lists) => lists.flat());
}

function oneOrNull(ids: readonly number[]): fc.Arbitrary<number | null> {
  return ids.length === 0 ? fc.constant(null) : fc.constantFrom(...ids);
}

/** Sometimes null, if the target's contract allows null. */
function orNull<Value>(place: string, values: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return isNullable(place) ? fc.option(values) : values;
}

/**
 * A text within the bounds of the contract.
 * @param most the maximum number of characters to draw, even if the contract allows more
 */
function textAt(place: string, most: number): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = most } = rules(place) ?? {};
  const drawn = text(Math.min(most, maxLength));
  return minLength === 0 ? drawn : drawn.map((value) => paddedTo(minLength, value, 'x'));
}

type Combination = Pick<ProductItem, 'color' | 'size' | 'second_size'>;

/** The maximum number of colors and of sizes to combine: all of them could make thousands of combinations. */
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
  { variants: { min, max } }: { readonly variants: { readonly min: number; readonly max: number } },
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
 * other fields are new, so color and sizes may change, too. Name, quantity, weight and images always differ; the name
 * begins as the style key does.
 * @param reference must contain the item's category
 * @throws Error when it doesn't
 */
export function changedProductItem(item: ProductItem, reference: ReferenceData): fc.Arbitrary<ProductItem> {
  const narrowed = withCategories(reference, ({ id }) => id === item.category);
  if (narrowed === undefined) throw new Error(`The reference data has no category ${item.category}.`);
  return productItem(narrowed, [...item.style_key].slice(0, 30).join(''))
    .map((drawn) => ({ ...drawn, sku: item.sku, style_key: item.style_key }))
    .filter(
      ({ name, quantity, weight, images }) =>
        name !== item.name &&
        quantity !== item.quantity &&
        weight !== item.weight &&
        images.every((url) => !item.images.includes(url)),
    );
}
