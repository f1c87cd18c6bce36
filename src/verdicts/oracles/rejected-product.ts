import { isDeepStrictEqual } from 'node:util';
import { documentedPart } from '../../contract/documented-fields.js';
import type { Exchange } from '../../http/exchange.js';
import { haveStatus } from './answer.js';
import {
  canonicalText,
  entriesOf,
  inWords,
  isObject,
  member,
  type OracleResult,
  type Unseen,
  type Violation,
  violationAt,
} from './violation.js';

const reasonFields = ['key', 'type', 'name', 'description'];
const paginationNumbers = ['per_page', 'page', 'pages', 'total'];
const paginationTexts = ['next', 'prev', 'next_cursor'];

/**
 * The list of rejected products has the shapes of clauses 2.3 and 2.4: the four fields of each entry, the four texts
 * of each reason, the seven fields of the pagination. The description doesn't show which of them are required, so a
 * missing field rests on gap G-19; the texts of the pagination may be null or absent at the ends.
 */
export function haveTheShapeOfRejectedProducts(exchange: Exchange): OracleResult {
  const items = member(exchange.json, 'items');
  const pagination = member(exchange.json, 'pagination');
  return (
    haveStatus(exchange, 200) ??
    is('an array', Array.isArray(items), items, 'items') ??
    first(entriesOf(items), (entry, index) => entryProblem(entry, `items[${index}]`)) ??
    is('an object', isObject(pagination), pagination, 'pagination') ??
    first(paginationNumbers, (name) => {
      const value = member(pagination, name);
      return field('an integer', Number.isSafeInteger(value), value, `pagination.${name}`);
    }) ??
    first(paginationTexts, (name) => {
      const value = member(pagination, name);
      const open = value === null || value === undefined;
      return is('a string', open || typeof value === 'string', value, `pagination.${name}`);
    }) ??
    (entriesOf(items).length === 0 ? noEntries : undefined)
  );
}

const noEntries: Unseen = { unseen: 'the list of rejected products has no entries' };

/** Each listed entry says why it was rejected: with a reason, or with a message that is not empty. */
export function sayWhy(exchange: Exchange): OracleResult {
  const entries = entriesOf(member(exchange.json, 'items'));
  if (entries.length === 0) return noEntries;
  return first(entries, (entry, index) => {
    const reasons = member(entry, 'rejection_reasons');
    const message = member(entry, 'rejection_message');
    const says = entriesOf(reasons).length > 0 || (typeof message === 'string' && message !== '');
    return is('a rejection reason or a rejection message', says, entry, `items[${index}]`);
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
    .flatMap(({ json }) => entriesOf(member(json, 'items')).map((entry) => member(entry, 'style_key')))
    .filter(matters);
  const missing = expected.find((key) => !listed.includes(key));
  if (missing !== undefined)
    return violationAt('body items', `an entry with the style ${missing}`, inWords(listed));
  const strange = listed.find((key) => !expected.some((each) => each === key));
  if (strange !== undefined)
    return violationAt(
      'body items[].style_key',
      `only entries with one of ${inWords(expected)}`,
      `an entry with ${inWords(strange)}`,
    );
  return expected.length > 0 ? undefined : { unseen: 'no product was rejected' };
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
  const at = 'body items';
  const narrowed = entriesOf(member(page.json, 'items'));
  const expected = whole.filter((entry) => member(entry, 'style_key') === styleKey);
  if (areTheSame(narrowed, expected))
    return haveStatus(page, 200) ?? (expected.length > 0 ? undefined : noEntryOf(styleKey));
  return violationAt(at, `the entries of the whole list: ${inWords(expected)}`, inWords(narrowed));
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
  const all = entriesOf(member(whole.json, 'items'));
  const items = member(page.json, 'items');
  const unread = haveStatus(page, 200) ?? is('an array', Array.isArray(items), items, 'items');
  if (unread !== undefined) return unread;
  const ofStyle = all.filter((entry) => member(entry, 'style_key') === styleKey);
  const listed = entriesOf(items);
  if (isDeepStrictEqual(listed.map(contentOf), all.map(contentOf)) || areTheSame(listed, ofStyle))
    return undefined;
  return violationAt(
    'body items',
    [`all entries: ${inWords(all)}`, `the entries with that style key: ${inWords(ofStyle)}`],
    inWords(listed),
  );
}

/** Whether two pages have the same number of entries. */
export function listAsMany(page: Exchange, other: Exchange): boolean {
  const [own, others] = [page, other].map(({ json }) => entriesOf(member(json, 'items')).length);
  return own === others;
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

function noEntryOf(styleKey: string): Unseen {
  return { unseen: `the whole list has no entry with the style ${styleKey}` };
}

function entryProblem(entry: unknown, at: string): Violation | undefined {
  const [key, reasons, message, hint] = [
    'style_key',
    'rejection_reasons',
    'rejection_message',
    'rejected_product_ids_hint',
  ].map((name) => member(entry, name));
  return (
    field('a string', typeof key === 'string', key, `${at}.style_key`) ??
    field('an array', Array.isArray(reasons), reasons, `${at}.rejection_reasons`) ??
    first(entriesOf(reasons), (reason, index) =>
      first(reasonFields, (name) => {
        const value = member(reason, name);
        return field(
          'a string',
          typeof value === 'string',
          value,
          `${at}.rejection_reasons[${index}].${name}`,
        );
      }),
    ) ??
    field('a string', typeof message === 'string', message, `${at}.rejection_message`) ??
    field('an object', isObject(hint), hint, `${at}.rejected_product_ids_hint`)
  );
}

/** A field of the stated type; that it must be present is assumed. */
function field(expected: string, holds: boolean, value: unknown, at: string): Violation | undefined {
  const violation = is(expected, holds, value, at);
  return violation && { ...violation, gaps: value === undefined ? ['G-19'] : [] };
}

/** Something about the list that the description shows, so no gap leaves it open. */
function is(expected: string, holds: boolean, value: unknown, at: string): Violation | undefined {
  return holds ? undefined : violationAt(`body ${at}`, expected, inWords(value), []);
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
