import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../../../contract/documents/document.js';
import { documentedPart } from '../../../contract/schemas/documented-fields.js';
import { member } from '../../../contract/values/path.js';
import { below, entryAt, inBody, type Place } from '../../../contract/values/place.js';
import { counted } from '../../../contract/values/words.js';
import type { Exchange } from '../../../http/exchange.js';
import { haveStatus } from '../response.js';
import {
  asShown,
  canonicalText,
  entriesOf,
  type Inconclusive,
  itemsOn,
  type OracleResult,
  type Violation,
  violationAt,
} from '../violation.js';

type Field = readonly [name: string, type: string, holds: (value: unknown) => boolean];

const isText = (value: unknown) => typeof value === 'string';
const keyAndReasons: readonly Field[] = [
  ['style_key', 'a string', isText],
  ['rejection_reasons', 'an array', Array.isArray],
];
const messageAndHint: readonly Field[] = [
  ['rejection_message', 'a string', isText],
  ['rejected_product_ids_hint', 'an object', isJsonObject],
];
const reasonFields = ['key', 'type', 'name', 'description'].map((name): Field => [name, 'a string', isText]);
const paginationFields = ['per_page', 'page', 'pages', 'total'].map(
  (name): Field => [name, 'an integer', Number.isSafeInteger],
);
const paginationTexts = ['next', 'prev', 'next_cursor'];

/**
 * The list of rejected products has the shapes of clauses 2.3 and 2.4: the four fields of each entry, the four strings
 * of each reason, the seven fields of the pagination. The description doesn't show which of them are required, so a
 * missing field rests on gap G-19; the strings of the pagination may be null or absent at the ends.
 */
export function haveTheShapeOfRejectedProducts(exchange: Exchange): OracleResult {
  const items = member(exchange.json, 'items');
  const pagination = member(exchange.json, 'pagination');
  return (
    haveStatus(exchange, 200) ??
    is('an array', Array.isArray(items), items, inBody('items')) ??
    first(entriesOf(items), (entry, index) => entryProblem(entry, inBody(`items[${index}]`))) ??
    is('an object', isJsonObject(pagination), pagination, inBody('pagination')) ??
    fieldsProblem(pagination, paginationFields, inBody('pagination')) ??
    first(paginationTexts, (name) => {
      const value = member(pagination, name);
      const open = value === null || value === undefined;
      return is('a string', open || typeof value === 'string', value, inBody(`pagination.${name}`));
    }) ??
    (entriesOf(items).length === 0 ? noEntries : undefined)
  );
}

const noEntries: Inconclusive = { inconclusive: 'the list of rejected products has no entries' };

/** Each listed entry says why it was rejected: with a reason, or with a message that is not empty. */
export function sayWhy(exchange: Exchange): OracleResult {
  const entries = itemsOn(exchange);
  if (entries.length === 0) return noEntries;
  return first(entries, (entry, index) => {
    const reasons = member(entry, 'rejection_reasons');
    const message = member(entry, 'rejection_message');
    const says = entriesOf(reasons).length > 0 || (typeof message === 'string' && message !== '');
    return is('a rejection reason or a rejection message', says, entry, inBody(`items[${index}]`));
  });
}

/**
 * Among the listed style keys that matter, exactly the expected ones occur.
 * @param exchanges all pages of the list
 * @param matters whether to look at a style: the target may list others
 */
export function listExactly(
  exchanges: readonly Exchange[],
  expected: readonly string[],
  matters: (styleKey: unknown) => boolean,
): OracleResult {
  const listed = exchanges
    .flatMap(itemsOn)
    .map((entry) => member(entry, 'style_key'))
    .filter(matters);
  const missing = expected.find((key) => !listed.includes(key));
  if (missing !== undefined) {
    const entries = counted(exchanges.flatMap(itemsOn).length, 'entry');
    const actual = `none among ${entries} on ${counted(exchanges.length, 'page')}`;
    return violationAt(inBody('items'), `an entry with the style ${missing}`, actual);
  }
  const strange = listed.find((key) => !expected.some((each) => each === key));
  if (strange !== undefined)
    return violationAt(
      inBody('items[].style_key'),
      `only entries with one of ${asShown(expected)}`,
      `an entry with ${asShown(strange)}`,
    );
  return expected.length > 0 ? undefined : { inconclusive: 'no product was rejected' };
}

