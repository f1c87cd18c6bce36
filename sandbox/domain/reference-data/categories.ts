import { CATEGORY_TREE, type CategoryBranch } from './category-tree.js';
import type { IdSequence } from './id-sequence.js';
import { type KindRow, PRODUCT_KINDS } from './product-kinds.js';
import type { Category } from './types.js';

/** A category with what decides its attribute groups. */
export interface CategoryNode {
  category: Category;
  /** The name of the root above it. */
  department: string;
  /** What it sells; undefined for an inner node. */
  kind: KindRow | undefined;
}

/** The nodes of the category tree, parents before their children. From clause 4.6 and gap G-05. */
export function createCategoryNodes(nextId: IdSequence): CategoryNode[] {
  return branchNodes(CATEGORY_TREE, undefined, nextId);
}

function branchNodes(
  branch: CategoryBranch,
  parent: CategoryNode | undefined,
  nextId: IdSequence,
): CategoryNode[] {
  return Object.entries(branch).flatMap(([name, content]) => {
    const kind: KindRow | undefined = typeof content === 'string' ? PRODUCT_KINDS[content] : undefined;
    const category: Category = {
      id: nextId(),
      name,
      path: parent === undefined ? name : `${parent.category.path} > ${name}`,
      parent_id: parent?.category.id ?? null,
      material_composition_type: kind?.composition?.[0] ?? null,
    };
    const node = { category, department: parent?.department ?? name, kind };
    return typeof content === 'string' ? [node] : [node, ...branchNodes(content, node, nextId)];
  });
}
