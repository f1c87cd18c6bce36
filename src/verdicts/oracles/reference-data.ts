import { member } from '../../contract/values/path.js';
import { below, entryAt, inBody, type Place } from '../../contract/values/place.js';
import { counted } from '../../contract/values/words.js';
import type { Exchange } from '../../http/exchange.js';
import { agree } from './lists/page.js';
import { haveStatus } from './response.js';
import {
  asShown,
  entriesOf,
  firstOf,
  type Inconclusive,
  itemsOn,
  type OracleResult,
  type Violation,
  violationAt,
} from './violation.js';

/** The kinds of attribute groups that all categories together must return (clause 1, gap G-05). */
const kinds = {
  colors: 'color',
  sizes: 'size',
  brands: 'brand',
  'material groups': 'material_group_name',
  materials: 'material',
} as const;

/** Names of groups that don't contain attributes of the category itself. */
const otherThanAttributes = [...Object.values(kinds), 'second_size'];

/**
 * The groups of all categories together have each kind: attributes, colors, sizes, brands, material groups, materials.
 * @param reads reads of the attribute groups, one for each category
 */
export function giveEveryKind(reads: readonly Exchange[]): Violation | undefined {
  const names = reads
    .flatMap(({ json }) => entriesOf(json))
    .filter((group) => entriesOf(member(group, 'attributes')).length > 0)
    .map((group) => member(group, 'name'));
  const isAttribute = (name: unknown) => !otherThanAttributes.some((other) => other === name);
  const missing = [
    ...(names.some(isAttribute) ? [] : ['attributes']),
    ...Object.entries(kinds).flatMap(([kind, name]) => (names.includes(name) ? [] : [kind])),
  ];
  if (missing.length === 0) return undefined;
  const expected =
    'attributes, colors, sizes, brands, material groups and materials in at least one category';
  const actual = `no ${missing.join(', no ')} in ${counted(reads.length, 'category')}`;
  return violationAt(inBody('[].name'), expected, actual);
}

const noEntries: Inconclusive = { inconclusive: 'the response lists no entries' };

/**
 * Ids are integers, and no id occurs twice in the list (clause 2.2), not even on different pages.
 * @param response the list, or all its pages in order
 * @param place the member of the body that contains the list; an empty string means the body itself
 */
export function haveUniqueIds(response: Exchange | readonly Exchange[], place = ''): OracleResult {
  const lists = [response].flat().map(({ json }) => entriesOf(place === '' ? json : member(json, place)));
  return lists.every((entries) => entries.length === 0) ? noEntries : idProblem(lists, inBody(place));
}

/** Like haveUniqueIds, for attribute groups: the ids of the groups, and the ids of each group's entries. */
export function haveUniqueIdsInGroups({ json }: Exchange): OracleResult {
  const groups = entriesOf(json);
  const attributes = groups.map((group) => entriesOf(member(group, 'attributes')));
  if (attributes.every((entries) => entries.length === 0)) return noEntries;
  const inGroup = (entries: readonly unknown[], index: number) =>
    idProblem([entries], inBody(`[${index}].attributes`));
  return idProblem([groups], inBody()) ?? firstOf(attributes, inGroup);
}

/** An id on the pages of a list that is not an integer, or that an earlier entry has. */
function idProblem(pages: readonly (readonly unknown[])[], at: Place): Violation | undefined {
  const pageOf = new Map<unknown, number>();
  const onAll = pages.length > 1 ? ' on all pages together' : '';
  return firstOf(pages, (entries, page) =>
    firstOf(entries, (entry, index) => {
      const id = member(entry, 'id');
      const place = below(entryAt(at, index), 'id');
      if (!Number.isSafeInteger(id)) return violationAt(place, 'an integer', asShown(id));
      const former = pageOf.get(id);
      pageOf.set(id, page);
      if (former === undefined) return undefined;
      const again = onAll === '' ? 'again' : `on page ${former + 1} and on page ${page + 1}`;
      return violationAt(place, `each id once${onAll}`, `${asShown(id)} ${again}`);
    }),
  );
}

/**
 * In each entry of the groups, is_default is absent or true (clause 2.2, rule 4; the place of the entries: gap G-05).
 * Only groups in which some entries have is_default and others don't can show that.
 */
