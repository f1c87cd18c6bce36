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

/** The same reference data with only those categories that are wanted; undefined where there is none. */
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
