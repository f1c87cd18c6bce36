import type { Exchange } from '../exchange/exchange.js';
import { entriesOf, member } from './body.js';
import { inWords } from './in-words.js';
import { hasStatus } from './status.js';
import type { Unmet, Unseen } from './unmet.js';

/**
 * The response is 200 with an array at each place; it may be empty.
 * @param places members of the body, or none for the body itself
 */
export function lists(exchange: Exchange, ...places: string[]): Unmet | undefined {
  return (
    hasStatus(exchange, 200) ??
    firstUnmet(exchange, places, (value) => (Array.isArray(value) ? undefined : 'an array'))
  );
}

const noEntries: Unseen = { unseen: 'the list has no entries' };

/**
 * The response is 200 with an array. One without entries, or with entries that hold nothing, is no violation, and shows
 * nothing of what would be listed.
 */
export function listsWhatThereIs(exchange: Exchange): Unmet | Unseen | undefined {
  return lists(exchange) ?? (entriesOf(exchange.json).some(saysSomething) ? undefined : noEntries);
}

/** The same, with at least one entry at each place that holds something. */
export function listsAtLeastOne(exchange: Exchange, ...places: string[]): Unmet | undefined {
  const expected = 'an array with at least one entry that holds something';
  return (
    hasStatus(exchange, 200) ??
    firstUnmet(exchange, places, (value) => (entriesOf(value).some(saysSomething) ? undefined : expected))
  );
}

/** Whether an entry holds a value: null, an empty object and one whose members are all null hold none. */
function saysSomething(entry: unknown): boolean {
  if (typeof entry !== 'object') return entry !== undefined && entry !== '';
  return entry !== null && Object.values(entry).some((each) => each !== null && each !== undefined);
}

/** The array at a place has an entry whose member holds the value. */
export function listsAnEntryWith(
  exchange: Exchange,
  place: string,
  member: string,
  value: unknown,
): Unmet | Unseen | undefined {
  if (value === undefined) return { unseen: `no ${member} to look for was given` };
  const holds = (entry: unknown) =>
    typeof entry === 'object' && entry !== null && Reflect.get(entry, member) === value;
  const expected = `an entry whose ${member} is ${JSON.stringify(value)}`;
  return (
    lists(exchange, place) ??
    firstUnmet(exchange, [place], (list) => (Array.isArray(list) && list.some(holds) ? undefined : expected))
  );
}

/** The response is 200 with an array at the place, and each of its entries has an id: a number, or a text (gap G-05). */
export function givesAnIdOfEach(exchange: Exchange, place = ''): Unmet | Unseen | undefined {
  const absent = lists(exchange, ...(place === '' ? [] : [place]));
  if (absent !== undefined) return absent;
  const entries = entriesOf(place === '' ? exchange.json : member(exchange.json, place));
  if (entries.length === 0) return noEntries;
  const ids = entries.map((entry) => member(entry, 'id'));
  const without = ids.findIndex((id) => !(typeof id === 'number' || (typeof id === 'string' && id !== '')));
  if (without < 0) return undefined;
  return {
    expected: ['an id'],
    actual: inWords(ids[without]),
    at: `body ${place}[${without}].id`,
    gaps: ['G-05'],
  };
}

/** The response is 200 with an array that has every entry of an earlier one, by their ids; there may be new ones. */
export function listsAgain(exchange: Exchange, earlier: Exchange): Unmet | Unseen | undefined {
  const absent = lists(exchange);
  if (absent !== undefined) return absent;
  const idsIn = ({ json }: Exchange) => entriesOf(json).map((entry) => member(entry, 'id'));
  const listed = idsIn(exchange);
  const before = idsIn(earlier).filter((id) => id !== undefined);
  if (before.length === 0) return { unseen: 'the earlier list has no entry with an id' };
  const lost = before.find((id) => !listed.includes(id));
  if (lost === undefined) return undefined;
  return { expected: [`an entry whose id is ${inWords(lost)}, as before`], actual: 'none', at: 'body' };
}

function firstUnmet(
  exchange: Exchange,
  places: readonly string[],
  wanting: (value: unknown) => string | undefined,
): Unmet | undefined {
  for (const place of places.length === 0 ? [''] : places) {
    const value = place === '' ? exchange.json : member(exchange.json, place);
    const expected = wanting(value);
    if (expected !== undefined)
      return { expected: [expected], actual: inWords(value), at: place === '' ? 'body' : `body ${place}` };
  }
  return undefined;
}
