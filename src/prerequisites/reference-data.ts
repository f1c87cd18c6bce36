import type { CategoryChoices, ReferenceData } from '../arbitraries/reference-data.js';
import type { Client } from '../client/client.js';
import type { SuccessBodyOf } from '../contract/types.js';
import { Blocked } from '../verdicts/interruptions.js';
import { bodyOf } from './body-of.js';

type AttributeGroup = SuccessBodyOf<'getAttributeGroups'>[number];
type Category = SuccessBodyOf<'listCategories'>['items'][number];

/** Categories whose attribute groups are read: one of each composition type is enough for most tests. */
const compositionTypes = ['textile', 'non-textile'] as const;
const rolesOfGroups = ['color', 'size', 'second_size', 'brand', 'material', 'material_group_name'];

/**
 * Reads what a product can be built from, as a merchant's tool would (clause 4.7, steps 1 to 3).
 * @throws Blocked when the target lists nothing that a product could be built from
 */
export async function readReferenceData(api: Client): Promise<ReferenceData> {
  const { countries, locales } = bodyOf(await api.listCountries());
  const brands = bodyOf(await api.listBrands());
  const { items } = bodyOf(await api.listCategories({ query: { per_page: 100 } }));
  const categories: CategoryChoices[] = [];
  for (const type of compositionTypes) {
    const choices = await firstUsable(
      api,
      items.filter((category) => category.material_composition_type === type),
    );
    if (choices !== undefined) categories.push(choices);
  }
  if (countries.length === 0 || brands.length === 0 || categories.length === 0) {
    throw new Blocked(
      'the reference data offers no country, no brand, or no category from which a product can be built',
    );
  }
  return {
    countries: countries.map(({ code }) => code),
    locales: locales.map(({ code }) => code),
    brands: brands.map(({ id }) => id),
    categories,
  };
}

/** The first category that has colors, materials and clusters; a few are tried, so that the rate limit is spared. */
async function firstUsable(
  api: Client,
  categories: readonly Category[],
): Promise<CategoryChoices | undefined> {
  for (const category of categories.slice(0, 5)) {
    const choices = choicesIn(category, bodyOf(await api.getAttributeGroups({ path: { id: category.id } })));
    if (choices.colors.length > 0 && choices.clusters.length > 0 && choices.materials.length > 0)
      return choices;
  }
  return undefined;
}

function choicesIn(category: Category, groups: SuccessBodyOf<'getAttributeGroups'>): CategoryChoices {
  const idsOf = (group: AttributeGroup) => group.attributes.map(({ id }) => id);
  const named = (name: string) => groups.filter((group) => group.name === name).flatMap(idsOf);
  return {
    id: category.id,
    composition: category.material_composition_type,
    colors: named('color'),
    sizes: named('size'),
    secondSizes: named('second_size'),
    brands: named('brand'),
    clusters: named('material_group_name'),
    materials: named('material'),
    attributeGroups: groups
      .filter((group) => !rolesOfGroups.includes(group.name))
      .map((group) => ({ multiselect: group.is_multiselect === true, attributes: idsOf(group) })),
  };
}
