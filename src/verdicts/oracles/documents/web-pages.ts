import {
  labelledLimitsIn,
  loneNumberIn,
  requestsAMinuteIn,
} from '../../../contract/description/limit-in-words.js';
import { inWordsOf } from '../../../contract/values/place.js';
import type { Exchange } from '../../../http/exchange.js';
import { isKeyValue, Secrets } from '../../../http/shown/secrets.js';
import { haveStatus } from '../response.js';
import { asShown, type OracleResult, type Shown, type Violation, violationAt } from '../violation.js';
import type { MethodAndPath } from './description.js';

/** An operation with the number of requests per minute that it allows. */
interface LimitedOperation extends MethodAndPath {
  readonly limit: number;
}

/** The documentation as a browser shows it (clause 8.1). */
interface Documentation {
  readonly exchange: Exchange;
  /** The text that a reader sees. */
  readonly text: string;
}

/** Nothing states what the page looks like: something that we can't find may be there in a different form. */
const gaps = ['G-18'];

function onPage(where: string, expected: string, actual: Shown, gaps?: readonly string[]): Violation {
  return violationAt(inWordsOf('page', where), expected, actual, gaps);
}

const inText = 'the text of the page';

function isOpen({ exchange }: Documentation): Violation | undefined {
  const refused = haveStatus(exchange, 200);
  if (refused === undefined) return undefined;
  // Clause 8.1 says where the page is, but not whether every target serves it, nor who may read it.
  const isMissing = exchange.status === 404 || exchange.status === 410;
  return isMissing ? { ...refused, atMost: 'warned' } : { ...refused, gaps };
}

/** The page shows the method and path of each operation, with or without their common prefix. */
export function showEach(page: Documentation, operations: readonly MethodAndPath[]): Violation | undefined {
  const absent = isOpen(page);
  if (absent !== undefined) return absent;
  const text = plain(page.text);
  const missing = operations.filter((operation) => !placePattern(operation).test(text));
  if (missing.length === 0) return undefined;
  const expected = `method and path of each of ${operations.length} operations`;
  const names = missing.map(({ method, path }) => `${method} ${path}`).join(', ');
  const which = missing.length === operations.length ? 'any of them' : names;
  return onPage(inText, expected, `nothing about ${which}`, gaps);
}

/**
 * The page shows how many requests per minute each operation allows (clause 8.1). The limit is a whole number, with or
 * without thousands separators, in the operation's part of the text: from its method and path to those of the next
 * operation or, on a page that puts every limit first, from those of the previous operation. A number counts if it is
 * - per minute: `50 requests per minute`, `50 / min`, `50 rpm`;
 * - labelled, on the same line or the line before: `Rate limit: 50`, `x-rate-limit 50`;
 * - alone on the line with the method and path, as in a table, if the page mentions limits or minutes elsewhere.
 */
export function showTheLimitOfEach(
  page: Documentation,
  operations: readonly LimitedOperation[],
): Violation | undefined {
  const absent = showEach(page, operations);
  if (absent !== undefined) return absent;
  const text = plain(page.text);
  const passages = passagesIn(text);
  const isAboutLimits = /limit|per\s+min|\/\s*min|\brpm\b/i.test(text);
  const shown = operations.map((operation) => {
    const own = passages.filter(({ place }) => placePattern(operation).test(place));
    return {
      ...operation,
      after: own.flatMap(({ after }) => [...limitsIn(after), ...(isAboutLimits ? cellsIn(after) : [])]),
      before: own.flatMap(({ before }) => limitsIn(before)),
      // A number of requests per minute must be the limit; any other number may mean something else.
      isCertain: own.some(({ after }) => requestsAMinuteIn(after).length > 0),
    };
  });
  const missing = shown.filter(({ after, limit }) => !after.includes(limit));
  if (missing.length === 0 || shown.every(({ before, limit }) => before.includes(limit))) return undefined;
  const wanted = missing.map(({ method, path, limit }) => `${limit} with ${method} ${path}`);
  const found = missing.map(({ method, path, after }) => {
    return `${[...new Set(after)].join(', ') || 'no limit'} with ${method} ${path}`;
  });
  const open = missing.some(({ isCertain }) => isCertain) ? undefined : gaps;
  return onPage(inText, wanted.join(', '), found.join(', '), open);
}

/** The page shows the given version. */
export function showTheVersion(page: Documentation, version: string): Violation | undefined {
  const absent = isOpen(page);
  if (absent !== undefined) return absent;
  const numbers = [...page.text.matchAll(/(?<![\w.])\d+\.\d+\.\d+(?![\w.])/g)].map(([number]) => number);
  if (numbers.includes(version)) return undefined;
  return onPage(inText, version, [...new Set(numbers)].join(', ') || 'no version', gaps);
}

/** The page shows the operations, and opens without an error in the browser's console. */
export function openWithoutAnError(
  page: Documentation & { readonly errors: readonly string[] },
  operations: readonly MethodAndPath[],
): Violation | undefined {
  const [first, ...others] = page.errors;
  if (first === undefined) return showEach(page, operations);
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return onPage('the console of the browser', 'no error', `${first}${more}`);
}

