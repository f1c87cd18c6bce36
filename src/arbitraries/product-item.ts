import fc from 'fast-check';
import {
  type Cluster,
  type NonTextileComponent,
  nonTextileComposition,
  type TextileComponent,
  textileComposition,
} from './composition.js';
import { ean } from './ean.js';
import type { CategoryChoices, ReferenceData } from './reference-data.js';

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
  readonly prices: readonly {
    readonly country_code: string;
    readonly retail_price: number;
    readonly sale_price: number | null;
  }[];
  readonly images: readonly string[];
}

/** Built once, as the next one is: building takes longer than drawing a thousand values. */
const hsCode = fc.stringMatching(/^[0-9]{6,10}$/);

/** Up to 40 graphemes and 120 UTF-16 units, not blank. */
const shortText = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((value) => value.slice(0, 120))
  .filter((value) => value.trim() !== '' && value.isWellFormed());

/**
 * A product item that keeps every rule of clause 2.2 and of gaps G-02 and G-03, built from what the target lists.
 * @param prefix begins style_key and sku, so that a run finds its own products again; up to 60 characters
 */
export function productItem(reference: ReferenceData, prefix: string): fc.Arbitrary<ProductItem> {
  return fc.constantFrom(...reference.categories).chain((category) => itemIn(category, reference, prefix));
}

function itemIn(
  category: CategoryChoices,
  reference: ReferenceData,
  prefix: string,
): fc.Arbitrary<ProductItem> {
  const brands = category.brands.length > 0 ? category.brands : reference.brands;
  const identity = fc.uuid().map((uuid) => `${prefix}${uuid.slice(0, 18)}`);
  return fc
    .record({
      style_key: identity,
      sku: identity,
      ean: fc.option(ean()),
      hs_code: fc.option(hsCode),
      name: shortText,
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
      images: fc.uniqueArray(
        fc.uuid().map((uuid) => `https://images.example.com/${uuid}.jpg`),
        { minLength: 1, maxLength: 10 },
      ),
    })
    .chain((item) =>
      fc
        .record({ composition: composition(category), prices: fc.tuple(...item.countries.map(price)) })
        .map(({ composition: given, prices }) => ({ ...item, ...given, prices })),
    );
}

function descriptions(locales: readonly string[]): fc.Arbitrary<Record<string, string>> {
  if (locales.length === 0) return fc.constant({});
  return fc.dictionary(fc.constantFrom(...locales), shortText, { maxKeys: 3, noNullPrototype: true });
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

/** Prices with two decimals: cents are drawn, so that no value is lost in a conversion. */
function price(country_code: string): fc.Arbitrary<ProductItem['prices'][number]> {
  return fc.integer({ min: 100, max: 100_000 }).chain((retail) =>
    fc.option(fc.integer({ min: 1, max: retail })).map((sale) => ({
      country_code,
      retail_price: retail / 100,
      sale_price: sale === null ? null : sale / 100,
    })),
  );
}

function oneOrNull(ids: readonly number[]): fc.Arbitrary<number | null> {
  return ids.length === 0 ? fc.constant(null) : fc.constantFrom(...ids);
}
