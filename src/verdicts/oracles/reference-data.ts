import { member } from '../../contract/values/path.js';
import { below, entryAt, inBody, type Place } from '../../contract/values/place.js';
import { counted } from '../../contract/values/words.js';
import type { Exchange } from '../../http/exchange.js';
import { showTheSameAs } from './lists/changes.js';
import { agree } from './lists/page.js';
import { haveStatus } from './response.js';
import {
  asShown,
  entriesOf,
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
  const groups = reads.flatMap(({ json }) => entriesOf(json));
  const names = new Set(
    groups
      .filter((group) => entriesOf(member(group, 'attributes')).length > 0)
      .map((group) => member(group, 'name')),
  );
  const missing = Object.entries(kinds)
    .filter(([, name]) => !names.has(name))
    .map(([kind]) => kind);
  if (![...names].some((name) => !otherThanAttributes.some((other) => other === name)))
    missing.unshift('attributes');
  if (missing.length === 0) return undefined;
  return violationAt(
    inBody('[].name'),
    'attributes, colors, sizes, brands, material groups and materials in at least one category',
    `no ${missing.join(', no ')} in ${counted(reads.length, 'category')}`,
  );
}

const noEntries: Inconclusive = { inconclusive: 'the response lists no entries' };

/**
 * Ids are integers, and no id occurs twice in the list (clause 2.2), not even on two of its pages.
 * @param response the list, or its pages from the first to the last
 * @param place the member of the body that is the list; an empty string means the body itself
 */
export function haveUniqueIds(response: Exchange | readonly Exchange[], place = ''): OracleResult {
  const lists = [response].flat().map(({ json }) => entriesOf(place === '' ? json : member(json, place)));
  if (lists.every((entries) => entries.length === 0)) return noEntries;
  const wrong = lists
    .map((entries) => idProblem(entries, inBody(place)))
    .find((problem) => problem !== undefined);
  if (wrong !== undefined) return wrong;
  const pageOf = new Map<unknown, number>();
  for (const [number, entries] of lists.entries())
    for (const [index, entry] of entries.entries()) {
      const id = member(entry, 'id');
      const before = pageOf.get(id);
      if (before !== undefined)
        return violationAt(
          inBody(`${place}[${index}].id`),
          'each id once on all pages together',
          `${asShown(id)} on page ${before + 1} and on page ${number + 1}`,
        );
      pageOf.set(id, number);
    }
  return undefined;
}

/** Like haveUniqueIds, for attribute groups: the ids of the groups, and the ids of each group's entries. */
export function haveUniqueIdsInGroups(exchange: Exchange): OracleResult {
  const groups = entriesOf(exchange.json);
  if (groupsIn(exchange).every(({ attributes }) => attributes.length === 0)) return noEntries;
  const problems = groups.map((group, index) =>
    idProblem(entriesOf(member(group, 'attributes')), inBody(`[${index}].attributes`)),
  );
  return idProblem(groups, inBody()) ?? problems.find((problem) => problem !== undefined);
}

/** In each entry of the groups, is_default is absent or true (clause 2.2, rule 4). */
export function haveDefaultsOnlyWhereTrue(exchange: Exchange): OracleResult {
  let defaults = 0;
  for (const [group, { attributes }] of groupsIn(exchange).entries())
    for (const [index, entry] of attributes.entries()) {
      const value = member(entry, 'is_default');
      if (value === true) defaults += 1;
      if (value === undefined || value === true) continue;
      return violationAt(
        inBody(`[${group}].attributes[${index}].is_default`),
        ['no is_default', 'is_default true'],
        asShown(value),
      );
    }
  return defaults > 0 ? undefined : { inconclusive: 'no entry of the groups has is_default' };
}

/** Two reads of the same data return equal bodies; a body without entries shows nothing. */
export function giveTheSameAs(again: Exchange, before: Exchange | undefined): OracleResult {
  const isEmpty = (value: unknown): boolean =>
    typeof value !== 'object' ||
    value === null ||
    Object.values(value).length === 0 ||
    (!Array.isArray(value) && Object.values(value).every(isEmpty));
  if (before === undefined || (isEmpty(before.json) && isEmpty(again.json))) return noEntries;
  return showTheSameAs(again, before);
}

/**
 * Some entry is suggested as a default where the description says that defaults are currently used: in a group named
 * material_group_name (clause 2.2, rule 4; that groups have names and entries is gap G-05).
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

function idProblem(entries: readonly unknown[], at: Place): Violation | undefined {
  const ids = entries.map((entry) => member(entry, 'id'));
  const wrong = ids.findIndex((id) => !Number.isSafeInteger(id));
  if (wrong >= 0) return violationAt(below(entryAt(at, wrong), 'id'), 'an integer', asShown(ids[wrong]));
  const seen = new Set<unknown>();
  const again = ids.findIndex((id) => seen.has(id) || !seen.add(id));
  if (again < 0) return undefined;
  return violationAt(below(entryAt(at, again), 'id'), 'each id once', `${asShown(ids[again])} again`);
}

function groupsIn({ json }: Exchange): readonly { readonly attributes: readonly unknown[] }[] {
  return entriesOf(json).map((group) => ({ attributes: entriesOf(member(group, 'attributes')) }));
}

/**
 * The description shows neither a search's parameter nor how it matches (clause 4.6): a different choice only deviates.
 */
const gaps = ['G-05', 'G-11'];

/**
 * A search for a string finds an entry (clause 4.6): that entry is in the list, and every listed entry is related to the
 * text. Every page but the last is full, and the pagination counts the found entries. How a search matches is left
 * open: it is enough that one of an entry's own strings contains the text or any word of it, in upper or lower case.
 * @param pages the pages with the found entries in `items`, from the first to the last
 * @param id the id of the entry that the search must find
 */
export function findAmongOthers(pages: readonly Exchange[], text: string, id: unknown): OracleResult {
  const violation = listOnlyWhatHolds(pages, text);
  if (violation !== undefined) return violation;
  const disagreeing = agree(pages, 'id');
  if (disagreeing !== undefined && !('inconclusive' in disagreeing)) return { ...disagreeing, gaps };
  if (id === undefined) return { inconclusive: 'the entry that the search should find has no id' };
  if (pages.flatMap(itemsOn).some((entry) => member(entry, 'id') === id)) return undefined;
  return violationAt(
    inBody('items'),
    `an entry whose id is ${JSON.stringify(id)}`,
    counted(pages.flatMap(itemsOn).length, 'other'),
    gaps,
  );
}

/** A search lists only entries that are related to the text; if there are none, it lists nothing. */
export function listOnlyWhatHolds(pages: readonly Exchange[], text: string): Violation | undefined {
  const refused = pages.map((page) => haveStatus(page, 200)).find((violation) => violation !== undefined);
  if (refused !== undefined) return refused;
  const sought = partsOf(text);
  const strange = pages
    .flatMap(itemsOn)
    .find((entry) => !sought.some((part) => textIn(entry).includes(part)));
  if (strange === undefined) return undefined;
  return violationAt(
    inBody('items'),
    sought.map((part) => `no entry without ${JSON.stringify(part)}`),
    asShown(strange),
    gaps,
  );
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
