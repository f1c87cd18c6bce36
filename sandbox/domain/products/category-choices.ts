import type { ReferenceData } from '../reference-data.js';

/** What a product of one category can be made of: the ids that each attribute group offers. */
export interface CategoryChoices {
  composition: 'textile' | 'non-textile' | null;
  /** Ids by the name of the group; a group that the category does not have is missing. */
  groups: ReadonlyMap<string, ReadonlySet<number>>;
  /** The ids of the groups that are no field of their own. */
  attributes: ReadonlySet<number>;
}

const GROUPS_WITH_A_FIELD = new Set([
  'color',
  'size',
  'second_size',
  'brand',
  'material',
  'material_group_name',
]);

/** Looks up the choices of a category by its id; undefined when there is none. Remembers what it has built. */
export function createCategoryChoices(
  data: ReferenceData,
): (categoryId: number) => CategoryChoices | undefined {
  const categories = new Map(data.categories.map((category) => [category.id, category]));
  const built = new Map<number, CategoryChoices>();

  return (categoryId) => {
    const known = built.get(categoryId);
    const category = categories.get(categoryId);
    if (known !== undefined || category === undefined) return known;
    const groups = data.attributeGroups(categoryId) ?? [];
    const ids = groups.map(
      ({ name, attributes }) =>
        [name, new Set(attributes.map(({ id }) => id))] satisfies [string, Set<number>],
    );
    const choices: CategoryChoices = {
      composition: category.material_composition_type,
      groups: new Map(ids),
      attributes: new Set(ids.flatMap(([name, set]) => (GROUPS_WITH_A_FIELD.has(name) ? [] : [...set]))),
    };
    built.set(categoryId, choices);
    return choices;
  };
}
