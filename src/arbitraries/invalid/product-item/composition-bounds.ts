import fc from 'fast-check';
import { categoryOf } from '../../reference-data.js';
import { invalidItem } from '../invalid-item.js';
import type { ProductMistake } from './product-mistake.js';
import { textileComponent } from './textile-component.js';

const composition = 'material_composition_textile';
const fraction = `${composition}[].components[].fraction`;

/**
 * Two other fractions make up for the negative one, where there are as many materials: the sum is 100 then. With fewer
 * materials it can't be.
 */
const fractionBelow0: ProductMistake = (reference, prefix) =>
  textileComponent(reference, prefix)?.chain(({ item, withComponents }) => {
    const [first, ...others] = categoryOf(reference, item.category).materials;
    const partners = others.slice(0, 2);
    return fc.integer({ min: -100, max: -1 }).map((negative) => {
      const half = Math.ceil((100 - negative) / 2);
      const shares = partners.length === 2 ? [half, 100 - negative - half] : [100];
      const components = [
        { material_id: first, fraction: negative },
        ...partners.map((material_id, index) => ({ material_id, fraction: shares[index] })),
      ];
      return invalidItem(item, fraction, 'at least 0', negative, {
        [composition]: withComponents(components),
      });
    });
  });

/** A fraction above 100 can't be made up for: the sum of its cluster is above 100 as well. */
const fractionAbove100: ProductMistake = (reference, prefix) =>
  textileComponent(reference, prefix)?.chain(({ item, component, withComponents }) =>
    fc.oneof(fc.constant(101), fc.integer({ min: 101, max: 10_000 })).map((above) =>
      invalidItem(item, fraction, 'at most 100', above, {
        [composition]: withComponents([{ ...component, fraction: above }]),
      }),
    ),
  );

const fractionsOff100: ProductMistake = (reference, prefix) =>
  textileComponent(reference, prefix)?.chain(({ item, cluster, component, withComponents }) =>
    fc.constantFrom(-1, 1, -0.5).map((off) => {
      const put = component.fraction + (component.fraction === 100 ? -1 : off);
      const components = cluster.components.map((each) =>
        each === component ? { ...each, fraction: put } : each,
      );
      return invalidItem(
        item,
        fraction,
        'the fractions of a cluster sum to 100',
        components.map((each) => each.fraction),
        { [composition]: withComponents(components) },
      );
    }),
  );

const clusterIdBelow1: ProductMistake = (reference, prefix) =>
  textileComponent(reference, prefix)?.chain(({ item, cluster, withCluster }) =>
    fc.constantFrom(0, -1).map((id) =>
      invalidItem(item, `${composition}[].cluster_id`, 'at least 1', id, {
        [composition]: withCluster({ ...cluster, cluster_id: id }),
      }),
    ),
  );

const materialIdBelow1: ProductMistake = (reference, prefix) =>
  textileComponent(reference, prefix)?.chain(({ item, cluster, component, withComponents }) =>
    fc.constantFrom(0, -1).map((id) =>
      invalidItem(item, `${composition}[].components[].material_id`, 'at least 1', id, {
        [composition]: withComponents(
          cluster.components.map((each) => (each === component ? { ...each, material_id: id } : each)),
        ),
      }),
    ),
  );

/** The bounds of a textile composition (gap G-02), each passed. */
export const compositionBounds = {
  'fraction below 0': fractionBelow0,
  'fraction above 100': fractionAbove100,
  'fractions that do not sum to 100': fractionsOff100,
  'cluster_id below 1': clusterIdBelow1,
  'material_id below 1': materialIdBelow1,
} as const;
