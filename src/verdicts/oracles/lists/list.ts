import { lastName, member } from '../../../contract/values/path.js';
import { entryAt, inBody } from '../../../contract/values/place.js';
import type { Exchange } from '../../../http/exchange.js';
import { haveStatus } from '../response.js';
import {
  asShown,
  entriesOf,
  firstOf,
  type Inconclusive,
  isText,
  type OracleResult,
  type Violation,
  violationAt,
} from '../violation.js';

/** The value at a place of a body: one of its members, or the body itself if the place is empty. */
function valueAt({ json }: Exchange, place: string): unknown {
  return place === '' ? json : member(json, place);
}

/**
 * The response is 200 with an array at a place; the array may be empty.
 * @param place a member of the body; an empty string means the body itself
 */
export function giveAList(exchange: Exchange, place = ''): Violation | undefined {
  const value = valueAt(exchange, place);
  const isList = Array.isArray(value);
  return (
    haveStatus(exchange, 200) ?? (isList ? undefined : violationAt(inBody(place), 'an array', asShown(value)))
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
  const unlisted = (place: string) => {
    const value = valueAt(exchange, place);
    if (!entriesOf(value).some(saysSomething)) return violationAt(inBody(place), expected, asShown(value));
  };
  return haveStatus(exchange, 200) ?? firstOf(places.length === 0 ? [''] : places, unlisted);
}

/**
 * Each entry of a list has a non-empty string in a member, and no two entries have the same string there.
 * @param place of the member in the body: `items[].order_number`
 */
export function nameEachOnce(
  entries: readonly unknown[],
  place: string,
  expected: string,
  gaps?: readonly string[],
): Violation | undefined {
  const names = entries.map((entry) => member(entry, lastName(place)));
  return firstOf(names, (name, index) => {
    if (isText(name) && names.indexOf(name) === index) return undefined;
    return violationAt(inBody(place.replace('[]', `[${index}]`)), expected, asShown(name), gaps);
  });
}

/** Whether an entry has a value. Null, an empty object and an object of only nulls don't. */
function saysSomething(entry: unknown): boolean {
  if (typeof entry !== 'object') return entry !== undefined && entry !== '';
  return entry !== null && Object.values(entry).some((each) => each !== null && each !== undefined);
}

/** The array at a place has an entry with the given value in the given member. */
export function listAnEntryWith(
  exchange: Exchange,
  place: string,
  name: string,
  value: unknown,
): OracleResult {
  if (value === undefined) return { inconclusive: `no ${name} to look for was given` };
  const unlisted = giveAList(exchange, place);
  if (unlisted !== undefined || indexWith(exchange, place, name, value) >= 0) return unlisted;
  const expected = `an entry whose ${name} is ${JSON.stringify(value)}`;
  return violationAt(inBody(place), expected, asShown(valueAt(exchange, place)));
}

/** The position of the first entry with the given value in the given member, or -1. */
function indexWith(exchange: Exchange, place: string, name: string, value: unknown): number {
  return entriesOf(valueAt(exchange, place)).findIndex((entry) => member(entry, name) === value);
}

/** The response is 200 with an array at the place, and each entry has an id: a number or a string (gap G-05). */
export function giveAnIdOfEach(exchange: Exchange, place = ''): OracleResult {
  const ids = entriesOf(valueAt(exchange, place)).map((entry) => member(entry, 'id'));
  const withoutId = (id: unknown, index: number) => {
    if (typeof id === 'number' || isText(id)) return undefined;
    return violationAt(inBody(`${place}[${index}].id`), 'an id', asShown(id), ['G-05']);
  };
  return giveAList(exchange, place) ?? firstOf(ids, withoutId) ?? (ids.length === 0 ? noEntries : undefined);
}

/** The response is 200 with an array that still has every entry of an earlier one, by id; it may also have new ones. */
export function listAgain(exchange: Exchange, earlier: Exchange): OracleResult {
  const unlisted = giveAList(exchange);
  if (unlisted !== undefined) return unlisted;
  const idsIn = ({ json }: Exchange) => entriesOf(json).map((entry) => member(entry, 'id'));
  const [listed, before] = [idsIn(exchange), idsIn(earlier).filter((id) => id !== undefined)];
  const lost = before.find((id) => !listed.includes(id));
  if (lost !== undefined)
    return violationAt(inBody(), `an entry whose id is ${asShown(lost)}, as before`, 'none');
  return before.length > 0 ? undefined : { inconclusive: 'the earlier list has no entry with an id' };
}

/**
 * The response is 200 with an array, and no entry has the given value in the given member. That means something only if
 * a list of the same kind does have such an entry: otherwise, a list that never shows it would also pass.
 * @param place the member of the body that contains the array; an empty string means the body itself
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
  const index = indexWith(exchange, place, name, value);
  const entry = `entry whose ${name} is ${JSON.stringify(value)}`;
  const shown = asShown(entriesOf(valueAt(exchange, place))[index]);
  if (index >= 0) return violationAt(entryAt(inBody(place), index), `no ${entry}`, shown);
  if (indexWith(having, place, name, value) >= 0) return undefined;
  return { inconclusive: `the list that should have the ${entry} lacks it too` };
}
