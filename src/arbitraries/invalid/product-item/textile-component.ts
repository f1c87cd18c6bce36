import fc from 'fast-check';
import type { Cluster, TextileComponent } from '../../composition.js';
import { type ProductItem, productItem } from '../../product-item.js';
import { type ReferenceData, withCategories } from '../../reference-data.js';

/** A composition with one component of one cluster picked out. */
export interface PickedComponent {
  readonly item: ProductItem;
  readonly cluster: Cluster<TextileComponent>;
  readonly component: TextileComponent;
  /** The clusters, with others as the components of the picked one. */
  readonly withComponents: (components: readonly unknown[]) => unknown[];
  /** The clusters, with another one in place of the picked one. */
  readonly withCluster: (cluster: unknown) => unknown[];
}

/**
 * An item of a textile category, and a component of it to be spoiled.
 * @returns undefined where there is no textile category
 */
export function textileComponent(
  reference: ReferenceData,
  prefix: string,
): fc.Arbitrary<PickedComponent> | undefined {
  const narrowed = withCategories(reference, ({ composition }) => composition === 'textile');
  if (narrowed === undefined) return undefined;
  return fc.tuple(productItem(narrowed, prefix), fc.nat(), fc.nat()).map(([item, which, part]) => {
    const clusters = item.material_composition_textile ?? [];
    const cluster = clusters[which % clusters.length];
    const component = cluster?.components[part % cluster.components.length];
    if (cluster === undefined || component === undefined) throw new Error('The composition is empty.');
    const withCluster = (other: unknown) => clusters.map((each) => (each === cluster ? other : each));
    return {
      item,
      cluster,
      component,
      withCluster,
      withComponents: (components) => withCluster({ ...cluster, components }),
    };
  });
}
