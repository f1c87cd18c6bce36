import type { CategoryChoices } from './category-choices.js';
import type { Composition, ProductValues } from './product-item.js';

/** How far a sum of fractions may be from 100: decimals like 33.3 don't add up exactly. */
const TOLERANCE = 0.001;
const FIELDS = {
  textile: 'material_composition_textile',
  'non-textile': 'material_composition_non_textile',
} as const;

/**
 * What is wrong with the material composition of a product: it is missing where the category takes one, is of the kind
 * that the category does not take, names an unknown cluster or material, or the fractions of a textile cluster don't
 * sum to 100. From clause 2.2 rule 3, gaps G-02 and G-03. An empty composition counts as missing.
 */
export function compositionProblems(
  values: Pick<ProductValues, 'material_composition_textile' | 'material_composition_non_textile'>,
  choices: CategoryChoices,
): string[] {
  const { material_composition_textile: textile, material_composition_non_textile: nonTextile } = values;
  if (isMissing(textile) && isMissing(nonTextile)) {
    if (choices.composition === null) return [];
    const field = FIELDS[choices.composition];
    return [`${field} is missing: the category takes a ${choices.composition} composition`];
  }
  return [...problemsOf('textile', textile, choices), ...problemsOf('non-textile', nonTextile, choices)];
}

function isMissing(composition: Composition | null): composition is null {
  return composition === null || composition.length === 0;
}

function problemsOf(
  kind: 'textile' | 'non-textile',
  composition: Composition | null,
  choices: CategoryChoices,
): string[] {
  if (isMissing(composition)) return [];
  const field = FIELDS[kind];
  if (choices.composition !== kind) {
    const taken = choices.composition === null ? 'no composition' : `a ${choices.composition} composition`;
    return [`${field} is not possible: the category takes ${taken}`];
  }
  return composition.flatMap((cluster, index) => {
    const place = `${field}[${index}]`;
    const problems: string[] = [];
    if (!choices.groups.get('material_group_name')?.has(cluster.cluster_id))
      problems.push(`${place}.cluster_id ${cluster.cluster_id} is not a material group of the category`);
    for (const { material_id } of cluster.components)
      if (!choices.groups.get('material')?.has(material_id))
        problems.push(`${place}: material_id ${material_id} is not a material of the category`);
    const sum = cluster.components.reduce((total, { fraction = 0 }) => total + fraction, 0);
    if (kind === 'textile' && Math.abs(sum - 100) > TOLERANCE)
      problems.push(`${place}: the fractions must sum to 100, but sum to ${Number(sum.toFixed(3))}`);
    return problems;
  });
}
