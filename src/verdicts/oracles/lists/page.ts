import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../../../contract/documents/document.js';
import { operations } from '../../../contract/operations.js';
import { documentedPart } from '../../../contract/schemas/documented-fields.js';
import { member } from '../../../contract/values/path.js';
import { inBody } from '../../../contract/values/place.js';
import { counted } from '../../../contract/values/words.js';
import type { Exchange } from '../../../http/exchange.js';
import { beAnErrorWith, haveStatus } from '../response.js';
import {
  asShown,
  canonicalText,
  firstOf,
  type Inconclusive,
  isText,
  itemsOn,
  numberShown,
  type OracleResult,
  type Violation,
  violationAt,
} from '../violation.js';

/** A pagination number (clause 2.4). */
type PageNumber = 'page' | 'per_page' | 'pages' | 'total';

/** A pagination value, which should be a number. */
function numberIn({ json }: Exchange, name: PageNumber): unknown {
  return member(member(json, 'pagination'), name);
}

/** Whether the target's contract has the number in the pagination of this list. */
function isShown({ operationId }: Exchange, name: PageNumber): boolean {
  const shown = member(documentedPart(operationId, { pagination: { [name]: 1 } }), 'pagination');
  return !isJsonObject(shown) || name in shown;
}

/** The pagination gives this number, if the target's contract has its field. */
function countedAs(exchange: Exchange, name: PageNumber, expected: number): Violation | undefined {
  const actual = numberIn(exchange, name);
  if (actual === expected || !isShown(exchange, name)) return undefined;
  return violationAt(inBody(`pagination.${name}`), numberShown(expected), asShown(actual));
}

/** Those of the given numbers that both pages show, so that they can be compared. */
function countedOn(one: Exchange, other: Exchange, names: readonly PageNumber[]): readonly PageNumber[] {
  const isCounted = (page: Exchange, name: PageNumber) => typeof numberIn(page, name) === 'number';
  return names.filter((name) => isShown(one, name) && isCounted(one, name) && isCounted(other, name));
}

function isWholeUpTo(value: unknown, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
}

/**
 * The response is 200, and its pagination shows the right page number and page size, if the target has these fields.
 */
export function bePage(exchange: Exchange, page: number, perPage: number): Violation | undefined {
  return (
    haveStatus(exchange, 200) ?? countedAs(exchange, 'page', page) ?? countedAs(exchange, 'per_page', perPage)
  );
}

/** The pagination shows page 1 and 20 entries per page, unless the request says otherwise (clause 4.5). */
export function haveTheDefaults(exchange: Exchange): Violation | undefined {
  const { query } = exchange;
  if (query.has('cursor')) return undefined;
  return (
    (query.has('page') ? undefined : countedAs(exchange, 'page', 1)) ??
    (query.has('per_page') ? undefined : countedAs(exchange, 'per_page', 20))
  );
}

/** The largest number of entries on a page (clause 8.2). */
const mostPerPage = 100;

/**
 * The response refuses a page, or a page size, that is out of bounds (clause 4.5). The description doesn't show how
 * (clause 7, gap G-15): a page within the bounds instead of the requested one only deviates.
 */
export function refuseOutOfBounds(exchange: Exchange): Violation | undefined {
  const violation = beAnErrorWith(exchange, 400);
  if (violation === undefined || exchange.status !== 200) return violation;
  const isWithin = (name: PageNumber, most: number) => {
    const value = numberIn(exchange, name);
    return value === undefined || isWholeUpTo(value, most);
  };
  const isPage = isWithin('page', Number.POSITIVE_INFINITY) && isWithin('per_page', mostPerPage);
  return { ...violation, gaps: isPage && itemsOn(exchange).length <= mostPerPage ? ['G-15'] : [] };
}

/** The pagination numbers of a list, and the number of one of its pages. */
interface CountedPage {
  readonly number: number;
  readonly total: number;
  readonly perPage: number;
}

/** How many pages there are: the total divided by the page size, rounded up. */
function pagesOf({ total, perPage }: CountedPage): number {
  return Math.ceil(total / perPage);
}

