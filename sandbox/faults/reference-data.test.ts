import { isObject } from '../schema/check.js';
import type { OpenSandbox } from '../testing/open-sandbox.js';
import { type Lie, testLies } from './lies.js';
import { referenceDataFaults } from './reference-data.js';

type Category = OpenSandbox['merchants']['referenceData']['categories'][number];

/** What is told of the last of the answers to the same request, sent so often. */
function read(
  path: string,
  tell: (body: unknown, sandbox: OpenSandbox) => unknown,
  lie: unknown,
  times = 1,
): Lie {
  return [
    async (sandbox) => {
      const answers = [];
      for (let time = 0; time < times; time++) answers.push((await sandbox.send('GET', path)).body);
      return tell(answers.at(-1), sandbox);
    },
    lie,
  ];
}

/** What is told of the groups of one category. */
function groups(
  pick: (categories: readonly Category[]) => Category | undefined,
  tell: (groups: readonly { name: string; attributes: readonly object[] }[]) => unknown,
  lie: unknown,
): Lie {
  return [
    async (sandbox) => {
      const id = pick(sandbox.merchants.referenceData.categories)?.id;
      const { body } = await sandbox.send('GET', `/categories/${id}/attribute-groups`);
      return tell(Array.isArray(body) ? body : []);
    },
    lie,
  ];
}

const textile = (categories: readonly Category[]) =>
  categories.find(({ material_composition_type: type }) => type === 'textile');
const jeans = (categories: readonly Category[]) => categories.find(({ name }) => name === 'Skinny jeans');
const some = (name: string) => (list: readonly { name: string }[]) =>
  list.some((group) => group.name === name);
const saying = (value: unknown) => (list: readonly { attributes: readonly object[] }[]) =>
  list.some(({ attributes }) => attributes.some((choice) => isObject(choice) && choice.is_default === value));
const ids = (body: unknown): unknown[] =>
  (Array.isArray(body) ? body : Object(body).items).map((entry: unknown) => isObject(entry) && entry.id);
const isUnique = (list: readonly unknown[]) => new Set(list).size === list.length;

testLies(referenceDataFaults, {
  'lists-no-locales': read('/countries/', (body) => Object(body).locales, []),
  'lists-no-countries': read('/countries/', (body) => Object(body).countries, []),
  'lists-countries-of-the-whole-marketplace': read(
    '/countries/',
    (body, { merchant }) => Object(body).countries.length > merchant.markets.length,
    true,
  ),
  'ignores-category-search': read('/categories/?query=jeans', (body) => Object(body).items[0].name, 'Women'),
  'searches-one-page-of-categories': [
    async (sandbox) => {
      const path = sandbox.merchants.referenceData.categories.at(-1)?.path ?? '';
      return ids((await sandbox.send('GET', `/categories/?query=${encodeURIComponent(path)}`)).body);
    },
    [],
  ],
  'finds-no-category-of-two-words': [
    async (sandbox) => {
      const name =
        sandbox.merchants.referenceData.categories.find((each) => each.name.includes(' '))?.name ?? '';
      return ids((await sandbox.send('GET', `/categories/?query=${encodeURIComponent(name)}`)).body);
    },
    [],
  ],
  'lists-categories-without-id': read('/categories/', (body) => ids(body)[0], undefined),
  'knows-no-colors': groups(textile, some('color'), false),
  'knows-no-material-groups': groups(textile, some('material_group_name'), false),
  'gives-sizes-without-entries': groups(
    jeans,
    (list) => list.find(({ name }) => name === 'size')?.attributes,
    [],
  ),
  'has-no-groups-for-upper-categories': groups(
    (categories) => categories[0],
    (list) => list,
    [],
  ),
  'has-no-groups-for-last-category': groups(
    (categories) => categories.at(-1),
    (list) => list,
    [],
  ),
  'says-is-default-false': groups(textile, saying(false), true),
  'says-is-default-false-for-second-sizes': groups(jeans, saying(false), true),
  'says-is-default-in-a-text': groups(textile, saying('true'), true),
  'marks-defaults-outside-material-groups': groups(
    textile,
    (list) =>
      list
        .filter(({ attributes }) => attributes.some((choice) => 'is_default' in choice))
        .map(({ name }) => name),
    ['material'],
  ),
  'lists-no-brands': read('/brands/', (body) => body, []),
  'gives-ids-as-texts': read('/brands/', (body) => typeof ids(body)[0], 'string'),
  'gives-last-entry-the-id-of-the-first': read('/categories/', (body) => isUnique(ids(body)), false),
  'gives-two-choices-one-id': groups(
    textile,
    (list) => list.every(({ attributes }) => isUnique(ids(attributes))),
    false,
  ),
  'repeats-category-at-page-edge': read(
    '/categories/?page=2',
    (body, { merchants }) => ids(body)[0] === merchants.referenceData.categories[19]?.id,
    true,
  ),
  'turns-reference-data-round': read(
    '/brands/',
    (body, { merchants }) => ids(body)[0] === merchants.referenceData.brands.at(-1)?.id,
    true,
    2,
  ),
  'loses-reference-data-on-third-read': read(
    '/brands/',
    (body, { merchants }) => merchants.referenceData.brands.length - ids(body).length,
    1,
    3,
  ),
});
