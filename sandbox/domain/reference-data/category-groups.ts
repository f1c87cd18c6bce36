import { createRandom, type Random } from '../random.js';
import { GENERAL_ATTRIBUTES } from './attribute-tables.js';
import type { CategoryNode } from './categories.js';
import type { GroupCatalogue } from './group-catalogue.js';
import { MATERIAL_TABLES } from './material-tables.js';
import type { KindRow } from './product-kinds.js';
import { SECOND_SIZE_TABLES, SIZE_TABLES, type SizeRow, type SizeTable } from './size-tables.js';
import type { AttributeGroup } from './types.js';

const NO_GOODS: KindRow = { palette: 'fashion', attributes: [] };

/**
 * The attribute groups of a category: color and brand always; size, second_size, material and
 * material_group_name where its goods have them; then the attributes of all categories and of its kind.
 * The seed decides which choices of those attributes the category leaves out; the order in which
 * categories are asked for does not matter. From clauses 2.2 and 4.6 and gap G-05.
 */
export function categoryGroups(
  { category, department, kind = NO_GOODS }: CategoryNode,
  catalogue: GroupCatalogue,
  seed: number,
): AttributeGroup[] {
  const random = createRandom(seed ^ category.id);
  const sizes = [
    kind.size && tableOf(SIZE_TABLES[kind.size], department),
    kind.second_size && tableOf(SECOND_SIZE_TABLES[kind.second_size], department),
  ];
  const materials = kind.composition?.[1];
  const attributes = [...GENERAL_ATTRIBUTES, ...kind.attributes].map((key) => catalogue.attributes.get(key));
  return [
    catalogue.colors.get(kind.palette),
    ...sizes.map((table) => table && catalogue.sizes.get(table)),
    catalogue.brand,
    materials && catalogue.materials.get(MATERIAL_TABLES[materials].materials),
    materials && catalogue.materialGroups.get(materials),
    ...attributes.map((group) => group && thinnedOut(group, random)),
  ].filter((group) => group !== undefined);
}

function tableOf(row: SizeRow, department: string): SizeTable | undefined {
  return row[department] ?? row.all;
}

/** The group without some of its choices; at least two stay. */
function thinnedOut(group: AttributeGroup, random: Random): AttributeGroup {
  const kept = group.attributes.filter(() => random.next() >= 0.15);
  return kept.length < 2 ? group : { ...group, attributes: kept };
}
