import { isObject } from '../../schema/check.js';
import { changingSteps } from '../batch-submissions.js';
import type { Fault } from '../fault.js';
import { changeItems } from '../request-changes.js';

const operations = ['upsertProducts'] as const;

type Fields = Record<string, unknown>;

/** An item with some of its fields changed; those that it does not have stay away. */
function withFields(item: Fields, names: readonly string[], change: (value: unknown) => unknown): Fields {
  const changed = names.filter((name) => name in item).map((name) => [name, change(item[name])]);
  return { ...item, ...Object.fromEntries(changed) };
}

/** Gives textile components that have no fraction, and for which `isMeant` says so, what is left of 100. */
function withFractions(item: Fields, isMeant: (index: number) => boolean): Fields {
  return withFields(item, ['material_composition_textile'], (clusters) => {
    if (!Array.isArray(clusters)) return clusters;
    return clusters.map((cluster: unknown) => {
      if (!isObject(cluster) || !Array.isArray(cluster.components)) return cluster;
      const components: readonly unknown[] = cluster.components;
      const given = components.reduce<number>(
        (sum, part) => sum + (isObject(part) ? Number(part.fraction) || 0 : 0),
        0,
      );
      const fraction = Math.min(Math.max(100 - given, 0), 100);
      return {
        ...cluster,
        components: components.map((part, index) =>
          isObject(part) && part.fraction === undefined && isMeant(index) ? { ...part, fraction } : part,
        ),
      };
    });
  });
}

/** Faults of the types of the fields of a product item (clause 2.2). */
export const typesFaults: readonly Fault[] = [
  {
    id: 'accepts-component-without-fraction',
    violates: 'PRD-09',
    does: 'It accepts a textile component without a fraction and takes what is left of 100 for it.',
    operations,
    plant: changeItems((item) => withFractions(item, () => true)),
  },
  {
    id: 'accepts-later-component-without-fraction',
    violates: 'PRD-09',
    does: 'It accepts the second textile component of a cluster without a fraction.',
    operations,
    showsFor: 'the second component of a cluster',
    plant: changeItems((item) => withFractions(item, (index) => index > 0)),
  },
  {
    id: 'refuses-null-as-second-size',
    violates: 'PRD-10',
    does: 'It refuses an item whose second size is null.',
    operations,
    showsFor: 'items that have a second size of null',
    plant: changingSteps(
      () => (steps) =>
        steps.map((step) => {
          const item: unknown = JSON.parse(step.text);
          const isNull = isObject(item) && item.second_size === null;
          return isNull ? { ...step, carryOut: () => ['second_size must be an integer'] } : step;
        }),
    ),
  },
  {
    id: 'takes-texts-for-numbers',
    violates: 'PRD-12',
    does: 'It takes a number that is written as a text.',
    operations,
    showsFor: 'texts of digits in place of numbers',
    plant: changeItems((item) =>
      withFields(
        item,
        ['color', 'size', 'second_size', 'brand', 'category', 'quantity', 'weight'],
        (value) => (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value),
      ),
    ),
  },
  {
    id: 'takes-one-image-for-list',
    violates: 'PRD-12',
    does: 'It takes a text in place of a list of one image or country.',
    operations,
    showsFor: 'a text in place of a list',
    plant: changeItems((item) =>
      withFields(item, ['images', 'countries'], (value) => (typeof value === 'string' ? [value] : value)),
    ),
  },
  {
    id: 'cuts-fraction-of-ids',
    violates: 'PRD-12',
    does: 'It takes a number with decimals for an id and cuts them off.',
    operations,
    showsFor: 'ids with decimals',
    plant: changeItems((item) =>
      withFields(item, ['color', 'size', 'second_size', 'brand', 'category'], (value) =>
        typeof value === 'number' ? Math.trunc(value) : value,
      ),
    ),
  },
  {
    id: 'takes-list-for-descriptions',
    violates: 'PRD-12',
    does: 'It takes an empty list in place of the object of descriptions.',
    operations,
    showsFor: 'an empty list in place of the descriptions',
    plant: changeItems((item) =>
      withFields(item, ['descriptions'], (value) =>
        Array.isArray(value) && value.length === 0 ? {} : value,
      ),
    ),
  },
];
