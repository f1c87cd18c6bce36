import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from '../exchange/exchange.js';
import { entriesOf, member } from './body.js';
import { canonicalText } from './canonical-text.js';
import { inWords } from './in-words.js';
import { hasStatus } from './status.js';
import type { Unmet, Unseen } from './unmet.js';

const reasonFields = ['key', 'type', 'name', 'description'];
const paginationNumbers = ['per_page', 'page', 'pages', 'total'];
const paginationTexts = ['next', 'prev', 'next_cursor'];

/**
 * The list of rejected products has the shapes of clauses 2.3 and 2.4: the four fields of each entry, the four texts of
 * each reason, the seven fields of the pagination. Its texts may be null or absent at the ends (gap G-08).
 */
export function hasTheShapeOfRejectedProducts(exchange: Exchange): Unmet | Unseen | undefined {
  const items = member(exchange.json, 'items');
  const pagination = member(exchange.json, 'pagination');
  return (
    hasStatus(exchange, 200) ??
    is('an array', Array.isArray(items), items, 'items') ??
    first(entriesOf(items), (entry, index) => entryProblem(entry, `items[${index}]`)) ??
    first(paginationNumbers, (name) => {
      const value = member(pagination, name);
      return is('an integer', Number.isSafeInteger(value), value, `pagination.${name}`);
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

/** Each listed entry says why it was rejected: by a reason, or by a message that is not empty. */
export function sayWhy(exchange: Exchange): Unmet | Unseen | undefined {
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
 * The style keys that are listed, among those that matter, are exactly the expected ones.
 * @param exchanges all pages of the list
 * @param matters whether a style is looked at: the target may list others of its own
 */
export function listExactly(
  exchanges: readonly Exchange[],
  expected: readonly string[],
  matters: (styleKey: unknown) => boolean,
): Unmet | Unseen | undefined {
  const listed = exchanges
    .flatMap(({ json }) => entriesOf(member(json, 'items')).map((entry) => member(entry, 'style_key')))
    .filter(matters);
  const missing = expected.find((key) => !listed.includes(key));
  if (missing !== undefined)
    return { expected: [`an entry of the style ${missing}`], actual: inWords(listed), at: 'body items' };
  const strange = listed.find((key) => !expected.some((each) => each === key));
  if (strange !== undefined)
    return {
      expected: [`entries of ${inWords(expected)} only`],
      actual: `one of ${inWords(strange)}`,
      at: 'body items[].style_key',
    };
  return expected.length > 0 ? undefined : { unseen: 'no product was rejected' };
}

/**
 * A page that is long enough for all entries of one style has the entries of that style that the whole list has, as they are there, and no others
 * (clause 4.1, requirement REJ-05).
 */
export function listsTheEntriesOfStyle(
  page: Exchange,
  styleKey: string,
  whole: readonly unknown[],
): Unmet | Unseen | undefined {
  const at = 'body items';
  const narrowed = entriesOf(member(page.json, 'items'));
  const expected = whole.filter((entry) => member(entry, 'style_key') === styleKey);
  const sorted = (entries: readonly unknown[]) => entries.map((entry) => canonicalText(entry)).sort();
  if (isDeepStrictEqual(sorted(narrowed), sorted(expected)))
    return hasStatus(page, 200) ?? (expected.length > 0 ? undefined : noEntryOf(styleKey));
  return { expected: [`the entries of the whole list: ${inWords(expected)}`], actual: inWords(narrowed), at };
}

function noEntryOf(styleKey: string): Unseen {
  return { unseen: `the whole list has no entry of the style ${styleKey}` };
}

function entryProblem(entry: unknown, at: string): Unmet | undefined {
  const [key, reasons, message, hint] = [
    'style_key',
    'rejection_reasons',
    'rejection_message',
    'rejected_product_ids_hint',
  ].map((name) => member(entry, name));
  const isObject = typeof hint === 'object' && hint !== null && !Array.isArray(hint);
  return (
    is('a string', typeof key === 'string', key, `${at}.style_key`) ??
    is('an array', Array.isArray(reasons), reasons, `${at}.rejection_reasons`) ??
    first(entriesOf(reasons), (reason, index) =>
      first(reasonFields, (name) => {
        const value = member(reason, name);
        return is('a string', typeof value === 'string', value, `${at}.rejection_reasons[${index}].${name}`);
      }),
    ) ??
    is('a string', typeof message === 'string', message, `${at}.rejection_message`) ??
    is('an object', isObject, hint, `${at}.rejected_product_ids_hint`)
  );
}

function is(expected: string, holds: boolean, value: unknown, at: string): Unmet | undefined {
  return holds ? undefined : { expected: [expected], actual: inWords(value), at: `body ${at}` };
}

function first<Value>(
  values: readonly Value[],
  problem: (value: Value, index: number) => Unmet | undefined,
): Unmet | undefined {
  for (const [index, value] of values.entries()) {
    const found = problem(value, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