/** A page has as many entries as these numbers say. */
function unlessFilled(page: Exchange, { number, total, perPage }: CountedPage): Violation | undefined {
  const length = Math.min(perPage, Math.max(0, total - (number - 1) * perPage));
  if (itemsOn(page).length === length) return undefined;
  const expected = `${counted(length, 'entry')} on page ${number} of ${counted(total, 'entry')}, ${perPage} a page`;
  return violationAt(inBody('items'), expected, counted(itemsOn(page).length, 'entry'));
}

/**
 * The pages of a list agree with each other and with their entries (clause 2.4): pages is total divided by per_page,
 * rounded up; no page has more than per_page entries; together they have total entries, none of them twice. per_page is
 * the requested one. If the key is missing from an entry, or the list is empty, the pages don't show that.
 * @param pages all pages of the list in order, or some consecutive ones
 * @param key the member that distinguishes entries; without it, this does not judge whether an entry appears twice
 * @param number the number of the first of these pages
 */
export function agree(pages: readonly Exchange[], key?: string, number = 1): OracleResult {
  const [first] = pages;
  if (first === undefined) return { expected: ['at least one page'], actual: 'no page' };
  const tellsApart = () => (key === undefined ? hasEntries(pages) : eachOnce(pages, key));
  // A target that pages by cursor may not count its pages.
  if (!isShown(first, 'total') || !isShown(first, 'per_page')) return tellsApart();
  const [total, perPage] = [numberIn(first, 'total'), numberIn(first, 'per_page')];
  if (typeof total !== 'number' || typeof perPage !== 'number')
    return violationAt(inBody('pagination'), 'total and per_page as numbers', asShown({ total, perPage }));
  const wrong = firstOf(pages, (page, index) => {
    const counted = { number: number + index, total, perPage };
    return (
      countedAs(page, 'page', counted.number) ??
      countedAs(page, 'total', total) ??
      countedAs(page, 'per_page', perPage) ??
      countedAs(page, 'pages', pagesOf(counted)) ??
      unlessFilled(page, counted)
    );
  });
  return unlessAsRequested(first, perPage) ?? wrong ?? tellsApart();
}

/**
 * A page agrees with itself (clause 2.4): pages is total divided by per_page, rounded up, and its entries are as many
 * as these numbers and its own say. A different number of entries is only a warning, because a service may count a list
 * before it reads a page of it, and the list may grow in between.
 */
export function agreeWithItself(page: Exchange): OracleResult {
  const [total, number, perPage] = (['total', 'page', 'per_page'] as const).map((name) =>
    numberIn(page, name),
  );
  const isCount = (value: unknown) => isWholeUpTo(value, Number.MAX_SAFE_INTEGER);
  if (!isCount(number) || !isCount(perPage) || !(total === 0 || isCount(total)))
    return { inconclusive: 'the page does not count its list' };
  const counted = { number: Number(number), total: Number(total), perPage: Number(perPage) };
  const unfilled = unlessFilled(page, counted);
  return countedAs(page, 'pages', pagesOf(counted)) ?? (unfilled && { ...unfilled, atMost: 'warned' });
}

/**
 * The page size is the requested one. If the description doesn't show the parameter, a list may have a maximum that it
 * doesn't document, and the size may be smaller.
 */
function unlessAsRequested({ operationId, query }: Exchange, perPage: number): Violation | undefined {
  const { parameters = [] } = operations.find((each) => each.operationId === operationId) ?? {};
  const parameter = parameters.find(({ name }) => name === 'per_page');
  const requested = query.get('per_page');
  if (parameter === undefined || requested === null || perPage === Number(requested)) return undefined;
  if (parameter.origin.provenance === 'assumed' && perPage < Number(requested)) return undefined;
  return violationAt(inBody('pagination.per_page'), `${requested}, as requested`, asShown(perPage));
}

function hasEntries(pages: readonly Exchange[]): Inconclusive | undefined {
  return pages.some((page) => itemsOn(page).length > 0)
    ? undefined
    : { inconclusive: 'the list has no entries' };
}

