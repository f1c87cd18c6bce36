import fc from 'fast-check';
import {
  type Cluster,
  type NonTextileComponent,
  nonTextileComposition,
  type TextileComponent,
  textileComposition,
} from './composition.js';
import { ean } from './ean.js';
import { imageUrls } from './image-urls.js';
import { ownKey } from './own-key.js';
import { type Price, price } from './price.js';
import type { CategoryChoices, ReferenceData } from './reference-data.js';
import { text } from './text.js';

/** A product as the upsert takes it (clause 2.2). */
export interface ProductItem {
  readonly style_key: string;
  readonly sku: string;
  readonly ean: string | null;
  readonly hs_code: string | null;
  readonly name: string;
  readonly descriptions: Readonly<Record<string, string>>;
  readonly color: number;
  readonly size: number | null;
  readonly second_size: number | null;
  readonly brand: number;
  readonly category: number;
  readonly quantity: number;
  readonly weight: number;
  readonly countries: readonly string[];
  readonly country_of_origin: string;
  readonly attributes: readonly number[];
  readonly material_composition_textile?: readonly Cluster<TextileComponent>[];
  readonly material_composition_non_textile?: readonly Cluster<NonTextileComponent>[];
  readonly prices: readonly Price[];
  readonly images: readonly string[];
}

/** Built once, as those below are: building takes longer than drawing a thousand values. */
const hsCode = fc.stringMatching(/^[0-9]{6,10}$/);
const name = text(120);
/** Far below the bound of 2500 characters, which product-item-at-bound.ts goes to: short ones are quicker to read. */
const description = text(240);

/**
 * A product item that keeps every rule of clause 2.2 and of gaps G-02 and G-03, built from what the target lists.
 * @param prefix begins style_key and sku, so that a run finds its own products again; up to 60 characters
 */
export function productItem(reference: ReferenceData, prefix: string): fc.Arbitrary<ProductItem> {
  return fc.oneof(...reference.categories.map((category) => itemIn(category, reference, prefix)));
}

function itemIn(
  category: CategoryChoices,
  reference: ReferenceData,
  prefix: string,
): fc.Arbitrary<ProductItem> {
  const brands = category.brands.length > 0 ? category.brands : reference.brands;
  // Prices of all countries are drawn, and those of the chosen ones kept: a chain would build them anew each time.
  return fc
    .record({
      style_key: ownKey(prefix),
      sku: ownKey(prefix),
      ean: fc.option(ean()),
      hs_code: fc.option(hsCode),
      name,
      descriptions: descriptions(reference.locales),
      color: fc.constantFrom(...category.colors),
      size: oneOrNull(category.sizes),
      second_size: fc.oneof(fc.constant(null), oneOrNull(category.secondSizes)),
      brand: fc.constantFrom(...brands),
      category: fc.constant(category.id),
      quantity: fc.integer({ min: 0, max: 1_000_000 }),
      weight: fc.integer({ min: 0, max: 100_000 }),
      countries: fc.subarray([...reference.countries], { minLength: 1 }),
      country_of_origin: fc.constantFrom(...reference.countries),
      attributes: attributes(category),
      composition: composition(category),
      prices: fc.tuple(...reference.countries.map(price)),
      images: imageUrls(1, 10),
    })
    .map(({ composition: given, prices, ...item }) => ({
      ...item,
      ...given,
      prices: prices.filter(({ country_code }) => item.countries.includes(country_code)),
    }));
}

function descriptions(locales: readonly string[]): fc.Arbitrary<Record<string, string>> {
  if (locales.length === 0) return fc.constant({});
  return fc.dictionary(fc.constantFrom(...locales), description, { maxKeys: 3, noNullPrototype: true });
}

function composition(category: CategoryChoices): fc.Arbitrary<Partial<ProductItem>> {
  if (category.composition === null) return fc.constant({});
  return category.composition === 'textile'
    ? textileComposition(category).map((clusters) => ({ material_composition_textile: clusters }))
    : nonTextileComposition(category).map((clusters) => ({ material_composition_non_textile: clusters }));
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
