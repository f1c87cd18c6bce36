import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import {
  giveEveryKind,
  givesTheSame,
  hasDefaultsOnlyWhereTrue,
  hasUniqueIds,
  hasUniqueIdsInGroups,
  haveUniqueIds,
  suggestAMaterialGroup,
} from './reference-data.js';

const kinds = ['color', 'size', 'brand', 'material', 'material_group_name', 'neckline'];
const group = (name: string, attributes: readonly unknown[] = [{ id: 1 }]) => ({ id: 1, name, attributes });

test('all categories together give every kind', () => {
  const reads = kinds.map((name) => exampleExchange({ body: [group(name)] }));
  expect(giveEveryKind(reads)).toBeUndefined();
});

test('a kind that no category gives, or only without entries, is named', () => {
  for (const [missing, word] of [
    ['color', 'no colors'],
    ['material_group_name', 'no material groups'],
    ['neckline', 'no attributes'],
  ] as const) {
    const body = kinds.map((name) => group(name, name === missing ? [] : [{ id: 1 }]));
    expect(giveEveryKind([exampleExchange({ body })])?.actual).toBe(`${word} in 1 categories`);
  }
});

test('a default is suggested in a material group of at least one category', () => {
  const read = (...groups: readonly object[]) => exampleExchange({ body: groups });
  const suggested = [{ id: 1 }, { id: 2, is_default: true }];
  const other = read(group('color', suggested), group('material_group_name'));
  expect(suggestAMaterialGroup([other, read(group('material_group_name', suggested))])).toBeUndefined();
  expect(suggestAMaterialGroup([other])).toMatchObject({
    actual: 'none in 1 entries of such groups in 1 categories',
  });
  expect(suggestAMaterialGroup([other])?.gaps).toBeUndefined();
  for (const unnamed of [read(group('shell', suggested)), read(), exampleExchange({ body: {} })])
    expect(suggestAMaterialGroup([unnamed])).toMatchObject({
      actual: 'no entry of such a group in 1 categories',
      gaps: ['G-05'],
    });
});

test('ids are integers, each once in its list', () => {
  const list = (...ids: unknown[]) => exampleExchange({ body: ids.map((id) => ({ id })) });
  expect(hasUniqueIds(list(1, 2, 3))).toBeUndefined();
  expect(hasUniqueIds(list(1, 2, 1))).toMatchObject({ actual: 'the number 1 again', at: 'body [2].id' });
  for (const id of ['1', 1.5, null, undefined])
    expect(hasUniqueIds(list(1, id))).toMatchObject({ expected: ['an integer'], at: 'body [1].id' });
  expect(hasUniqueIds(exampleExchange({ body: { items: [{ id: 1 }, { id: 1 }] } }), 'items')).toMatchObject({
    at: 'body items[1].id',
  });
});

test('an id of one page stands on no other', () => {
  const pages = (...each: readonly (readonly unknown[])[]) =>
    each.map((ids) => exampleExchange({ body: { items: ids.map((id) => ({ id })) } }));
  expect(haveUniqueIds(pages([1, 2], [3, 4], []), 'items')).toBeUndefined();
  expect(haveUniqueIds(pages([1, 2], [3], [4, 2]), 'items')).toEqual({
    expected: ['each id once in all pages'],
    actual: 'the number 2 on page 1 and on page 3',
    at: 'body items[1].id',
  });
  expect(haveUniqueIds(pages([1], [2, 2]), 'items')).toMatchObject({ actual: 'the number 2 again' });
  expect(haveUniqueIds(pages([1], ['2']), 'items')).toMatchObject({ expected: ['an integer'] });
});

test('the entries of each group are a list of their own', () => {
  const groups = (a: unknown[], b: unknown[]) =>
    exampleExchange({ body: [group('color', a), { ...group('size', b), id: 2 }] });
  expect(hasUniqueIdsInGroups(groups([{ id: 1 }], [{ id: 1 }]))).toBeUndefined();
  expect(hasUniqueIdsInGroups(groups([{ id: 1 }], [{ id: 3 }, { id: 3 }]))).toMatchObject({
    at: 'body [1].attributes[1].id',
  });
  expect(hasUniqueIdsInGroups(groups([], [{ id: 3 }]))).toBeUndefined();
});

test('is_default is true or absent', () => {
  const entries = (...values: unknown[]) =>
    exampleExchange({
      body: [
        group(
          'color',
          values.map((is_default) => ({ id: 1, is_default })),
        ),
      ],
    });
  expect(hasDefaultsOnlyWhereTrue(entries(true, undefined))).toBeUndefined();
  for (const value of [false, null, 'true', 1])
    expect(hasDefaultsOnlyWhereTrue(entries(undefined, value))).toMatchObject({
      at: 'body [0].attributes[1].is_default',
    });
  for (const seen of [entries(), entries(undefined, undefined), exampleExchange({ body: { data: [] } })])
    expect(hasDefaultsOnlyWhereTrue(seen)).toEqual({ unseen: 'no entry of the groups has is_default' });
});

const noEntries = { unseen: 'the answer lists no entries' };

for (const [title, body] of [
  ['an empty list', []],
  ['another shape', { data: [{ id: 1 }] }],
  ['an empty object', {}],
  ['null', 'null'],
  ['text', 'nothing'],
  ['an empty body', ''],
] as const) {
  test(`${title} shows no ids`, () => {
    const exchange = exampleExchange({ body });
    expect(hasUniqueIds(exchange)).toEqual(noEntries);
    expect(hasUniqueIds(exchange, 'items')).toEqual(noEntries);
    expect(haveUniqueIds([exchange, exchange], 'items')).toEqual(noEntries);
    expect(hasUniqueIdsInGroups(exchange)).toEqual(noEntries);
  });
}

test('groups without an entry, or with entries in another place, show no ids', () => {
  expect(hasUniqueIdsInGroups(exampleExchange({ body: [group('color', [])] }))).toEqual(noEntries);
  expect(hasUniqueIdsInGroups(exampleExchange({ body: [{ id: 1, values: [{ id: 1 }] }] }))).toEqual(
    noEntries,
  );
});

test('an empty page hides no id that stands on the others twice', () => {
  const pages = [[1], [], [1]].map((ids) => exampleExchange({ body: { items: ids.map((id) => ({ id })) } }));
  expect(haveUniqueIds(pages, 'items')).toMatchObject({ actual: 'the number 1 on page 1 and on page 3' });
  expect(haveUniqueIds([], 'items')).toEqual(noEntries);
});

test('two reads give the same, unless neither has an entry', () => {
  const read = (body: unknown) => exampleExchange({ body });
  expect(givesTheSame(read([{ id: 1 }]), read([{ id: 1 }]))).toBeUndefined();
  const page = (total: number) =>
    exampleExchange({ operationId: 'listCategories', body: { items: [{ id: 1 }], total } });
  expect(givesTheSame(page(1), page(2))).toBeUndefined();
  expect(givesTheSame(read([{ id: 2 }]), read([{ id: 1 }]))).toMatchObject({ at: 'body[0].id' });
  expect(givesTheSame(read([]), read([{ id: 1 }]))).toBeDefined();
  expect(givesTheSame(read([{ id: 1 }]), read([]))).toBeDefined();
  for (const body of [[], {}, '', 'null', { countries: [], locales: [] }, { message: 'no' }])
    expect(givesTheSame(read(body), read(body))).toEqual(noEntries);
  expect(givesTheSame(read([]), undefined)).toEqual(noEntries);
});
