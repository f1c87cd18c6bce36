import {
  labelledLimitsIn,
  loneNumberIn,
  requestsAMinuteIn,
} from '../../../contract/description/limit-in-words.js';
import { inWordsOf } from '../../../contract/values/place.js';
import type { Exchange } from '../../../http/exchange.js';
import { FormSearch, formsOf, isKeyValue } from '../../../http/shown/secrets.js';
import { haveStatus } from '../response.js';
import { asShown, type OracleResult, type Violation, violationAt } from '../violation.js';
import type { MethodAndPath } from './description.js';

/** An operation with the number of requests a minute that it allows. */
interface LimitedOperation extends MethodAndPath {
  readonly limit: number;
}

/** The documentation as a browser shows it (clause 8.1). */
interface Documentation {
  readonly exchange: Exchange;
  /** The text that a reader sees. */
  readonly text: string;
}

/** Nothing states how the page looks: something that we can't find may be there in a different form. */
const gaps = ['G-18'];

/** The page shows the method and path of each operation, with or without their common prefix. */
export function showEach(page: Documentation, operations: readonly MethodAndPath[]): Violation | undefined {
  const absent = isOpen(page);
  if (absent !== undefined) return absent;
  const text = plain(page.text);
  const missing = operations.filter((operation) => !placePattern(operation).test(text));
  if (missing.length === 0) return undefined;
  return violationAt(
    inWordsOf('page', 'the text of the page'),
    `method and path of each of ${operations.length} operations`,
    `nothing about ${missing.length === operations.length ? 'any of them' : missing.map(({ method, path }) => `${method} ${path}`).join(', ')}`,
    gaps,
  );
}

/**
 * The page shows how many requests a minute each operation allows (clause 8.1). The limit is a whole number, with or
 * without thousands separators, in the operation's part of the text: from its method and path to those of the next
 * operation or, on a page that puts every limit first, from those of the previous operation. A number counts if it is
 * - per minute: `50 requests per minute`, `50 / min`, `50 rpm`;
 * - labelled, on the same line or the line before: `Rate limit: 50`, `x-rate-limit 50`;
 * - alone on the line of method and path, as in a table, if the page mentions limits or minutes elsewhere.
 */
export function showTheLimitOfEach(
  page: Documentation,
  operations: readonly LimitedOperation[],
): Violation | undefined {
  const absent = showEach(page, operations);
  if (absent !== undefined) return absent;
  const text = plain(page.text);
  const [after, before] = [partsOf(text, operations, 'after'), partsOf(text, operations, 'before')];
  const shownIn = (parts: typeof after, operation: LimitedOperation) =>
    (parts.get(operation) ?? []).flatMap((part) => limitsIn(part, text));
  const lackedBy = (parts: typeof after) =>
    operations.filter((each) => !shownIn(parts, each).includes(each.limit));
  const missing = lackedBy(after);
  if (missing.length === 0 || lackedBy(before).length === 0) return undefined;
  const places = missing.map((each) => {
    const shown = [...new Set(shownIn(after, each))].join(', ');
    return `${shown === '' ? 'no limit' : shown} with ${each.method} ${each.path}`;
  });
  // A number of requests a minute must be the limit; any other number may mean something else.
  const isOther = missing.some((each) =>
    (after.get(each) ?? []).some(({ part }) => requestsAMinuteIn(part).length > 0),
  );
  return {
    expected: [missing.map(({ method, path, limit }) => `${limit} with ${method} ${path}`).join(', ')],
    actual: places.join(', '),
    at: inWordsOf('page', 'the text of the page'),
    ...(isOther ? {} : { gaps }),
  };
}

/** The page shows the given version. */
export function showTheVersion(page: Documentation, version: string): Violation | undefined {
  const absent = isOpen(page);
  if (absent !== undefined) return absent;
  const numbers = [...page.text.matchAll(/(?<![\w.])\d+\.\d+\.\d+(?![\w.])/g)].map(([number]) => number);
  if (numbers.includes(version)) return undefined;
  return violationAt(
    inWordsOf('page', 'the text of the page'),
    version,
    numbers.length === 0 ? 'no version' : [...new Set(numbers)].join(', '),
    gaps,
  );
}

/** The page shows the operations, and opens without an error in the browser's console. */
export function openWithoutAnError(
  page: Documentation & { readonly errors: readonly string[] },
  operations: readonly MethodAndPath[],
): Violation | undefined {
  const { errors } = page;
  const [first] = errors;
  if (first === undefined) return showEach(page, operations);
  return violationAt(
    inWordsOf('page', 'the console of the browser'),
    'no error',
    `${first}${errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''}`,
  );
}

/** The page shows the operations, and requests nothing from a different origin. */
export function askNoOtherOrigin(
  page: Documentation & { readonly foreignRequests: readonly string[] },
  operations: readonly MethodAndPath[],
): Violation | undefined {
  const { foreignRequests } = page;
  if (foreignRequests.length === 0) return showEach(page, operations);
  return violationAt(
    inWordsOf('page', 'the requests of the page'),
    "requests to the page's own origin only",
    foreignRequests.join(', '),
  );
}

function isOpen({ exchange }: Documentation): Violation | undefined {
  const refused = haveStatus(exchange, 200);
  if (refused === undefined) return undefined;
  // Clause 8.1 says where the page is found, but not that every target serves it, nor who may read it.
  const isMissing = exchange.status === 404 || exchange.status === 410;
  return isMissing ? { ...refused, atMost: 'warned' } : { ...refused, gaps };
}

/** Removes the characters that allow a line break in long words. */
function plain(text: string): string {
  return text.replaceAll(/[\u200b\u00ad]/g, '');
}

