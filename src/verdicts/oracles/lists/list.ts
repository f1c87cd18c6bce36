import { member } from '../../../contract/values/path.js';
import { entryAt, inBody } from '../../../contract/values/place.js';
import { counted } from '../../../contract/values/words.js';
import type { Exchange } from '../../../http/exchange.js';
import { haveStatus } from '../response.js';
import {
  asShown,
  entriesOf,
  firstDifference,
  type Inconclusive,
  type OracleResult,
  type Violation,
  violationAt,
} from '../violation.js';

/**
 * The response is 200 with an array at each place; the array may be empty.
 * @param places members of the body; an empty string, or no place, means the body itself
 */
export function giveAList(exchange: Exchange, ...places: string[]): Violation | undefined {
  return (
    haveStatus(exchange, 200) ??
    unlessEach(exchange, places, (value) => (Array.isArray(value) ? undefined : 'an array'))
  );
}

const noEntries: Inconclusive = { inconclusive: 'the list has no entries' };

/**
 * The response is 200 with an array. An array without entries, or with empty entries, is not a violation, but shows
 * nothing about the list's entries.
 */
export function listWhatThereIs(exchange: Exchange): OracleResult {
  return giveAList(exchange) ?? (entriesOf(exchange.json).some(saysSomething) ? undefined : noEntries);
}

/** The response is 200 with an array at each place that has at least one entry with a value. */
export function listAtLeastOne(exchange: Exchange, ...places: string[]): Violation | undefined {
  const expected = 'an array with at least one entry that has a value';
  return (
    haveStatus(exchange, 200) ??
    unlessEach(exchange, places, (value) => (entriesOf(value).some(saysSomething) ? undefined : expected))
  );
}

/** Whether an entry has a value. Null, an empty object and an object of only nulls don't. */
function saysSomething(entry: unknown): boolean {
  if (typeof entry !== 'object') return entry !== undefined && entry !== '';
  return entry !== null && Object.values(entry).some((each) => each !== null && each !== undefined);
}

/** The array at a place has an entry with this value in this member. */
export function listAnEntryWith(
  exchange: Exchange,
  place: string,
  name: string,
  value: unknown,
): OracleResult {
  if (value === undefined) return { inconclusive: `no ${name} to look for was given` };
  const holds = (entry: unknown) => member(entry, name) === value;
  const expected = `an entry whose ${name} is ${JSON.stringify(value)}`;
  return (
    giveAList(exchange, place) ??
    unlessEach(exchange, [place], (list) => (entriesOf(list).some(holds) ? undefined : expected))
  );
}

/** The response is 200 with an array at the place, and each entry has an id: a number or a string (gap G-05). */
export function giveAnIdOfEach(exchange: Exchange, place = ''): OracleResult {
  const absent = giveAList(exchange, place);
  if (absent !== undefined) return absent;
  const entries = entriesOf(valueAt(exchange, place));
  if (entries.length === 0) return noEntries;
  const ids = entries.map((entry) => member(entry, 'id'));
  const without = ids.findIndex((id) => !(typeof id === 'number' || (typeof id === 'string' && id !== '')));
  if (without < 0) return undefined;
  return violationAt(inBody(`${place}[${without}].id`), 'an id', asShown(ids[without]), ['G-05']);
}

/** The response is 200 with an array that still has every entry of an earlier one, by id; it may also have new ones. */
export function listAgain(exchange: Exchange, earlier: Exchange): OracleResult {
  const absent = giveAList(exchange);
  if (absent !== undefined) return absent;
  const idsIn = ({ json }: Exchange) => entriesOf(json).map((entry) => member(entry, 'id'));
  const listed = idsIn(exchange);
  const before = idsIn(earlier).filter((id) => id !== undefined);
  if (before.length === 0) return { inconclusive: 'the earlier list has no entry with an id' };
  const lost = before.find((id) => !listed.includes(id));
  if (lost === undefined) return undefined;
  return violationAt(inBody(), `an entry whose id is ${asShown(lost)}, as before`, 'none');
}

/** The value at a place of a body: one of its members, or the body itself. */
function valueAt({ json }: Exchange, place: string): unknown {
  return place === '' ? json : member(json, place);
}

function unlessEach(
  exchange: Exchange,
  places: readonly string[],
  wanting: (value: unknown) => string | undefined,
): Violation | undefined {
  for (const place of places.length === 0 ? [''] : places) {
    const value = valueAt(exchange, place);
    const expected = wanting(value);
    if (expected !== undefined) return violationAt(inBody(place), expected, asShown(value));
  }
  return undefined;
}

/**
 * The response is 200 with an array, and no entry has this value in this member. That means something only if a list of
 * the same kind does have such an entry: a list that never shows it would pass too.
 * @param place the member of the body that is the array; an empty string means the body itself
 * @param having the list that has the entry: read with the merchant's own key, or before the entry was deleted
 */
export function listNoEntryWith(
  exchange: Exchange,
  place: string,
  name: string,
  value: unknown,
  having: Exchange,
): OracleResult {
  const unlisted = giveAList(exchange, place);
  if (unlisted !== undefined) return unlisted;
  if (value === undefined) return { inconclusive: `no ${name} to look for was given` };
  const holds = (entry: unknown) => member(entry, name) === value;
  const entries = entriesOf(valueAt(exchange, place));
  const index = entries.findIndex(holds);
  if (index < 0)
    return entriesOf(valueAt(having, place)).some(holds)
      ? undefined
      : {
          inconclusive: `the list that should have the entry whose ${name} is ${JSON.stringify(value)} lacks it too`,
        };
  return violationAt(
    entryAt(inBody(place), index),
    `no entry whose ${name} is ${JSON.stringify(value)}`,
    asShown(entries[index]),
  );
}

/**
 * The response is 200 with an array in which exactly one entry has the wanted id, and that entry has these fields and
 * values.
 */
export function showInItsList(
  exchange: Exchange,
  wanted: Readonly<Record<string, unknown>> & { readonly id: unknown },
): OracleResult {
  const unlisted = giveAList(exchange);
  if (unlisted !== undefined) return unlisted;
  if (wanted.id === undefined) return { inconclusive: 'no id to look for was given' };
  const entries = entriesOf(exchange.json);
  const own = entries.filter((entry) => member(entry, 'id') === wanted.id);
  if (own.length === 1) return firstDifference(own[0], wanted, inBody(`[${entries.indexOf(own[0])}]`));
  return violationAt(
    inBody(),
    `one entry whose id is ${JSON.stringify(wanted.id)}`,
    `${own.length} among ${counted(entries.length, 'entry')}`,
  );
}
