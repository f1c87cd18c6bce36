import fc from 'fast-check';

/**
 * The data that a merchant needs to build a product, as listed by the target (clause 4.7). Ids are the target's own.
 */
export interface ReferenceData {
  /** Codes of the countries linked to the merchant. */
  readonly countries: readonly string[];
  /** Codes of the locales linked to the merchant. */
  readonly locales: readonly string[];
  readonly brands: readonly number[];
  /** The categories whose attribute groups the suite has read; at least one. */
  readonly categories: readonly CategoryChoices[];
  /** An image that the target accepts; if absent, the target is assumed to accept any image. */
  readonly imageUrl?: string;
}

/** The choices in one category. */
export interface CategoryChoices {
  readonly id: number;
  readonly composition: 'textile' | 'non-textile' | null;
  readonly colors: readonly number[];
  /** Empty if the category has no sizes; otherwise a product needs one. */
  readonly sizes: readonly number[];
  readonly secondSizes: readonly number[];
  /** The brands of the category's own group; empty if it has none. */
  readonly brands: readonly number[];
  /** The ids of material groups, for the clusters of a composition. */
  readonly clusters: readonly number[];
  readonly materials: readonly number[];
  readonly attributeGroups: readonly {
    readonly multiselect: boolean;
    readonly attributes: readonly number[];
  }[];
}

/**
 * Draws values from the target's reference data.
 * @param prefix starts keys and names; up to 60 characters
 * @returns undefined if the reference data allows no such value
 */
export type DrawnFrom<Value> = (reference: ReferenceData, prefix: string) => fc.Arbitrary<Value> | undefined;

/** The same reference data with only the wanted categories; undefined if there are none. */
export function withCategories(
  reference: ReferenceData,
  wanted: (category: CategoryChoices) => boolean,
): ReferenceData | undefined {
  const categories = reference.categories.filter(wanted);
  return categories.length === 0 ? undefined : { ...reference, categories };
}

/** The choices of one category. @throws Error when the reference data lacks the category */
export function categoryOf(reference: ReferenceData, id: number): CategoryChoices {
  const category = reference.categories.find((each) => each.id === id);
  if (category === undefined) throw new Error(`The reference data has no category ${id}.`);
  return category;
}

/** Codes of real countries to which few merchants sell: the missing link is the only thing wrong with them. */
const remote = ['AQ', 'BV', 'TV', 'NU', 'KI', 'FJ', 'BT', 'MN', 'PY', 'UZ', 'JP', 'BR', 'CA', 'KE'];

/** Countries where fashion marketplaces sell: if one merchant is not linked to such a country, others probably are. */
const near = [
  ...['AT', 'BE', 'BG', 'CH', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GB', 'GR', 'HR', 'HU'],
  ...['IE', 'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK', 'TR', 'US'],
];

/**
 * Codes of countries that are not linked to the merchant (clause 2.2 rule 1); the first ones are countries that other
 * merchants sell to.
 * @param linked codes of the linked countries
 */
export function unlinkedCountries(linked: readonly string[]): readonly string[] {
  return [...near, ...remote].filter((code) => !linked.includes(code));
}

/**
 * The code of a country that is not linked to the merchant (clause 2.2 rule 1).
 * @param linked codes of the linked countries
 * @returns undefined if all known countries are linked
 */
export function unlinkedCountry(linked: readonly string[]): fc.Arbitrary<string> | undefined {
  const others = unlinkedCountries(linked);
  return others.length === 0 ? undefined : fc.constantFrom(...others);
}
