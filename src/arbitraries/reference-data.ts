/** What a merchant can choose from when it builds a product, as the target lists it (clause 4.7). Ids are the target's own. */
export interface ReferenceData {
  /** Codes of the countries linked to the merchant. */
  readonly countries: readonly string[];
  /** Codes of the locales linked to the merchant. */
  readonly locales: readonly string[];
  readonly brands: readonly number[];
  /** Categories with their attribute groups read; at least one. */
  readonly categories: readonly CategoryChoices[];
}

/** What may be chosen in one category. */
export interface CategoryChoices {
  readonly id: number;
  readonly composition: 'textile' | 'non-textile' | null;
  readonly colors: readonly number[];
  /** Empty where the category has no sizes; else a size is mandatory. */
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
