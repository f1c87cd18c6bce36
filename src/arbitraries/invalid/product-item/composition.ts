import fc from 'fast-check';
import { nonTextileComposition, textileComposition } from '../../composition.js';
import { type ProductItem, productItem } from '../../product-item.js';
import { categoryOf, type ReferenceData, withCategories } from '../../reference-data.js';
import { type InvalidItem, invalidItem } from '../invalid-item.js';
import { textileComponent } from './textile-component.js';

/** The kinds of material composition (clause 2.2 rule 3); the field of the second rests on gap G-03. */
export const compositionKinds = ['textile', 'non-textile'] as const;
export type CompositionKind = (typeof compositionKinds)[number];

const fields = {
  textile: 'material_composition_textile',
  'non-textile': 'material_composition_non_textile',
} as const;

/**
 * A composition of the kind that the category doesn't take (clause 2.2 rule 3), in place of the right one or beside it. Its
 * ids are those of the category, so that nothing else is wrong with it.
 * @param kind the kind that is given, and not the one that is right
 * @returns undefined where no category takes the other kind
 */
export function compositionOfOtherKind(
  reference: ReferenceData,
  prefix: string,
  kind: CompositionKind,
): fc.Arbitrary<InvalidItem<ProductItem>> | undefined {
  const right = kind === 'textile' ? 'non-textile' : 'textile';
  const narrowed = withCategories(reference, ({ composition }) => composition === right);
  if (narrowed === undefined) return undefined;
  return productItem(narrowed, prefix).chain((item) => {
    const category = categoryOf(reference, item.category);
    const composition = kind === 'textile' ? textileComposition(category) : nonTextileComposition(category);
    return fc.tuple(composition, fc.boolean()).map(([clusters, beside]) =>
      invalidItem(item, fields[kind], `none, for the category takes a ${right} one`, clusters, {
        ...(beside ? {} : { [fields[right]]: undefined }),
        [fields[kind]]: clusters,
      }),
    );
  });
}

/**
 * No composition of either kind where the category takes one (clause 2.2 rule 3; which categories do is gap G-02).
 * @param kind the kind that the category takes
 * @param nothing what stands for it: an update that leaves a field out, with undefined, may keep what was there
 * @returns undefined where no category takes it
 */
export function withoutComposition(
  reference: ReferenceData,
  prefix: string,
  kind: CompositionKind,
  nothing: { readonly value: null | undefined } = { value: null },
): fc.Arbitrary<InvalidItem<ProductItem>> | undefined {
  const narrowed = withCategories(reference, ({ composition }) => composition === kind);
  if (narrowed === undefined) return undefined;
  return productItem(narrowed, prefix).map((item) =>
    invalidItem(item, fields[kind], `a composition, for the category takes a ${kind} one`, nothing.value, {
      [fields.textile]: nothing.value,
      [fields['non-textile']]: nothing.value,
    }),
  );
}

/**
 * A textile component without fraction (clause 2.2). Where its cluster has others, they share 100 among them, so that
 * taking the missing one for 0 finds nothing else to refuse.
 * @returns undefined where there is no textile category
 */
export function componentWithoutFraction(
  reference: ReferenceData,
  prefix: string,
): fc.Arbitrary<InvalidItem<ProductItem>> | undefined {
  return textileComponent(reference, prefix)?.map(({ item, cluster, component, withComponents }) => {
    const heir = cluster.components.find((each) => each !== component);
    const components = cluster.components.map((each) => {
      if (each === component) return { material_id: each.material_id };
      return each === heir ? { ...each, fraction: each.fraction + component.fraction } : each;
    });
    return invalidItem(
      item,
      'material_composition_textile[].components[].fraction',
      'one in each component',
      undefined,
      { material_composition_textile: withComponents(components) },
    );
  });
}
