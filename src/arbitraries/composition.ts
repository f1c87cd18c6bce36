import fc from 'fast-check';
import type { CategoryChoices } from './reference-data.js';

/** Materials of one part of a product, as a lining or a shell (clause 2.2). */
export interface Cluster<Component> {
  readonly cluster_id: number;
  readonly components: readonly Component[];
}

/** A textile material and its share of the cluster in percent. */
export interface TextileComponent {
  readonly material_id: number;
  readonly fraction: number;
}

/** A material that has no share (gap G-03). */
export interface NonTextileComponent {
  readonly material_id: number;
}

/** Clusters of textile materials, the whole-number fractions of each summing to 100. */
export function textileComposition(category: CategoryChoices): fc.Arbitrary<Cluster<TextileComponent>[]> {
  return clusters(category, (materials) =>
    fc
      .array(fc.integer({ min: 1, max: 99 }), {
        minLength: materials.length - 1,
        maxLength: materials.length - 1,
      })
      .map((cuts) => {
        const fractions = shares(materials.length, cuts);
        return materials.map((material_id, index) => ({ material_id, fraction: fractions[index] ?? 0 }));
      }),
  );
}

/** Clusters of other materials. */
export function nonTextileComposition(
  category: CategoryChoices,
): fc.Arbitrary<Cluster<NonTextileComponent>[]> {
  return clusters(category, (materials) => fc.constant(materials.map((material_id) => ({ material_id }))));
}

function clusters<Component>(
  category: CategoryChoices,
  components: (materials: readonly number[]) => fc.Arbitrary<Component[]>,
): fc.Arbitrary<Cluster<Component>[]> {
  const some = (ids: readonly number[], most: number) =>
    fc.subarray([...ids], { minLength: 1, maxLength: Math.min(most, ids.length) });
  const cluster = (cluster_id: number) =>
    some(category.materials, 3)
      .chain(components)
      .map((list) => ({ cluster_id, components: list }));
  return some(category.clusters, 2).chain((ids) => fc.tuple(...ids.map(cluster)));
}

/** Splits 100 at the given places into whole parts, each at least 1. */
function shares(parts: number, cuts: readonly number[]): number[] {
  const places = [...new Set(cuts)].sort((a, b) => a - b);
  const bounds = [0, ...places, 100];
  const whole = bounds.slice(1).map((bound, index) => bound - (bounds[index] ?? 0));
  while (whole.length < parts) {
    const largest = whole.indexOf(Math.max(...whole));
    const half = Math.floor((whole[largest] ?? 0) / 2);
    whole[largest] = (whole[largest] ?? 0) - half;
    whole.push(half);
  }
  return whole;
}