/**
 * A page that is long enough for all entries of one style has exactly the whole list's entries of that style, unchanged
 * (clause 4.5).
 */
export function listTheEntriesOfStyle(
  page: Exchange,
  styleKey: string,
  whole: readonly unknown[],
): OracleResult {
  const at = inBody('items');
  const narrowed = itemsOn(page);
  const expected = whole.filter((entry) => member(entry, 'style_key') === styleKey);
  if (areTheSame(narrowed, expected))
    return (
      haveStatus(page, 200) ??
      (expected.length > 0
        ? undefined
        : { inconclusive: `the whole list has no entry with the style ${styleKey}` })
    );
  return violationAt(at, `the entries of the whole list: ${asShown(expected)}`, asShown(narrowed));
}

/**
 * The style key may be null (clause 4.5), which a query writes as an empty value. The list then has all entries, as
 * without the parameter, or the entries with exactly that key; the description doesn't show what searching for it
 * means.
 * @param page read with the key, long enough for all entries
 * @param whole the same page without it
 */
export function listAllOrTheEntriesOfStyle(
  page: Exchange,
  styleKey: string,
  whole: Exchange,
): Violation | undefined {
  const all = itemsOn(whole);
  const items = member(page.json, 'items');
  const unread = haveStatus(page, 200) ?? is('an array', Array.isArray(items), items, inBody('items'));
  if (unread !== undefined) return unread;
  const ofStyle = all.filter((entry) => member(entry, 'style_key') === styleKey);
  const listed = entriesOf(items);
  if (isDeepStrictEqual(listed.map(contentOf), all.map(contentOf)) || areTheSame(listed, ofStyle))
    return undefined;
  return violationAt(
    inBody('items'),
    [`all entries: ${asShown(all)}`, `the entries with that style key: ${asShown(ofStyle)}`],
    asShown(listed),
  );
}

/** Whether two pages have the same number of entries. */
export function listAsMany(page: Exchange, other: Exchange): boolean {
  return itemsOn(page).length === itemsOn(other).length;
}

/** Whether two lists have equal entries, in any order. */
function areTheSame(entries: readonly unknown[], others: readonly unknown[]): boolean {
  const [own, other] = [entries, others].map((list) => list.map(contentOf).sort());
  return isDeepStrictEqual(own, other);
}

/** An entry as text, without fields that the target adds to the documented ones. */
function contentOf(entry: unknown): string {
  return canonicalText(documentedPart('listRejectedProducts', entry, ['items', '0']));
}

function entryProblem(entry: unknown, at: Place): Violation | undefined {
  const reasons = entriesOf(member(entry, 'rejection_reasons'));
  return (
    fieldsProblem(entry, keyAndReasons, at) ??
    first(reasons, (reason, index) =>
      fieldsProblem(reason, reasonFields, entryAt(below(at, 'rejection_reasons'), index)),
    ) ??
    fieldsProblem(entry, messageAndHint, at)
  );
}

/** Fields of the stated types; that they must be present is assumed. */
function fieldsProblem(value: unknown, fields: readonly Field[], at: Place): Violation | undefined {
  return first(fields, ([name, type, holds]) => {
    const given = member(value, name);
    const violation = is(type, holds(given), given, below(at, name));
    return violation && { ...violation, gaps: given === undefined ? ['G-19'] : [] };
  });
}

/** Something about the list that the description shows, so no gap leaves it open. */
function is(expected: string, holds: boolean, value: unknown, at: Place): Violation | undefined {
  return holds ? undefined : violationAt(at, expected, asShown(value), []);
}

function first<Value>(
  values: readonly Value[],
  problem: (value: Value, index: number) => Violation | undefined,
): Violation | undefined {
  for (const [index, value] of values.entries()) {
    const found = problem(value, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
