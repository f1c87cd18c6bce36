import { expect, test } from '#unit-test';
import { type AttributeGroup, type Category, createReferenceData, type ReferenceData } from './index.js';

const SEEDS = [0, 1, 2, 42, -7, Number.MAX_SAFE_INTEGER];
const data = createReferenceData(1);

for (const seed of SEEDS) {
  test.describe(`seed ${seed}`, () => {
    const seeded = createReferenceData(seed);

    test('an id means one thing in all of the data', () => {
      const categories = seeded.categories.map(({ id }) => id);
      const brands = seeded.brands.map(({ id }) => id);
      const groups = new Map(allGroups(seeded).map((group) => [group.id, group.name]));
      const entries = new Map<number, string>();
      const ambiguous: string[] = [];
      for (const { name, attributes } of allGroups(seeded).filter((group) => group.name !== 'brand')) {
        for (const entry of attributes) {
          const meaning = `${name}/${entry.name}`;
          if (entries.has(entry.id) && entries.get(entry.id) !== meaning) ambiguous.push(meaning);
          entries.set(entry.id, meaning);
        }
      }
      expect(ambiguous).toEqual([]);
      const ids = [...categories, ...brands, ...groups.keys(), ...entries.keys()];
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true);
    });

    test('brands have names of their own', () => {
      const names = seeded.brands.map(({ name }) => name);
      expect(names.length).toBeGreaterThanOrEqual(100);
      expect(new Set(names).size).toBe(names.length);
      expect(names.filter((name) => /\P{ASCII}/u.test(name)).length).toBeGreaterThan(10);
    });
  });
}

test('the same seed yields the same data, in whatever order groups are asked for', () => {
  const forwards = createReferenceData(5);
  const backwards = createReferenceData(5);
  const groups = backwards.categories
    .toReversed()
    .map(({ id }) => backwards.attributeGroups(id))
    .reverse();
  expect(backwards.categories).toEqual(forwards.categories);
  expect(backwards.brands).toEqual(forwards.brands);
  expect(groups).toEqual(forwards.categories.map(({ id }) => forwards.attributeGroups(id)));
});

test('another seed yields other ids, other brands and other choices', () => {
  const other = createReferenceData(2);
  const choices = (of: ReferenceData) =>
    allGroups(of)
      .map(({ attributes }) => attributes.length)
      .join();
  expect(other.categories.map(({ id }) => id)).not.toEqual(data.categories.map(({ id }) => id));
  expect(other.brands.map(({ name }) => name)).not.toEqual(data.brands.map(({ name }) => name));
  expect(choices(other)).not.toBe(choices(data));
});

test('categories form a tree whose paths say so', () => {
  const byId = new Map<number, Category>();
  const misplaced: string[] = [];
  for (const category of data.categories) {
    const parent = category.parent_id === null ? undefined : byId.get(category.parent_id);
    const path = parent === undefined ? category.name : `${parent.path} > ${category.name}`;
    const isOrphan = parent === undefined && category.parent_id !== null;
    if (isOrphan || category.path !== path || category.name.includes('>')) misplaced.push(category.path);
    byId.set(category.id, category);
  }
  expect(misplaced).toEqual([]);
  expect(data.categories.length).toBeGreaterThanOrEqual(200);
  expect(new Set(data.categories.map(({ path }) => path)).size).toBe(data.categories.length);
  expect(data.categories.map(({ path }) => path)).toContain('Women > Clothing > Dresses > Summer dresses');
});

test('leaves take textile, non-textile or no composition; inner nodes take none', () => {
  const parents = new Set(data.categories.map(({ parent_id }) => parent_id));
  const typesOf = (inner: boolean) =>
    new Set(
      data.categories
        .filter(({ id }) => parents.has(id) === inner)
        .map((each) => each.material_composition_type),
    );
  expect(typesOf(false)).toEqual(new Set(['textile', 'non-textile', null]));
  expect(typesOf(true)).toEqual(new Set([null]));
});

test('markets are countries with a locale and a currency', () => {
  const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  expect(data.markets.length).toBeGreaterThanOrEqual(12);
  expect(new Set(data.markets.map(({ country }) => country.code)).size).toBe(data.markets.length);
  for (const { country, locale, currency } of data.markets) {
    expect(countries.of(country.code)).toBe(country.name);
    expect(new Intl.Locale(locale.code).region).toBe(country.code);
    expect(Intl.getCanonicalLocales(locale.code)).toEqual([locale.code]);
    expect(Intl.supportedValuesOf('currency')).toContain(currency.code);
    expect(locale.name).toContain(country.name);
    expect(currency.name).not.toBe('');
  }
});

test('every category has colors, all brands, and further attributes, each group once and with choices', () => {
  const brands = data.brands.map(({ id }) => id);
  const poor = data.categories.filter(({ path }) => {
    const groups = groupsOf(path);
    const names = new Set(groups.map(({ name }) => name));
    return (
      names.size !== groups.length ||
      !['color', 'brand', 'season'].every((name) => names.has(name)) ||
      String(entryIds(groups, 'brand')) !== String(brands)
    );
  });
  expect(poor).toEqual([]);
  const thin = allGroups(data).filter(
    ({ attributes }) =>
      attributes.length < 2 || new Set(attributes.map(({ name }) => name)).size < attributes.length,
  );
  expect(thin).toEqual([]);
});

