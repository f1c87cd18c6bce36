import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import {
  findAmongOthers,
  giveTheSameAs,
  haveDefaultsOnlyWhereTrue,
  haveUniqueIds,
  haveUniqueIdsInGroups,
  suggestAMaterialGroup,
} from './reference-data.js';
import { asShown } from './violation.js';

const read = (body: unknown) => exampleExchange({ body });
const group = (name: string, attributes: readonly unknown[] = [{ id: 1 }]) => ({ id: 1, name, attributes });
const list = (...ids: readonly unknown[]) => ids.map((id) => ({ id }));
const noEntries = 'inconclusive: the response lists no entries';

oracleTest('a default is true or absent, and one is suggested in a material group', () => {
  const suggested = [{ id: 1 }, { id: 2, is_default: true }];
  const at = 'body [].attributes[].is_default';
  const none = `${at}: no entry in any such group of 1 category [G-05]`;
  const entries = (...values: readonly unknown[]) =>
    haveDefaultsOnlyWhereTrue(read([{ attributes: values.map((is_default) => ({ is_default })) }]));
  const inconclusive = 'inconclusive: no entry of the groups has is_default';
  return [
    [suggestAMaterialGroup([read([group('shell', suggested)])]), none],
    [suggestAMaterialGroup([read({})]), none],
    [entries(undefined, undefined), inconclusive],
    [haveDefaultsOnlyWhereTrue(read({ data: [] })), inconclusive],
  ];
});

oracleTest('each id is unique in its list, on all its pages', () => {
  const pages = (...each: readonly (readonly unknown[])[]) =>
    haveUniqueIds(
      each.map((ids) => read({ items: list(...ids) })),
      'items',
    );
  return [
    // An empty page must not hide an id that is on two others.
    [pages([1], [], [1]), 'body items[0].id: the number 1 on page 1 and on page 3'],
    [pages(), noEntries],
    // Each group has ids of its own.
    [haveUniqueIdsInGroups(read([group('color'), { ...group('size'), id: 2 }])), 'holds'],
    [haveUniqueIdsInGroups(read([{ id: 1, values: [{ id: 1 }] }])), noEntries],
    ...[[], {}, 'null', ''].flatMap((body) => [
      [haveUniqueIds(read(body)), noEntries] as const,
      [haveUniqueIds([read(body), read(body)], 'items'), noEntries] as const,
      [haveUniqueIdsInGroups(read(body)), noEntries] as const,
    ]),
  ];
});

oracleTest('two reads return the same, unless neither has an entry', () => {
  return [
    ...[[], {}, '', 'null', { countries: [], locales: [] }, { message: 'no' }].map(
      (body) => [giveTheSameAs(read(body), read(body)), noEntries] as const,
    ),
    [giveTheSameAs(read([]), undefined), noEntries],
  ];
});

const dresses = { id: 1, name: 'Summer dresses', path: 'Women > Summer dresses', parent_id: null };
const shirts = { id: 2, name: 'Shirts', path: 'Women > Shirts', parent_id: null };
/** Pages as long as the first. */
const found = (...each: readonly (readonly unknown[])[]) => {
  const per_page = each[0]?.length || 20;
  const total = each.flat().length;
  return each.map((items, index) => {
    const pagination = { page: index + 1, per_page, pages: Math.ceil(total / per_page), total };
    return read({ items, pagination });
  });
};

oracleTest('a search lists an entry together with others that contain the text or a word of it', () => {
  const strange = `body items: ${asShown(shirts)} [G-05 G-11]`;
  return [
    ...['Summer dresses', 'DRESSES', '(dresses)'].map(
      (text) => [findAmongOthers(found([dresses]), text, 1), 'holds'] as const,
    ),
    ...['women', 'Summer shirts'].map(
      (text) => [findAmongOthers(found([shirts], [dresses]), text, 1), 'holds'] as const,
    ),
    [
      findAmongOthers(found([dresses, shirts]), 'Summer dresses', 1),
      strange,
      ['no entry without "summer dresses"', 'no entry without "summer"', 'no entry without "dresses"'],
    ],
    [
      findAmongOthers(found([shirts]), 'women', undefined),
      'inconclusive: the entry that the search should find has no id',
    ],
  ];
});