/** The page shows the operations, and requests nothing from a different origin. */
export function askNoOtherOrigin(
  page: Documentation & { readonly foreignRequests: readonly string[] },
  operations: readonly MethodAndPath[],
): Violation | undefined {
  if (page.foreignRequests.length === 0) return showEach(page, operations);
  const expected = "requests to the page's own origin only";
  return onPage('the requests of the page', expected, page.foreignRequests.join(', '));
}

/** Removes the characters that allow a line break in long words. */
function plain(text: string): string {
  return text.replaceAll(/[\u200b\u00ad]/g, '');
}

/** Any operation, even one that isn't ours; the group keeps it when a text is split. */
const anyPlace = /((?<!\w)(?:GET|PUT|POST|PATCH|DELETE|HEAD|OPTIONS)\s+(?:https?:\/\/|\/)\S*)/i;

/** Each method and path in the text of a page, with the text up to the next one and the text since the previous one. */
function passagesIn(text: string) {
  const parts = text.split(anyPlace);
  const at = (index: number) => parts[index] ?? '';
  return parts.flatMap((place, index) =>
    index % 2 === 0 ? [] : { place, before: at(index - 1), after: at(index + 1) },
  );
}

/** The numbers that count as a limit in a part of the text. */
function limitsIn(part: string): readonly number[] {
  return [...requestsAMinuteIn(part), ...labelledLimitsIn(part)];
}

/** The numbers that are alone in a cell of the first line. */
function cellsIn(part: string): readonly number[] {
  const [line = ''] = part.split('\n', 1);
  return line.split('\t').flatMap((cell) => loneNumberIn(cell) ?? []);
}

function placePattern({ method, path }: MethodAndPath): RegExp {
  const open = path
    .replace(/^\/api\/v1/, '')
    .replace(/\/$/, '')
    .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replaceAll(/\{\w+\}/g, '\\{\\w+\\}');
  return new RegExp(`(?<!\\w)${method}\\s+(?:\\S*/api/v1)?${open}/?(?!\\S)`, 'i');
}

/** The number of characters that may be shown of any value, no matter how short it is. */
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
  const quoted = (all: readonly string[]) => all.map((label) => `"${label}"`).join(' and ');
  return onPage('the page', `a form with the fields ${quoted(labels)}`, `no field named ${quoted(missing)}`);
}

/** The page shows the value of the new key in a form that fits into a request header (clause 5.4). */
export function showItsValue(created: { readonly value: string | undefined }): Violation | undefined {
  const { value = '' } = created;
  if (isKeyValue(value)) return undefined;
  // A malformed value may still be most of a key, so the finding doesn't show it.
  const actual = value === '' ? 'no value' : 'a value that no header can carry';
  return onPage('the page that confirms the key', 'the value of the new key, once', actual);
}

/** The page neither shows half or more of the key's value nor hides that much in its source (clause 5.4). */
export function holdNothingOf(page: WebPage, value: string): Violation | undefined {
  const secrets = new Secrets();
  secrets.add(value);
  // A few characters distinguish the key from others, and are useless without the rest.
  const part = Math.max(shownAtMost + 1, Math.ceil(value.length / 2));
  for (let start = 0; start + part <= value.length; start++) secrets.add(value.slice(start, start + part));
  const holds = (text: string) => [text, text.replaceAll(/\s+/g, '')].some((each) => secrets.foundIn(each));
  const place = (['text', 'source'] as const).find((each) => holds(page[each]));
  if (place === undefined) return undefined;
  const actual = place === 'text' ? 'the value of the key' : 'the value of the key, hidden from readers';
  return onPage(`the ${place} of the page`, 'nothing of the value', actual);
}

/** A list of keys, by their labels. */
interface KeyList {
  readonly labels: readonly string[];
}

/** The list names the key by its label (clause 5.3). */
export function listTheKey(list: KeyList, label: string): Violation | undefined {
  if (list.labels.includes(label)) return undefined;
  return onPage('the list of keys', `a key with the label ${JSON.stringify(label)}`, asShown(list.labels));
}

/** The page names none of the keys that this user must not see. */
export function nameNoKey(page: WebPage, ...labels: string[]): Violation | undefined {
  const named = labels.filter((label) => page.source.includes(label));
  if (named.length === 0) return undefined;
  const keys = named.map((label) => JSON.stringify(label)).join(', ');
  return onPage('the page', 'none of the keys', `the key ${keys}`);
}

/** The list of keys is the same as before, and not empty. */
export function listTheSameKeysAs(after: KeyList, before: KeyList): OracleResult {
  const [now, then] = [after.labels, before.labels].map((labels) => labels.toSorted());
  if (JSON.stringify(now) === JSON.stringify(then))
    return before.labels.length > 0 ? undefined : { inconclusive: 'the list names no key' };
  return onPage('the list of keys', `the keys from before: ${asShown(before.labels)}`, asShown(after.labels));
}