test('material groups come with their materials, exactly where a composition is taken', () => {
  const mismatched = data.categories.filter(({ path, material_composition_type }) =>
    ['material', 'material_group_name'].some(
      (name) => (find(groupsOf(path), name) === undefined) !== (material_composition_type === null),
    ),
  );
  expect(mismatched).toEqual([]);
  const materials = (type: string) =>
    new Set(
      data.categories
        .filter(({ material_composition_type }) => material_composition_type === type)
        .flatMap(({ path }) => entryIds(groupsOf(path), 'material')),
    );
  const textile = materials('textile');
  expect([...materials('non-textile')].filter((id) => textile.has(id))).toEqual([]);
});

test('is_default is true where it stands, and stands in material groups only', () => {
  const entries = allGroups(data).flatMap(({ name, attributes }) =>
    attributes.map((entry) => ({ name, entry })),
  );
  const marked = entries.filter(({ entry }) => 'is_default' in entry);
  expect(marked.every(({ entry }) => entry.is_default === true)).toBe(true);
  expect(new Set(marked.map(({ name }) => name))).toEqual(new Set(['material_group_name']));
  const perGroup = allGroups(data)
    .filter(({ name }) => name === 'material_group_name')
    .map(({ attributes }) => attributes.filter(({ is_default }) => is_default).length);
  expect(new Set(perGroup)).toEqual(new Set([0, 1, 2]));
});

test('goods are measured in their own way', () => {
  const sizes = (path: string) => (find(groupsOf(path), 'size')?.attributes ?? []).map(({ name }) => name);
  expect(sizes('Women > Clothing > Dresses > Summer dresses')).toContain('EU 38');
  expect(sizes('Women > Shoes > High heels > Pumps')).toContain('EU 38.5');
  expect(sizes('Girls > Clothing > Dresses > Party dresses')).toContain('116 cm');
  expect(sizes('Women > Jewellery > Rings > Stacking rings')).toContain('54 mm');
  expect(sizes('Women > Bags > Handbags')).toEqual([]);
});

test('only goods with two measures have a second size', () => {
  const secondSize = (path: string) => find(groupsOf(path), 'second_size')?.frontend_name;
  expect(secondSize('Men > Clothing > Trousers > Chinos')).toBe('Inside leg');
  expect(secondSize('Women > Clothing > Lingerie & nightwear > Bras > Bralettes')).toBe('Cup');
  expect(secondSize('Boys > Clothing > Trousers > Chinos')).toBeUndefined();
  expect(secondSize('Women > Clothing > Dresses > Summer dresses')).toBeUndefined();
  const halfMeasured = data.categories.filter(({ path }) => {
    const groups = groupsOf(path);
    return find(groups, 'second_size') !== undefined && find(groups, 'size') === undefined;
  });
  expect(halfMeasured).toEqual([]);
});

test('attributes belong to their goods, and some allow several choices', () => {
  const names = (path: string) => groupsOf(path).map(({ name }) => name);
  expect(names('Women > Shoes > High heels > Pumps')).toContain('heel_height');
  expect(names('Women > Clothing > Dresses > Summer dresses')).toContain('neckline');
  expect(names('Women > Clothing > Dresses > Summer dresses')).not.toContain('heel_height');
  const flags = new Set(
    allGroups(data).map((group) => ('is_multiselect' in group ? group.is_multiselect : 'absent')),
  );
  expect(flags).toEqual(new Set([true, 'absent']));
});

test('a category leaves out some choices that another one has', () => {
  const patterns = data.categories
    .map(({ path }) => entryIds(groupsOf(path), 'pattern'))
    .filter((ids) => ids.length > 0)
    .map(String);
  expect(new Set(patterns).size).toBeGreaterThan(10);
});

test('groups are made once, and not for an unknown category', () => {
  const [category] = data.categories;
  expect(category && data.attributeGroups(category.id)).toBe(category && data.attributeGroups(category.id));
  const highest = Math.max(...allGroups(data).flatMap(({ attributes }) => attributes.map(({ id }) => id)));
  for (const id of [0, -1, 1, highest + 1, data.brands[0]?.id ?? 0, Number.NaN]) {
    expect(data.attributeGroups(id)).toBeUndefined();
  }
});

test('making it takes a moment', () => {
  const times = SEEDS.map((seed) => {
    const started = process.cpuUsage();
    createReferenceData(seed);
    return process.cpuUsage(started).user;
  });
  // Microseconds of this process alone: what else the machine does is not counted.
  expect(Math.min(...times)).toBeLessThan(20_000);
});

function allGroups(of: ReferenceData): AttributeGroup[] {
  return of.categories.flatMap(({ id }) => of.attributeGroups(id) ?? []);
}

function groupsOf(path: string): readonly AttributeGroup[] {
  const category = data.categories.find((each) => each.path === path);
  const groups = category && data.attributeGroups(category.id);
  if (groups === undefined) throw new Error(`no category ${path}`);
  return groups;
}

function find(groups: readonly AttributeGroup[], name: string): AttributeGroup | undefined {
  return groups.find((group) => group.name === name);
}

function entryIds(groups: readonly AttributeGroup[], name: string): number[] {
  return (find(groups, name)?.attributes ?? []).map(({ id }) => id);
}
