import type { Exchange } from '../exchange/exchange.js';
import { hasStatus } from './status.js';
import type { Unmet } from './unmet.js';

/** An operation by its place: `GET`, `/api/v1/webhooks/{id}`. */
interface Place {
  readonly method: string;
  readonly path: string;
}

/** The documentation as a browser shows it (clause 8.1). */
interface Documentation {
  readonly exchange: Exchange;
  /** What a reader sees. */
  readonly text: string;
  readonly errors: readonly string[];
  readonly foreignRequests: readonly string[];
}

/** How the page looks is not stated: what can't be found on it may be there in another way. */
const gaps = ['G-18'];

/** The page shows method and path of each of the operations, with or without the prefix that they all have. */
export function showsEach(
  page: Pick<Documentation, 'exchange' | 'text'>,
  operations: readonly Place[],
): Unmet | undefined {
  const absent = isOpen(page);
  if (absent !== undefined) return absent;
  const text = plain(page.text);
  const missing = operations.filter((operation) => !placePattern(operation).test(text));
  if (missing.length === 0) return undefined;
  return {
    expected: [`method and path of each of ${operations.length} operations`],
    actual: `nothing of ${missing.length === operations.length ? 'any' : missing.map(({ method, path }) => `${method} ${path}`).join(', ')}`,
    at: 'the text of the page',
    gaps,
  };
}

/** The page shows the version. */
export function showsVersion(
  page: Pick<Documentation, 'exchange' | 'text'>,
  version: string,
): Unmet | undefined {
  const absent = isOpen(page);
  if (absent !== undefined) return absent;
  const numbers = [...page.text.matchAll(/(?<![\w.])\d+\.\d+\.\d+(?![\w.])/g)].map(([number]) => number);
  if (numbers.includes(version)) return undefined;
  return {
    expected: [version],
    actual: numbers.length === 0 ? 'no version' : [...new Set(numbers)].join(', '),
    at: 'the text of the page',
    gaps,
  };
}

/** The page shows the operations, and opens without an error in the browser's console. */
export function opensWithoutAnError(
  page: Pick<Documentation, 'exchange' | 'text' | 'errors'>,
  operations: readonly Place[],
): Unmet | undefined {
  const { errors } = page;
  const [first] = errors;
  if (first === undefined) return showsEach(page, operations);
  return {
    expected: ['no error'],
    actual: `${first}${errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''}`,
    at: 'the console of the browser',
  };
}

/** The page shows the operations, and needs nothing of another origin than its own for that. */
export function asksNoOtherOrigin(
  page: Pick<Documentation, 'exchange' | 'text' | 'foreignRequests'>,
  operations: readonly Place[],
): Unmet | undefined {
  const { foreignRequests } = page;
  if (foreignRequests.length === 0) return showsEach(page, operations);
  return {
    expected: ['requests to the origin of the page alone'],
    actual: foreignRequests.join(', '),
    at: 'the requests of the page',
  };
}

function isOpen({ exchange }: Pick<Documentation, 'exchange'>): Unmet | undefined {
  const refused = hasStatus(exchange, 200);
  // Where it is, is stated; only who may read it isn't.
  if (refused === undefined || exchange.status === 404 || exchange.status === 410) return refused;
  return { ...refused, gaps };
}

/** Without what is there to break long words. */
function plain(text: string): string {
  return text.replaceAll(/[\u200b\u00ad]/g, '');
}

function placePattern({ method, path }: Place): RegExp {
  const open = path
    .replace(/^\/api\/v1/, '')
    .replace(/\/$/, '')
    .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replaceAll(/\{\w+\}/g, '\\{\\w+\\}');
  return new RegExp(`(?<!\\w)${method}\\s+(?:\\S*/api/v1)?${open}/?(?!\\S)`, 'i');
}