/** Any operation, even one that isn't ours. */
const anyPlace = /(?<!\w)(?:GET|PUT|POST|PATCH|DELETE|HEAD|OPTIONS)\s+(?:https?:\/\/|\/)\S*/gi;

/** For each operation, the text after each of its places up to the next place, or the text before it. */
function partsOf<Operation extends MethodAndPath>(
  text: string,
  operations: readonly Operation[],
  side: 'after' | 'before',
): ReadonlyMap<Operation, readonly Passage[]> {
  const places = [...text.matchAll(anyPlace)].map(({ 0: { length }, index }) => ({
    index,
    end: index + length,
  }));
  const parts = places.map(({ index, end }, number) => ({
    place: text.slice(index, end),
    part:
      side === 'after'
        ? text.slice(end, places[number + 1]?.index)
        : text.slice(places[number - 1]?.end ?? 0, index),
    line: side === 'after' ? lineFrom(text, end) : '',
  }));
  return new Map(
    operations.map((operation) => [
      operation,
      parts.filter(({ place }) => placePattern(operation).test(place)),
    ]),
  );
}

function lineFrom(text: string, start: number): string {
  const end = text.indexOf('\n', start);
  return text.slice(start, end < 0 ? undefined : end);
}

interface Passage {
  readonly part: string;
  /** The rest of the line that has the method and path. */
  readonly line: string;
}

const ofLimits = /limit|per\s+min|\/\s*min|\brpm\b/i;

/** The numbers in an operation's part of the text that count as its limit. */
function limitsIn({ part, line }: Passage, text: string): readonly number[] {
  const cells = ofLimits.test(text) ? line.split('\t').flatMap((cell) => loneNumberIn(cell) ?? []) : [];
  return [...requestsAMinuteIn(part), ...labelledLimitsIn(part), ...cells];
}

function placePattern({ method, path }: MethodAndPath): RegExp {
  const open = path
    .replace(/^\/api\/v1/, '')
    .replace(/\/$/, '')
    .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replaceAll(/\{\w+\}/g, '\\{\\w+\\}');
  return new RegExp(`(?<!\\w)${method}\\s+(?:\\S*/api/v1)?${open}/?(?!\\S)`, 'i');
}

/** The number of a value's characters that may be shown, however short it is. */
const shownAtMost = 4;

/** The visible text of a page, and its source in the browser. */
interface WebPage {
  readonly text: string;
  readonly source: string;
}

/** The form for a new key has a field for each of these labels (clause 5.3). */
export function askFor(
  form: { readonly fields: readonly string[] },
  ...labels: string[]
): Violation | undefined {
  const missing = labels.filter((label) => !form.fields.includes(label));
  if (missing.length === 0) return undefined;
  return violationAt(
    inWordsOf('page', 'the page'),
    `a form with the fields ${labels.map((label) => `"${label}"`).join(' and ')}`,
    `no field named ${missing.map((label) => `"${label}"`).join(' and ')}`,
  );
}

/** The page shows the value of the new key in a form that a request can carry (clause 5.4). */
export function showItsValue(created: { readonly value: string | undefined }): Violation | undefined {
  const { value } = created;
  if (value !== undefined && isKeyValue(value)) return undefined;
  return {
    expected: ['the value of the new key, once'],
    // A malformed value may still be most of a key, so the finding doesn't show it.
    actual: value === undefined || value === '' ? 'no value' : 'a value that no header can carry',
    at: inWordsOf('page', 'the page that confirms the key'),
  };
}

/** The page neither shows half of the key's value or more, nor hides it in its source (clause 5.4). */
export function holdNothingOf(page: WebPage, value: string): Violation | undefined {
  const search = new FormSearch();
  for (const form of formsOf(value)) search.add(form);
  // A few characters distinguish it from other keys, and are no use without the rest.
  const part = Math.max(shownAtMost + 1, Math.ceil(value.length / 2));
  for (let start = 0; start + part <= value.length; start++) search.add(value.slice(start, start + part));
  const holds = (text: string) =>
    [text, text.replaceAll(/\s+/g, '')].some((each) => search.firstIn(each) !== undefined);
  const place = (['text', 'source'] as const).find((each) => holds(page[each]));
  if (place === undefined) return undefined;
  return violationAt(
    inWordsOf('page', `the ${place} of the page`),
    'nothing of the value',
    place === 'text' ? 'the value of the key' : 'the value of the key, hidden from readers',
  );
}

/** The list names the key by its label (clause 5.3). */
export function listTheKey(
  list: { readonly labels: readonly string[] },
  label: string,
): Violation | undefined {
  if (list.labels.includes(label)) return undefined;
  return violationAt(
    inWordsOf('page', 'the list of keys'),
    `a key with the label ${JSON.stringify(label)}`,
    asShown(list.labels),
  );
}

/** The page names none of the keys that this user must not see. */
export function nameNoKey(page: WebPage, ...labels: string[]): Violation | undefined {
  const named = labels.filter((label) => page.source.includes(label));
  if (named.length === 0) return undefined;
  return violationAt(
    inWordsOf('page', 'the page'),
    'none of the keys',
    `the key ${named.map((label) => JSON.stringify(label)).join(', ')}`,
  );
}

/** The list of keys is the same as before, and not empty. */
export function listTheSameKeysAs(
  after: { readonly labels: readonly string[] },
  before: { readonly labels: readonly string[] },
): OracleResult {
  const [now, then] = [after.labels, before.labels].map((labels) => labels.toSorted());
  if (JSON.stringify(now) === JSON.stringify(then))
    return before.labels.length > 0 ? undefined : { inconclusive: 'the list names no key' };
  return violationAt(
    inWordsOf('page', 'the list of keys'),
    `the keys from before: ${asShown(before.labels)}`,
    asShown(after.labels),
  );
}
