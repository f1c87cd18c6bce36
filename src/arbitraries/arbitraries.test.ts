import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { assertSound } from './assertions.js';
import { nonTextileComposition, textileComposition } from './composition.js';
import { ean } from './ean.js';
import { exampleReferenceData } from './example-reference-data.js';
import { type ProductItem, productItem } from './product-item.js';
import type { CategoryChoices } from './reference-data.js';
import { sampleOne } from './sample.js';
import { caseFlippedKey, paddedKey, randomKey, truncatedKey, type WrongKey, wrongKeys } from './wrong-key.js';

const reference = exampleReferenceData;
const [textile, nonTextile] = reference.categories;
const valid = 'sk-Live-0a1B2c3D';

test('an EAN has 13 digits, the last of which is its check digit', () => {
  assertSound(ean, (value) => eanProblem(value));
  // Printed codes, so that the rule itself is right.
  for (const printed of ['4006381333931', '9780201379624', '5901234123457'])
    expect(eanProblem(printed)).toBeUndefined();
  expect(eanProblem('4006381333932')).toBeDefined();
});

test('a textile composition gives whole fractions that sum to 100 in each cluster', () => {
  assertSound(
    () => textileComposition(choices(textile)),
    (clusters) =>
      firstOf(
        clusterProblem(clusters, choices(textile)),
        ...clusters.map(({ components }) => fractionProblem(components.map(({ fraction }) => fraction))),
      ),
  );
});

test('a composition of other materials has no fractions', () => {
  const category = { ...choices(nonTextile), clusters: [511, 512], materials: [611, 612] };
  assertSound(
    () => nonTextileComposition(category),
    (clusters) =>
      firstOf(
        clusterProblem(clusters, category),
        ...clusters.flatMap(({ components }) =>
          components.map((component) => unless(!('fraction' in component), 'a fraction')),
        ),
      ),
  );
});

test('compositions come in every size that is allowed', () => {
  const clusters = fc.sample(textileComposition(choices(textile)), { seed: 1, numRuns: 200 });
  const counts = (numbers: readonly number[]) => [...new Set(numbers)].sort();
  expect(counts(clusters.map(({ length }) => length))).toEqual([1, 2]);
  expect(counts(clusters.flat().map(({ components }) => components.length))).toEqual([1, 2, 3]);
});

test('a product item keeps every rule of an upsert, in every category', () => {
  assertSound(() => productItem(reference, 'run-'), itemProblem);
  const drawn = fc.sample(productItem(reference, 'run-'), { seed: 1, numRuns: 200 });
  expect([...new Set(drawn.map(({ category }) => category))].sort()).toEqual([10, 20, 30]);
});

test('an item leaves open what may be left open, and uses what may be used', () => {
  const drawn = fc.sample(productItem(reference, 'run-'), { seed: 1, numRuns: 200 });
  for (const name of ['ean', 'hs_code', 'size', 'second_size'] as const) {
    expect(
      drawn.some((item) => item[name] === null),
      name,
    ).toBe(true);
    expect(
      drawn.some((item) => item[name] !== null),
      name,
    ).toBe(true);
  }
  expect(drawn.some(({ prices }) => prices.some(({ sale_price }) => sale_price === null))).toBe(true);
  expect(drawn.some(({ prices }) => prices.some(({ sale_price }) => sale_price !== null))).toBe(true);
  expect(drawn.some(({ countries }) => countries.length > 1)).toBe(true);
  expect(drawn.some(({ attributes }) => attributes.length > 1)).toBe(true);
});

test('two items are two products, and a prefix of 60 characters fits', () => {
  const drawn = fc.sample(productItem(reference, 'p'.repeat(60)), { seed: 1, numRuns: 100 });
  expect(new Set(drawn.map(({ sku }) => sku)).size).toBe(100);
  expect(
    Math.max(...drawn.map(({ sku, style_key }) => Math.max(sku.length, style_key.length))),
  ).toBeLessThanOrEqual(120);
});

test('a merchant without locales gets items without descriptions', () => {
  const item = sampleOne(productItem({ ...reference, locales: [] }, 'run-'), 1);
  expect(item.descriptions).toEqual({});
});