function eachOnce(pages: readonly Exchange[], key: string): OracleResult {
  const values = pages.flatMap(itemsOn).map((entry) => member(entry, key));
  const seen = new Set<unknown>();
  const again = values.find((value) => value !== undefined && (seen.has(value) || !seen.add(value)));
  if (again !== undefined)
    return violationAt(inBody(`items[].${key}`), 'each entry once', `${asShown(again)} again`);
  const untold = values.filter((value) => value === undefined).length;
  return untold > 0
    ? { inconclusive: `${untold} entries have no ${key} to tell them apart` }
    : hasEntries(pages);
}

/**
 * A page past the end of a list has the same pagination numbers as the last page (clause 2.4): total, pages and
 * per_page are equal, and its own number is not that of an existing page, because it is empty. A number that is missing
 * shows nothing.
 * @param last the last page of the list, read with the same parameters
 */
export function countAsTheLastPage(past: Exchange, last: Exchange): OracleResult {
  if (!past.succeeded || itemsOn(past).length > 0 || itemsOn(last).length === 0)
    return { inconclusive: 'there is no empty page past the end of a list with entries' };
  const names = countedOn(past, last, ['total', 'pages', 'per_page']);
  if (names.length === 0) return { inconclusive: 'the page past the end does not count the list' };
  const wrong = firstOf(names, (name) => countedAs(past, name, Number(numberIn(last, name))));
  const [own, pages] = [numberIn(past, 'page'), numberIn(last, 'pages')];
  if (wrong !== undefined || !isShown(past, 'page') || !isWholeUpTo(own, Number(pages))) return wrong;
  return violationAt(inBody('pagination.page'), `a page after the last one, ${pages}`, asShown(own));
}

/**
 * The pages together have the same entries as the whole list, and no others (clause 2.4). The description doesn't
 * show what distinguishes two entries, so this compares all fields that the contract documents, and how often each
 * entry occurs.
 * @param pages the list from its first page to its last
 * @param whole the same list on the largest pages
 */
export function holdTheEntriesOf(pages: readonly Exchange[], whole: readonly Exchange[]): OracleResult {
  const [own, others] = [contentsOf(pages), contentsOf(whole)];
  if (others.size === 0) return { inconclusive: 'the list has no entries' };
  return firstOf([...new Set([...others.keys(), ...own.keys()])], (content) => {
    const [times, expected] = [own.get(content) ?? 0, others.get(content) ?? 0];
    const asWanted = `${expected} times on the pages, as on the whole list: ${content}`;
    return times === expected ? undefined : violationAt(inBody('items'), asWanted, `${times} times`, []);
  });
}

function contentsOf(pages: readonly Exchange[]): ReadonlyMap<string, number> {
  return contentsIn(pages[0]?.operationId ?? '', pages.flatMap(itemsOn));
}

/** How often a list has each of its entries, judged by the fields that the contract documents. */
export function contentsIn(operationId: string, entries: readonly unknown[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const entry of entries) {
    const content = canonicalText(documentedPart(operationId, entry, ['items', '0']));
    times.set(content, (times.get(content) ?? 0) + 1);
  }
  return times;
}

/**
 * The links lead to the neighbouring pages (clause 2.4): next is a string on every page but the last, prev on every page
 * but the first; on those two, it is null or absent. A list with a single page shows nothing.
 */
export function linkToItsNeighbours(exchange: Exchange): OracleResult {
  const [page, pages] = [numberIn(exchange, 'page'), numberIn(exchange, 'pages')];
  if (!Number.isInteger(page) || !Number.isInteger(pages))
    return { inconclusive: 'the pagination does not say which page it is, and of how many' };
  if (Number(page) > Math.max(1, Number(pages)))
    return { inconclusive: 'a page past the end has no neighbours' };
  return (
    link(exchange, 'next', Number(page) < Number(pages)) ??
    link(exchange, 'prev', Number(page) > 1) ??
    (Number(pages) > 1 ? undefined : { inconclusive: 'the list has no second page' })
  );
}

