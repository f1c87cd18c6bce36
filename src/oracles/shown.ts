import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from '../exchange/exchange.js';
import { inWords } from './in-words.js';
import { hasStatus } from './status.js';
import type { Unmet } from './unmet.js';

/** The response is 200 with these fields, each of its value; fields that are not wanted are free. */
export function shows(exchange: Exchange, wanted: Readonly<Record<string, unknown>>): Unmet | undefined {
  return hasStatus(exchange, 200) ?? firstDifference(exchange.json, wanted, 'body');
}

/**
 * The first place, deepest first, in which what is shown is not what is wanted. An array has as many entries as wanted;
 * an object may have more fields.
 */
export function firstDifference(shown: unknown, wanted: unknown, at: string): Unmet | undefined {
  if (isDeepStrictEqual(shown, wanted)) return undefined;
  const isComparable = isObject(shown) && isObject(wanted) && Array.isArray(shown) === Array.isArray(wanted);
  if (!isComparable) return { expected: [inWords(wanted)], actual: inWords(shown), at };
  if (Array.isArray(shown) && Array.isArray(wanted) && shown.length !== wanted.length)
    return { expected: [`${wanted.length} entries`], actual: `${shown.length} entries`, at };
  for (const [name, value] of Object.entries(wanted)) {
    const place = Array.isArray(wanted) ? `${at}[${name}]` : `${at}.${name}`;
    const unmet = firstDifference(Reflect.get(shown, name), value, place);
    if (unmet !== undefined) return unmet;
  }
  return undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
