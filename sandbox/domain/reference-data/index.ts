import { createRandom } from '../random.js';
import { brandNames } from './brand-names.js';
import { createCategoryNodes } from './categories.js';
import { categoryGroups } from './category-groups.js';
import { createGroupCatalogue } from './group-catalogue.js';
import { createIdSequence } from './id-sequence.js';
import { MARKETS } from './markets.js';
import type { AttributeGroup, ReferenceData } from './types.js';

export type { AttributeGroup, Brand, Category, GroupEntry, Market, ReferenceData } from './types.js';

/**
 * The marketplace's reference data for a seed (any safe integer): the same seed yields the same data; with
 * another one, ids, brands and the choices of the attribute groups differ. An id means one thing in all of
 * it. The groups of a category are made when they are first asked for. From clauses 1 and 4.7, gap G-05.
 */
export function createReferenceData(seed: number): ReferenceData {
  const random = createRandom(seed);
  const nextId = createIdSequence(random);
  const nodes = new Map(createCategoryNodes(nextId).map((node) => [node.category.id, node]));
  const brands = brandNames(random).map((name) => ({ id: nextId(), name }));
  const catalogue = createGroupCatalogue(nextId, brands);
  const groups = new Map<number, readonly AttributeGroup[]>();

  return {
    categories: [...nodes.values()].map(({ category }) => category),
    brands,
    markets: MARKETS,
    attributeGroups(categoryId) {
      const node = nodes.get(categoryId);
      if (node === undefined) return undefined;
      const made = groups.get(categoryId) ?? categoryGroups(node, catalogue, seed);
      groups.set(categoryId, made);
      return made;
    },
  };
}