test('a sample is the same for the same seed, and another for another', () => {
  expect(sampleOne(ean(), 42)).toBe(sampleOne(ean(), 42));
  expect(sampleOne(ean(), 42)).not.toBe(sampleOne(ean(), 43));
});

/** Each kind of wrong key, and what it must look like beside the valid one. */
const kinds: readonly (readonly [
  name: string,
  (key: string) => fc.Arbitrary<WrongKey>,
  like: (key: string) => boolean,
])[] = [
  ['a random key', randomKey, (key) => key.length === valid.length && /^[a-z0-9]+$/i.test(key)],
  ['a truncated key', truncatedKey, (key) => key.length === valid.length - 1 && valid.includes(key)],
  [
    'a key of another case',
    caseFlippedKey,
    (key) => key.toLowerCase() === valid.toLowerCase() && differences(key, valid) === 1,
  ],
  ['a padded key', paddedKey, (key) => key.length > valid.length && key.includes(valid)],
];

for (const [name, kind, like] of kinds) {
  test(`${name} is refusable: never the valid one, and no byte that HTTP strips or refuses`, () => {
    assertSound(
      () => kind(valid),
      ({ key, label }) =>
        firstOf(
          unless(key !== valid, 'the valid key'),
          unless(/^[\x21-\x7e\x80-\xff]+$/.test(key), 'a byte that HTTP strips or refuses'),
          unless(like(key), 'another kind of key'),
          unless(
            label !== '' && !label.includes(key) && !label.includes(valid),
            'a label that shows the key',
          ),
        ),
    );
  });
}

test('a wrong key is labelled for what is wrong with it', () => {
  const labels = fc
    .sample(wrongKeys('ab'), { seed: 1, numRuns: 200 })
    .flat()
    .map(({ key, label }) => `${key}: ${label}`);
  expect(labels).toEqual(
    expect.arrayContaining([
      'a: the valid key without its last character',
      'b: the valid key without its first character',
      'Ab: the valid key with the case of character 1 changed',
      'aB: the valid key with the case of character 2 changed',
      'xab: the valid key behind "x"',
      'ab,: the valid key followed by ","',
    ]),
  );
});

for (const short of ['a', '7', '!!', 'aA', '0123456789']) {
  test(`even beside ${JSON.stringify(short)} no wrong key is the valid one`, () => {
    const keys = fc.sample(wrongKeys(short), { seed: 1, numRuns: 100 }).flat();
    expect(keys.map(({ key }) => key)).not.toContain(short);
    expect(keys).toHaveLength(700);
  });
}

function itemProblem(item: ProductItem): string | undefined {
  const category = reference.categories.find(({ id }) => id === item.category);
  if (category === undefined) return 'an unknown category';
  const brands = category.brands.length > 0 ? category.brands : reference.brands;
  const chosen = (group: readonly number[]) => item.attributes.filter((id) => group.includes(id)).length;
  return firstOf(
    unless(item.style_key.startsWith('run-') && item.style_key.length <= 120, 'style_key'),
    unless(item.sku.startsWith('run-') && item.sku.length >= 3 && item.sku.length <= 120, 'sku'),
    item.ean === null ? undefined : eanProblem(item.ean),
    unless(item.hs_code === null || /^\d{1,20}$/.test(item.hs_code), 'hs_code'),
    textProblem(item.name, 120),
    ...Object.entries(item.descriptions).flatMap(([locale, text]) => [
      unless(reference.locales.includes(locale), `description in ${locale}`),
      textProblem(text, 2500),
    ]),
    unless(category.colors.includes(item.color), 'color'),
    unless(oneOf(category.sizes, item.size, category.sizes.length > 0), 'size'),
    unless(oneOf(category.secondSizes, item.second_size, false), 'second_size'),
    unless(brands.includes(item.brand), 'brand'),
    unless(whole(item.quantity, 0, 1_000_000), 'quantity'),
    unless(whole(item.weight, 0, 100_000), 'weight'),
    unless(isSome(item.countries, reference.countries), 'countries'),
    unless(reference.countries.includes(item.country_of_origin), 'country_of_origin'),
    ...category.attributeGroups.map(({ multiselect, attributes }) =>
      unless(chosen(attributes) <= (multiselect ? 3 : 1), 'attributes'),
    ),
    unless(isDistinct(item.attributes), 'attributes twice'),
    unless(
      item.attributes.every((id) =>
        category.attributeGroups.some(({ attributes }) => attributes.includes(id)),
      ),
      'an unknown attribute',
    ),
    unless(
      isEqual(
        item.prices.map(({ country_code }) => country_code),
        item.countries,
      ),
      'prices',
    ),
    ...item.prices.map(({ retail_price, sale_price }) =>
      unless(
        isAmount(retail_price) &&
          (sale_price === null || (isAmount(sale_price) && sale_price <= retail_price)),
        `price ${retail_price}, ${sale_price}`,
      ),
    ),
    unless(item.images.length >= 1 && item.images.length <= 10 && isDistinct(item.images), 'images'),
    unless(
      item.images.every((url) => URL.canParse(url) && url.startsWith('https://')),
      'an image',
    ),
    compositionProblem(item, category),
  );
}

