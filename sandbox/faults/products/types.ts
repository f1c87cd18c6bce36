import { isObject } from '../../schema/check.js';
import { changingSteps } from '../batch-submissions.js';
import { liesIn } from '../fault.js';
import { changeItems } from '../request-changes.js';

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
export const typesFaults = liesIn(['upsertProducts'], {
  'PRD-09 accepts-component-without-fraction': [
    'It accepts a textile component without a fraction and takes what is left of 100 for it.',
    changeItems((item) => withFractions(item, () => true)),
  ],
  'PRD-09 accepts-later-component-without-fraction': [
    'It accepts the second textile component of a cluster without a fraction.',
    'the second component of a cluster',
    changeItems((item) => withFractions(item, (index) => index > 0)),
  ],
  'PRD-10 refuses-null-as-second-size': [
    'It refuses an item whose second size is null.',
    'items that have a second size of null',
    changingSteps(
      () => (steps) =>
        steps.map((step) => {
          const item: unknown = JSON.parse(step.text);
          const isNull = isObject(item) && item.second_size === null;
          return isNull ? { ...step, carryOut: () => ['second_size must be an integer'] } : step;
        }),
    ),
  ],
  'PRD-12 takes-texts-for-numbers': [
    'It takes a number that is written as a text.',
    'texts of digits in place of numbers',
    changeItems((item) =>
      withFields(
        item,
        ['color', 'size', 'second_size', 'brand', 'category', 'quantity', 'weight'],
        (value) => (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value),
      ),
    ),
  ],
  'PRD-12 takes-one-image-for-list': [
    'It takes a text in place of a list of one image or country.',
    'a text in place of a list',
    changeItems((item) =>
      withFields(item, ['images', 'countries'], (value) => (typeof value === 'string' ? [value] : value)),
    ),
  ],
  'PRD-12 cuts-fraction-of-ids': [
    'It takes a number with decimals for an id and cuts them off.',
    'ids with decimals',
    changeItems((item) =>
      withFields(item, ['color', 'size', 'second_size', 'brand', 'category'], (value) =>
        typeof value === 'number' ? Math.trunc(value) : value,
      ),
    ),
  ],
  'PRD-12 takes-list-for-descriptions': [
    'It takes an empty list in place of the object of descriptions.',
    'an empty list in place of the descriptions',
    changeItems((item) =>
      withFields(item, ['descriptions'], (value) =>
        Array.isArray(value) && value.length === 0 ? {} : value,
      ),
    ),
  ],
});
