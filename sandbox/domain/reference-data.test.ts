import { expect, test } from '#unit-test';
import { createReferenceData } from './reference-data.js';

test('the same seed yields the same reference data, in which an id means one thing', () => {
  const [first, second, other] = [7, 7, 8].map((seed) => {
    const data = createReferenceData(seed);
    const groups = data.categories.map(({ id }) => data.attributeGroups(id) ?? []);
    return { ...data, groups };
  });
  expect(JSON.stringify(second)).toBe(JSON.stringify(first));
  expect(JSON.stringify(other)).not.toBe(JSON.stringify(first));
  const meanings = new Map<number, string>();
  const means = (id: number, meaning: string) => {
    expect(meanings.get(id) ?? meaning).toBe(meaning);
    meanings.set(id, meaning);
  };
  for (const { id, path } of first?.categories ?? []) means(id, path);
  for (const { id, name } of first?.brands ?? []) means(id, name);
  for (const { id, frontend_name, name, attributes } of first?.groups.flat() ?? []) {
    means(id, `group ${name}`);
    for (const each of attributes)
      means(each.id, name === 'brand' ? each.name : `${frontend_name} ${each.name}`);
  }
});

test('every kind of goods, size, part, material and attribute that the data names is there', () => {
  const { categories, attributeGroups } = createReferenceData(1);
  for (const { id, name, material_composition_type } of categories) {
    const groups = attributeGroups(id)?.map((group) => group.name) ?? [];
    expect(groups, name).toEqual(expect.arrayContaining(['color', 'brand', 'season', 'sustainability']));
    expect(groups.includes('material_group_name'), name).toBe(material_composition_type !== null);
    expect(groups.includes('material'), name).toBe(material_composition_type !== null);
  }
  const parents = new Set(categories.map(({ parent_id }) => parent_id));
  const leaves = categories.filter(({ id }) => !parents.has(id));
  expect(leaves.every(({ id }) => (attributeGroups(id)?.length ?? 0) > 4)).toBe(true);
});
