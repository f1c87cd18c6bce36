import type { SuccessBodyOf } from '../../contract/types.js';
import { member } from '../../contract/values/path.js';
import type { CategoryChoices, ReferenceData } from '../../data/valid/reference-data.js';
import type { Client } from '../../http/client.js';
import { Blocked } from '../../verdicts/finding.js';
import { bodyIfAny, bodyOf, largestPage, type Needed } from './responses.js';

type AttributeGroup = Needed<SuccessBodyOf<'getAttributeGroups'>, (typeof ofGroup)[number]>[number];
type Category = Needed<SuccessBodyOf<'listCategories'>, 'items.*.id'>['items'][number];

/** The fields from which a product is built: the rest of the lists is not read. */
const ofCategory = ['items.*.id', 'items.*.material_composition_type'] as const;
const ofGroup = ['*.name', '*.attributes.*.id'] as const;

/** One category of each composition type is enough for most tests. */
const compositionTypes = ['textile', 'non-textile'] as const;
const rolesOfGroups = ['color', 'size', 'second_size', 'brand', 'material', 'material_group_name'];

/**
 * The maximum number of categories whose attribute groups are read to find a suitable one: each read counts towards the
 * rate limit.
 */
const mostReads = 5;
/** The same for second sizes, which few kinds of products have. */
const mostReadsForSecondSizes = 15;

/** What all merchants of a target choose from. */
type Choices = Pick<ReferenceData, 'brands' | 'categories'>;

/** The choices of a target that have been read, with and without a category that has second sizes (clause 2.2). */
export type KnownChoices = Partial<Record<'plain' | 'withSecondSizes', Choices>>;

/**
 * Reads what a product can be built from, as a merchant's tool would (clause 4.7, steps 1 to 3).
 * @param imageUrl an image that the target accepts, if the configuration names one
 * @param known the choices that were read before; what is read now is added to them
 * @param kind whether to look for a category with second sizes; there is none if a few reads don't find it
 * @throws Blocked if the target lists too little to build a product from
 */
export async function readReferenceData(
  api: Client,
  imageUrl?: string,
  known: KnownChoices = {},
  kind: keyof KnownChoices = 'plain',
): Promise<ReferenceData> {
  // Each merchant has its own countries.
  const { countries, locales } = bodyOf(await api.listCountries(), 'countries.*.code', 'locales.*.code');
  if (countries.length === 0) throw new Blocked('the reference data offers no country');
  // Only what has arrived is kept: a test that is interrupted leaves the reading to the next one.
  known[kind] ??= await readChoices(api, kind);
  return {
    countries: countries.map(({ code }) => code),
    locales: locales.map(({ code }) => code),
    ...known[kind],
    imageUrl,
  };
}

async function readChoices(api: Client, kind: keyof KnownChoices): Promise<Choices> {
  const listed = await listedCategories(api);
  const categories: CategoryChoices[] = [];
  for (const type of compositionTypes) {
    const ofType = listed.filter((category) => compositionOf(category) === type);
    categories.push(...(await firstUsable(api, ofType.slice(0, mostReads), () => true)));
  }
  if (categories.length === 0)
    throw new Blocked('the reference data offers no category from which a product can be built');
  if (kind === 'withSecondSizes' && !categories.some(hasSecondSizes)) {
    const isKnown = ({ id }: Category) => categories.some((each) => each.id === id);
    const others = oneOfEachParent(listed).filter((category) => !isKnown(category));
    categories.push(...(await firstUsable(api, others.slice(0, mostReadsForSecondSizes), hasSecondSizes)));
  }
  return { brands: await listedBrands(api, categories), categories };
}

function hasSecondSizes({ secondSizes }: CategoryChoices): boolean {
  return secondSizes.length > 0;
}

/**
 * The ids of the listed brands. If every category has its own brands, a product can be built without them.
 * @throws Blocked if a category needs them and there are none
 */
async function listedBrands(api: Client, categories: readonly CategoryChoices[]): Promise<readonly number[]> {
  const listed = await api.listBrands();
  const isNeeded = categories.some(({ brands }) => brands.length === 0);
  const ids = (isNeeded ? bodyOf(listed, '*.id') : bodyIfAny(listed, '*.id'))?.map(({ id }) => id) ?? [];
  if (isNeeded && ids.length === 0) throw new Blocked('the reference data offers no brand for a product');
  return ids;
}

async function listedCategories(api: Client): Promise<readonly Category[]> {
  const listed = await api.listCategories({ query: { per_page: largestPage('listCategories') } });
  const { items } = bodyOf(listed, 'items.*.id');
  // A category without a composition may omit the type; if all do, nothing shows what to build from.
  return items.some((category) => compositionOf(category) !== null)
    ? items
    : bodyOf(listed, ...ofCategory).items;
}

/** Of the categories with a known composition, the first below each parent: its siblings are probably similar. */
function oneOfEachParent(categories: readonly Category[]): readonly Category[] {
  const known = categories.filter((category) => compositionOf(category) !== null);
  const parentOf = (category: Category) => member(category, 'parent_id') ?? category;
  const parents = known.map(parentOf);
  return known.filter((category, index) => parents.indexOf(parentOf(category)) === index);
}

/** The first wanted category that has colors, materials and clusters; none if there is no such category. */
async function firstUsable(
  api: Client,
  categories: readonly Category[],
  isWanted: (choices: CategoryChoices) => boolean,
): Promise<readonly CategoryChoices[]> {
  for (const category of categories) {
    const response = await api.getAttributeGroups({ path: { id: category.id } });
    const choices = choicesIn(category, bodyOf(response, ...ofGroup));
    const isUsable = choices.colors.length > 0 && choices.clusters.length > 0 && choices.materials.length > 0;
    if (isUsable && isWanted(choices)) return [choices];
  }
  return [];
}

/** The composition type of a category; null if it shows none. */
function compositionOf(category: Category): CategoryChoices['composition'] {
  return compositionTypes.find((type) => type === member(category, 'material_composition_type')) ?? null;
}

function choicesIn(category: Category, groups: readonly AttributeGroup[]): CategoryChoices {
  const idsOf = (group: AttributeGroup) => group.attributes.map(({ id }) => id);
  const named = (name: string) => groups.filter((group) => group.name === name).flatMap(idsOf);
  return {
    id: category.id,
    composition: compositionOf(category),
    colors: named('color'),
    sizes: named('size'),
    secondSizes: named('second_size'),
    brands: named('brand'),
    clusters: named('material_group_name'),
    materials: named('material'),
    attributeGroups: groups
      .filter((group) => !rolesOfGroups.includes(group.name))
      .map((group) => ({
        multiselect: member(group, 'is_multiselect') === true,
        attributes: idsOf(group),
      })),
  };
}
