import fc from 'fast-check';

/** The data from which a merchant builds a product, as the target lists it (clause 4.7). Ids are the target's own. */
export interface ReferenceData {
  /** Codes of the countries linked to the merchant. */
  readonly countries: readonly string[];
  /** Codes of the locales linked to the merchant. */
  readonly locales: readonly string[];
  readonly brands: readonly number[];
  /** Categories with their attribute groups read; at least one. */
  readonly categories: readonly CategoryChoices[];
}

/** The choices in one category. */
export interface CategoryChoices {
  readonly id: number;
  readonly composition: 'textile' | 'non-textile' | null;
  readonly colors: readonly number[];
  /** Empty where the category has no sizes; otherwise a product needs one. */
  readonly sizes: readonly number[];
  readonly secondSizes: readonly number[];
  /** Brands of the category's own group; empty where it has none. */
  readonly brands: readonly number[];
  /** Ids of material groups, as composition clusters take them. */
  readonly clusters: readonly number[];
  readonly materials: readonly number[];
  readonly attributeGroups: readonly {
    readonly multiselect: boolean;
    readonly attributes: readonly number[];
  }[];
}

/** The same reference data with the wanted categories alone; undefined where there is none. */
export function withCategories(
  reference: ReferenceData,
  wanted: (category: CategoryChoices) => boolean,
): ReferenceData | undefined {
  const categories = reference.categories.filter(wanted);
  return categories.length === 0 ? undefined : { ...reference, categories };
}

/** The same reference data with the categories that have second sizes, or with all where none has. */
export function preferringSecondSizes(reference: ReferenceData): ReferenceData {
  return withCategories(reference, ({ secondSizes }) => secondSizes.length > 0) ?? reference;
}

/** The choices of one category. @throws Error where the reference data lacks the category */
export function categoryOf(reference: ReferenceData, id: number): CategoryChoices {
  const category = reference.categories.find((each) => each.id === id);
  if (category === undefined) throw new Error(`The reference data has no category ${id}.`);
  return category;
}

/** Codes of real countries to which few merchants sell: only the missing link speaks against them. */
const remote = ['AQ', 'BV', 'TV', 'NU', 'KI', 'FJ', 'BT', 'MN', 'PY', 'UZ', 'JP', 'BR', 'CA', 'KE'];

/** Countries where fashion marketplaces sell: other merchants are linked to those that one merchant is not linked to. */
const near = [
  ...['AT', 'BE', 'BG', 'CH', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GB', 'GR', 'HR', 'HU'],
  ...['IE', 'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK', 'TR', 'US'],
];

/**
 * Codes of countries that are not linked to the merchant (clause 2.2 rule 1), the ones that others sell to first.
 * @param linked codes of the linked countries
 */
export function unlinkedCountries(linked: readonly string[]): readonly string[] {
  return [...near, ...remote].filter((code) => !linked.includes(code));
}

/**
 * The code of a country that is not linked to the merchant (clause 2.2 rule 1).
 * @param linked codes of the linked countries
 * @returns undefined where all known countries are linked
 */
export function unlinkedCountry(linked: readonly string[]): fc.Arbitrary<string> | undefined {
  const others = unlinkedCountries(linked);
  return others.length === 0 ? undefined : fc.constantFrom(...others);
}
