import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from '../exchange/exchange.js';
import { entriesOf, member } from './body.js';
import { inWords } from './in-words.js';
import { lists } from './listing.js';
import { succeeds } from './status.js';
import type { Unmet, Unseen } from './unmet.js';

/** The response is a success with these fields, each of its value; fields that are not wanted are free. */
export function shows(exchange: Exchange, wanted: Readonly<Record<string, unknown>>): Unmet | undefined {
  return succeeds(exchange) ?? firstDifference(exchange.json, wanted, 'body');
}

/** The response is 200 with an array, in which one entry has the id that is wanted, and these fields, each of its value. */
export function showsInItsList(
  exchange: Exchange,
  wanted: Readonly<Record<string, unknown>> & { readonly id: unknown },
): Unmet | Unseen | undefined {
  const unlisted = lists(exchange);
  if (unlisted !== undefined) return unlisted;
  if (wanted.id === undefined) return { unseen: 'no id to look for was given' };
  const entries = entriesOf(exchange.json);
  const own = entries.filter((entry) => member(entry, 'id') === wanted.id);
  if (own.length === 1) return firstDifference(own[0], wanted, `body [${entries.indexOf(own[0])}]`);
  return {
    expected: [`one entry whose id is ${JSON.stringify(wanted.id)}`],
    actual: `${own.length} among ${entries.length} entries`,
    at: 'body',
  };
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
