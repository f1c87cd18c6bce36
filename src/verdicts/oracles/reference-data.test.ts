import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import {
  findAmongOthers,
  haveDefaultsOnlyWhereTrue,
  haveUniqueIds,
  haveUniqueIdsInGroups,
  suggestAMaterialGroup,
} from './reference-data.js';
import { asShown } from './violation.js';

const read = (body: unknown) => exampleExchange({ body });
const group = (name: string, attributes: readonly unknown[] = [{ id: 1 }]) => ({ id: 1, name, attributes });

oracleTest('defaults show something only next to other entries, and in a material group', () => {
  const none = 'body [].attributes[].is_default: no entry in any such group of 1 category [G-05]';
  const entries = (...values: readonly unknown[]) =>
    haveDefaultsOnlyWhereTrue(read([{ attributes: values.map((is_default) => ({ is_default })) }]));
  const inconclusive = 'inconclusive: the groups show no entry with is_default next to one without it';
  return [
    [suggestAMaterialGroup([read([group('shell', [{ id: 2, is_default: true }])])]), none],
    [entries(undefined, undefined), inconclusive],
    [entries(true, true), inconclusive],
  ];
});

oracleTest('each id is unique in its list, across all pages', () => {
  const pages = (...each: readonly (readonly number[])[]) =>
    haveUniqueIds(
      each.map((ids) => read({ items: ids.map((id) => ({ id })) })),
      'items',
    );
  return [
    // An empty page must not hide an id that is on two others.
    [pages([1], [], [1]), 'body items[0].id: the number 1 on page 1 and on page 3'],
    // Each group has ids of its own.
    [haveUniqueIdsInGroups(read([group('color'), { ...group('size'), id: 2 }])), 'holds'],
  ];
});

const dresses = { id: 1, name: 'Summer dresses', path: 'Women > Summer dresses', parent_id: null };
const shirts = { id: 2, name: 'Shirts', path: 'Women > Shirts', parent_id: null };

oracleTest('a search lists an entry together with others that contain the text or a word of it', () => {
  const found = (text: string, ...items: readonly unknown[]) => {
    const pagination = { page: 1, per_page: items.length, pages: 1, total: items.length };
    return findAmongOthers([read({ items, pagination })], text, 1);
  };
  return [
    [found('(WOMEN)', shirts, dresses), 'holds'],
    [found('Summer shirts', shirts, dresses), 'holds'],
    [found('Summer dresses', dresses, shirts), `body items: ${asShown(shirts)} [G-05 G-11]`],
  ];
});
