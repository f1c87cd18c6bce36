import fc from 'fast-check';
import type { Cluster } from '../../composition.js';
import { type ProductItem, productItem } from '../../product-item.js';
import {
  type CategoryChoices,
  preferringSecondSizes,
  type ReferenceData,
  withCategories,
} from '../../reference-data.js';
import { type InvalidItem, invalidItem } from '../invalid-item.js';

/** The ids of a product item that come from reference data (clause 2.2). */
export const unknownIdKinds = [
  'brand',
  'category',
  'color',
  'size',
  'second_size',
  'attribute',
  'cluster',
  'material',
] as const;
export type UnknownIdKind = (typeof unknownIdKinds)[number];

/** The categories in which an id of the kind has a meaning at all. */
const wanted: Readonly<Partial<Record<UnknownIdKind, (category: CategoryChoices) => boolean>>> = {
  size: ({ sizes }) => sizes.length > 0,
  // Textile only: the field of the other compositions rests on gap G-03, and an unknown field may be ignored.
  cluster: ({ composition }) => composition === 'textile',
  material: ({ composition }) => composition === 'textile',
};

type Change = (item: ProductItem, id: number) => readonly [field: string, Readonly<Record<string, unknown>>];

const changes: Readonly<Record<UnknownIdKind, Change>> = {
  brand: (_, id) => ['brand', { brand: id }],
  category: (_, id) => ['category', { category: id }],
  color: (_, id) => ['color', { color: id }],
  size: (_, id) => ['size', { size: id }],
  second_size: (_, id) => ['second_size', { second_size: id }],
  attribute: ({ attributes }, id) => ['attributes[]', { attributes: [...attributes, id] }],
  cluster: (item, id) => [
    'material_composition_textile[].cluster_id',
    inFirstCluster(item, (cluster) => ({ ...cluster, cluster_id: id })),
  ],
  material: (item, id) => [
    'material_composition_textile[].components[].material_id',
    inFirstCluster(item, ({ components: [first, ...others], ...cluster }) => ({
      ...cluster,
      components: [{ ...first, material_id: id }, ...others],
    })),
  ],
};

/**
 * An id that the reference data doesn't know, in one place (clause 2.2). It is far above all ids that were listed and of no
 * kind at all, for not every category is read. An unknown category leaves the other ids as they were: they are known,
 * but of which category can no longer be asked.
 * @returns undefined where no category has ids of this kind
 */
export function unknownId(
  reference: ReferenceData,
  prefix: string,
  kind: UnknownIdKind,
): fc.Arbitrary<InvalidItem<ProductItem>> | undefined {
  const preferred = kind === 'second_size' ? preferringSecondSizes(reference) : reference;
  const narrowed = withCategories(preferred, wanted[kind] ?? (() => true));
  if (narrowed === undefined) return undefined;
  const known = new Set(idsOf(reference));
  // Within 32 bits, so that it is no number that a target could fail to read.
  const unknown = fc.integer({ min: 2_000_000_000, max: 2_147_483_647 }).filter((id) => !known.has(id));
  return fc.tuple(productItem(narrowed, prefix), unknown).map(([item, id]) => {
    const [field, change] = changes[kind](item, id);
    return invalidItem(item, field, 'an id of the reference data', id, change);
  });
}

function inFirstCluster(
  item: ProductItem,
  change: (cluster: Cluster<object>) => unknown,
): Readonly<Record<string, unknown>> {
  const clusters = item.material_composition_textile ?? [];
  return {
    material_composition_textile: clusters.map((cluster, index) => (index === 0 ? change(cluster) : cluster)),
  };
}

function idsOf(reference: ReferenceData): number[] {
  const ofCategories = reference.categories.flatMap((category) => [
    category.id,
    ...category.colors,
    ...category.sizes,
    ...category.secondSizes,
    ...category.brands,
    ...category.clusters,
    ...category.materials,
    ...category.attributeGroups.flatMap(({ attributes }) => attributes),
  ]);
  return [...reference.brands, ...ofCategories];
}