function compositionProblem(item: ProductItem, category: CategoryChoices): string | undefined {
  const given = {
    textile: item.material_composition_textile,
    'non-textile': item.material_composition_non_textile,
  };
  for (const type of ['textile', 'non-textile'] as const) {
    if ((given[type] !== undefined) !== (category.composition === type))
      return `a ${type} composition or none`;
    const problem = clusterProblem(given[type] ?? [], category, category.composition !== type);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

interface AnyCluster {
  readonly cluster_id: number;
  readonly components: readonly { readonly material_id: number }[];
}

function clusterProblem(
  clusters: readonly AnyCluster[],
  category: CategoryChoices,
  mayBeNone = false,
): string | undefined {
  return firstOf(
    unless(
      mayBeNone ||
        isSome(
          clusters.map(({ cluster_id }) => cluster_id),
          category.clusters,
        ),
      'clusters',
    ),
    ...clusters.map(({ components }) =>
      unless(
        isSome(
          components.map(({ material_id }) => material_id),
          category.materials,
        ),
        'materials',
      ),
    ),
  );
}

function fractionProblem(fractions: readonly number[]): string | undefined {
  const sum = fractions.reduce((total, each) => total + each, 0);
  return unless(
    sum === 100 && fractions.every((each) => whole(each, 1, 100)),
    `fractions ${fractions.join('+')}`,
  );
}

function eanProblem(value: string): string | undefined {
  const digits = [...value].map(Number);
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0);
  return unless(/^\d{13}$/.test(value) && sum % 10 === 0, `EAN ${value}`);
}

function textProblem(value: string, most: number): string | undefined {
  return unless(value.trim() !== '' && [...value].length <= most && value.isWellFormed(), 'a text');
}

function choices(category: CategoryChoices | undefined): CategoryChoices {
  if (category === undefined) throw new Error('The example has two categories.');
  return category;
}

/** Whether an amount in major units has no more than two decimals, and is above 0. */
function isAmount(value: number): boolean {
  return value > 0 && Number.isInteger(Math.round(value * 1e6) / 1e4);
}

function isSome<Value>(values: readonly Value[], from: readonly Value[]): boolean {
  return values.length > 0 && isDistinct(values) && values.every((value) => from.includes(value));
}

function oneOf(from: readonly number[], value: number | null, needed: boolean): boolean {
  return value === null ? !needed : from.includes(value);
}

const isDistinct = (values: readonly unknown[]) => new Set(values).size === values.length;
const isEqual = (a: readonly unknown[], b: readonly unknown[]) => JSON.stringify(a) === JSON.stringify(b);
const whole = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most;
const differences = (a: string, b: string) =>
  [...a].filter((character, index) => character !== b[index]).length;
const unless = (holds: boolean, problem: string) => (holds ? undefined : problem);
const firstOf = (...problems: readonly (string | undefined)[]) =>
  problems.find((problem) => problem !== undefined);
