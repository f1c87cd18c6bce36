/** A node of the category tree, in the API's shape (clause 4.6, gap G-05). */
export interface Category {
  id: number;
  name: string;
  /** The names from the root down, like "Women > Clothing > Dresses". */
  path: string;
  /** The id of the node above; null for a root. */
  parent_id: number | null;
  /** Which composition products of the category carry (clause 2.2 rule 3); null when they carry none. */
  material_composition_type: 'textile' | 'non-textile' | null;
}

/** One choice in an attribute group: a color, a size, a brand, a material, ... (clause 2.2 rule 4). */
export interface GroupEntry {
  id: number;
  name: string;
  /** The name that shoppers see. */
  frontend_name: string;
  /** Worth preselecting in this category (clause 2.2 rule 4); never false, but left out. */
  is_default?: true;
}

/** A list of choices for one property of the products of a category (clause 4.6, gap G-05). */
export interface AttributeGroup {
  id: number;
  name: string;
  frontend_name: string;
  attributes: readonly GroupEntry[];
  /** Several entries may be chosen; left out when only one may. */
  is_multiselect?: true;
}

/** A brand that a product may carry (clause 4.6, gap G-05). */
export interface Brand {
  id: number;
  name: string;
}

/** A country of the marketplace with the language of its shop and its currency (gap G-05). */
export interface Market {
  country: { code: string; name: string };
  locale: { code: string; name: string };
  currency: { code: string; name: string };
}

/** All that a merchant looks up before building a product (clauses 1 and 4.7). */
export interface ReferenceData {
  /** Parents before their children. */
  categories: readonly Category[];
  brands: readonly Brand[];
  markets: readonly Market[];
  /** The groups of a category; undefined when there is no category with this id. */
  attributeGroups(categoryId: number): readonly AttributeGroup[] | undefined;
}