export function haveDefaultsOnlyWhereTrue({ json }: Exchange): OracleResult {
  const values = entriesOf(json).flatMap((group, at) =>
    entriesOf(member(group, 'attributes')).map((entry, index) => ({
      at: inBody(`[${at}].attributes[${index}].is_default`),
      value: member(entry, 'is_default'),
    })),
  );
  const wrong = values.find(({ value }) => value !== undefined && value !== true);
  if (wrong !== undefined) return violationAt(wrong.at, ['true', 'no such field'], asShown(wrong.value));
  const defaults = values.filter(({ value }) => value === true).length;
  return defaults > 0 && defaults < values.length
    ? undefined
    : { inconclusive: 'the groups show no entry with is_default next to one without it' };
}

/**
 * At least one entry is suggested as a default where the description says that defaults are currently used: in a group
 * named material_group_name (clause 2.2, rule 4; that groups have names and entries is gap G-05).
 * @param reads reads of the attribute groups, one for each category
 */
export function suggestAMaterialGroup(reads: readonly Exchange[]): Violation | undefined {
  const groups = reads.flatMap(({ json }) => entriesOf(json));
  const named = groups.filter((group) => member(group, 'name') === kinds['material groups']);
  const entries = named.flatMap((group) => entriesOf(member(group, 'attributes')));
  if (entries.some((entry) => member(entry, 'is_default') === true)) return undefined;
  const expected = ['an entry with is_default true in a group material_group_name of at least one category'];
  const at = inBody('[].attributes[].is_default');
  const count = counted(reads.length, 'category');
  if (entries.length === 0)
    return violationAt(at, expected, `no entry in any such group of ${count}`, ['G-05']);
  return violationAt(at, expected, `none in ${counted(entries.length, 'entry')} of such groups in ${count}`);
}

/**
 * The description shows neither the parameter of a search nor how it matches (clause 4.6), so a different choice only
 * deviates.
 */
const gaps = ['G-05', 'G-11'];

/**
 * A search for a string finds an entry (clause 4.6): that entry is in the list, and every listed entry is related to
 * the text. Every page but the last is full, and the pagination counts the entries found. How a search matches is left
 * open: it is enough if one of an entry's own strings contains the text or any of its words, in upper or lower case.
 * @param pages the pages with the found entries in `items`, from the first to the last
 * @param id the id of the entry that the search must find
 */
export function findAmongOthers(pages: readonly Exchange[], text: string, id: unknown): OracleResult {
  const violation = listOnlyWhatHolds(pages, text);
  if (violation !== undefined) return violation;
  const disagreeing = agree(pages, 'id');
  if (disagreeing !== undefined && !('inconclusive' in disagreeing)) return { ...disagreeing, gaps };
  if (id === undefined) return { inconclusive: 'the entry that the search should find has no id' };
  const found = pages.flatMap(itemsOn);
  if (found.some((entry) => member(entry, 'id') === id)) return undefined;
  const expected = `an entry whose id is ${JSON.stringify(id)}`;
  return violationAt(inBody('items'), expected, counted(found.length, 'other'), gaps);
}

/** A search lists only entries that are related to the text; if there are none, it lists nothing. */
export function listOnlyWhatHolds(pages: readonly Exchange[], text: string): Violation | undefined {
  const refused = firstOf(pages, (page) => haveStatus(page, 200));
  if (refused !== undefined) return refused;
  const sought = partsOf(text);
  const strange = pages
    .flatMap(itemsOn)
    .find((entry) => !sought.some((part) => textIn(entry).includes(part)));
  if (strange === undefined) return undefined;
  const expected = sought.map((part) => `no entry without ${JSON.stringify(part)}`);
  return violationAt(inBody('items'), expected, asShown(strange), gaps);
}

/** The whole text and each of its words, in lower case. */
function partsOf(text: string): readonly string[] {
  const whole = text.toLowerCase();
  return [...new Set([whole, ...whole.split(/[^\p{L}\p{N}]+/u)])].filter((part) => part !== '');
}

/** All strings and numbers of an entry, in lower case. */
function textIn(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Object.values(value).map(textIn).join('\n');
  return String(value).toLowerCase();
}
