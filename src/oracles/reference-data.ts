import type { Exchange } from '../exchange/exchange.js';
import { entriesOf, member } from './body.js';
import { inWords } from './in-words.js';
import { showsTheSameAs } from './unchanged.js';
import type { Unmet, Unseen } from './unmet.js';

/** The kinds of attribute groups that all categories together must give (clause 1, gap G-05). */
const kinds = {
  colors: 'color',
  sizes: 'size',
  brands: 'brand',
  'material groups': 'material_group_name',
  materials: 'material',
} as const;

/** Names of groups that are no attributes of the category itself. */
const otherThanAttributes = [...Object.values(kinds), 'second_size'];

/**
 * The groups of all categories together give each kind: attributes, colors, sizes, brands, material groups, materials.
 * @param reads of the attribute groups, one for each category
 */
export function giveEveryKind(reads: readonly Exchange[]): Unmet | undefined {
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
  return {
    expected: ['attributes, colors, sizes, brands, material groups and materials in at least one category'],
    actual: `no ${missing.join(', no ')} in ${reads.length} categories`,
    at: 'body [].name',
  };
}

/**
 * Ids are integers, and the list has none of them twice (clause 2.2).
 * @param place the member of the body that holds the list, or none for the body itself
 */
export function hasUniqueIds(exchange: Exchange, place?: string): Unmet | Unseen | undefined {
  const entries = entriesOf(place === undefined ? exchange.json : member(exchange.json, place));
  if (entries.length === 0) return noEntries;
  return idProblem(entries, `body ${place ?? ''}`);
}

const noEntries: Unseen = { unseen: 'the answer lists no entries' };

/** The same for a list that comes in pages, from the first to the last: no id stands on two of them either. */
export function haveUniqueIds(pages: readonly Exchange[], place: string): Unmet | Unseen | undefined {
  const lists = pages.map((page) => entriesOf(member(page.json, place)));
  if (lists.every((entries) => entries.length === 0)) return noEntries;
  const wrong = lists
    .map((entries) => idProblem(entries, `body ${place}`))
    .find((problem) => problem !== undefined);
  if (wrong !== undefined) return wrong;
  const pageOf = new Map<unknown, number>();
  for (const [number, entries] of lists.entries())
    for (const [index, id] of entries.map((entry) => member(entry, 'id')).entries()) {
      const before = pageOf.get(id);
      if (before !== undefined)
        return {
          expected: ['each id once in all pages'],
          actual: `${inWords(id)} on page ${before + 1} and on page ${number + 1}`,
          at: `body ${place}[${index}].id`,
        };
      pageOf.set(id, number);
    }
  return undefined;
}

/** The same for attribute groups: the ids of the groups, and those of the entries of each group. */
export function hasUniqueIdsInGroups(exchange: Exchange): Unmet | Unseen | undefined {
  const groups = entriesOf(exchange.json);
  if (groupsIn(exchange).every(({ attributes }) => attributes.length === 0)) return noEntries;
  const problems = groups.map((group, index) =>
    idProblem(entriesOf(member(group, 'attributes')), `body [${index}].attributes`),
  );
  return idProblem(groups, 'body ') ?? problems.find((problem) => problem !== undefined);
}

/** In each entry of the groups is_default is absent, or true (clause 2.2 rule 4). */
export function hasDefaultsOnlyWhereTrue(exchange: Exchange): Unmet | Unseen | undefined {
  let defaults = 0;
  for (const [group, { attributes }] of groupsIn(exchange).entries())
    for (const [index, entry] of attributes.entries()) {
      const value = member(entry, 'is_default');
      if (value === true) defaults += 1;
      if (value === undefined || value === true) continue;
      return {
        expected: ['no is_default', 'is_default true'],
        actual: inWords(value),
        at: `body [${group}].attributes[${index}].is_default`,
      };
    }
  return defaults > 0 ? undefined : { unseen: 'no entry of the groups has is_default' };
}

/** Two reads of the same give equal bodies; a body without any entry tells nothing. */
export function givesTheSame(again: Exchange, before: Exchange | undefined): Unmet | Unseen | undefined {
  const isEmpty = (value: unknown): boolean =>
    typeof value !== 'object' ||
    value === null ||
    Object.values(value).length === 0 ||
    (!Array.isArray(value) && Object.values(value).every(isEmpty));
  if (isEmpty(before?.json) && isEmpty(again.json)) return noEntries;
  return before === undefined ? noEntries : showsTheSameAs(again, before);
}

/**
 * A default is suggested where the description says that it currently is: in a group that is called material_group_name
 * (clause 2.2 rule 4; that groups have names and entries is gap G-05).
 * @param reads of the attribute groups, one for each category
 */
export function suggestAMaterialGroup(reads: readonly Exchange[]): Unmet | undefined {
  const groups = reads.flatMap(({ json }) => entriesOf(json));
  const named = groups.filter((group) => member(group, 'name') === kinds['material groups']);
  const entries = named.flatMap((group) => entriesOf(member(group, 'attributes')));
  if (entries.some((entry) => member(entry, 'is_default') === true)) return undefined;
  const expected = ['an entry with is_default true in a group material_group_name of at least one category'];
  const at = 'body [].attributes[].is_default';
  const count = `${reads.length} categories`;
  if (entries.length === 0)
    return { expected, actual: `no entry of such a group in ${count}`, at, gaps: ['G-05'] };
  return { expected, actual: `none in ${entries.length} entries of such groups in ${count}`, at };
}

function idProblem(entries: readonly unknown[], at: string): Unmet | undefined {
  const ids = entries.map((entry) => member(entry, 'id'));
  const wrong = ids.findIndex((id) => !Number.isSafeInteger(id));
  if (wrong >= 0) return { expected: ['an integer'], actual: inWords(ids[wrong]), at: `${at}[${wrong}].id` };
  const seen = new Set<unknown>();
  const again = ids.findIndex((id) => seen.has(id) || !seen.add(id));
  if (again < 0) return undefined;
  return { expected: ['each id once'], actual: `${inWords(ids[again])} again`, at: `${at}[${again}].id` };
}

function groupsIn({ json }: Exchange): readonly { readonly attributes: readonly unknown[] }[] {
  return entriesOf(json).map((group) => ({ attributes: entriesOf(member(group, 'attributes')) }));
}