function link(exchange: Exchange, name: 'next' | 'prev', leads: boolean): Violation | undefined {
  const value = member(member(exchange.json, 'pagination'), name);
  const isRight = leads ? isText(value) : value === null || value === undefined;
  const expected = leads ? 'the path of the neighbouring page' : ['null', 'no such field'];
  return isRight ? undefined : violationAt(inBody(`pagination.${name}`), expected, asShown(value));
}

/** The response is 200 without entries and without a next page, for a page past the end of a list that has some. */
export function beAnEmptyPage(exchange: Exchange): OracleResult {
  const { length } = itemsOn(exchange);
  if (length > 0) return violationAt(inBody('items'), 'no entries', counted(length, 'entry'));
  const wrong = haveStatus(exchange, 200) ?? link(exchange, 'next', false);
  if (wrong !== undefined) return wrong;
  if (!Array.isArray(member(exchange.json, 'items')))
    return { inconclusive: 'the page has no list of entries' };
  const hasSome = Number(numberIn(exchange, 'total')) > 0;
  return hasSome ? undefined : { inconclusive: 'no page of the list has entries' };
}

/** The next_cursor of a page (clause 2.4); undefined if it is null, absent or empty, and so leads nowhere. */
export function cursorOf(page: Exchange): string | undefined {
  const cursor = member(member(page.json, 'pagination'), 'next_cursor');
  return isText(cursor) ? cursor : undefined;
}

const cursorPlace = inBody('pagination.next_cursor');

/**
 * The last of these pages is the one to which the next_cursor of the previous page leads (clause 2.4, gap G-19): it has
 * the entries and the numbers of the next page, and its own next_cursor leads on, or is null or absent if no page
 * follows. A number that is missing shows nothing.
 * @param followed the pages of a list from the first one on, each found by the next_cursor of the previous page
 * @param pages all pages of the list, found by their numbers; undefined if they can't be compared
 */
export function leadOn(followed: readonly Exchange[], pages?: readonly Exchange[]): OracleResult {
  const [before, page] = followed.slice(-2);
  if (before === undefined || page === undefined) return { inconclusive: 'no page has a next_cursor' };
  const refused = haveStatus(page, 200);
  if (refused !== undefined) return refused;
  const number = followed.length;
  const same = pages?.[number - 1];
  if (pages !== undefined && same === undefined) {
    const actual = `a cursor on the last of ${pages.length} pages`;
    return violationAt(cursorPlace, ['null', 'no such field'], actual);
  }
  const [entries, former] = [contentsOf([page]), contentsOf([before])];
  if (same !== undefined && !isDeepStrictEqual(entries, contentsOf([same]))) {
    const actual = `${counted(itemsOn(page).length, 'entry')}: ${asShown(itemsOn(page))}`;
    return violationAt(inBody('items'), `the entries of page ${number}`, actual);
  }
  if (same === undefined && entries.size > 0 && isDeepStrictEqual(entries, former))
    return violationAt(inBody('items'), 'the entries of the next page', 'the entries of the same page again');
  const miscounted =
    same === undefined
      ? firstOf(countedOn(page, page, ['page']), (name) => countedAs(page, name, number))
      : firstOf(countedOn(page, same, ['page', 'per_page', 'pages', 'total']), (name) =>
          countedAs(page, name, Number(numberIn(same, name))),
        );
  if (miscounted !== undefined) return miscounted;
  const cursor = cursorOf(page);
  if (cursor !== undefined && followed.slice(0, -1).some((each) => cursorOf(each) === cursor))
    return violationAt(cursorPlace, ['a new text', 'null', 'no such field'], 'that of an earlier page');
  if (cursor === undefined && pages !== undefined && number < pages.length)
    return violationAt(cursorPlace, `a string on page ${number} of ${pages.length}`, 'none');
  return former.size === 0 && entries.size === 0 ? { inconclusive: 'the pages have no entries' } : undefined;
}
