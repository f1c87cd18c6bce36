import { member } from '../../../contract/values/path.js';
import { inBody } from '../../../contract/values/place.js';
import { asShown, type OracleResult, type Violation, violationAt } from '../violation.js';

/** A filter of a list. */
export interface Filter<Entry> {
  /** What it selects: `rows whose status is "active"`. */
  readonly inWords: string;
  readonly matches: (entry: Entry) => boolean;
}

/** The filter for the entries that have this value in this member. */
export function having(name: string, value: unknown): Filter<unknown> {
  const matches = (entry: unknown) => member(entry, name) === value;
  return { inWords: `rows whose ${name} is ${JSON.stringify(value)}`, matches };
}

const at = inBody('items');

/** All entries match the filter; one that doesn't is wrong even if entries move in the meantime. */
export function haveOnly<Entry>(
  entries: readonly Entry[],
  { inWords, matches }: Filter<Entry>,
): Violation | undefined {
  const stray = entries.find((entry) => !matches(entry));
  return stray === undefined ? undefined : violationAt(at, `${inWords}, and no others`, asShown(stray));
}

/**
 * A filtered list has each entry of the whole list that matches, exactly once, and no others (clause 4.1, gaps G-08 and
 * G-11). An entry that begins or ceases to match between the two readings of the whole list may be present or absent.
 * If no entry matches, an empty list is right and shows nothing.
 * @param key the member that distinguishes entries
 * @param wholes the whole list, read before and after the filtered one
 */
export function beNarrowedTo<Entry>(
  narrowed: readonly Entry[],
  filter: Filter<Entry>,
  key: string,
  ...wholes: readonly (readonly Entry[])[]
): OracleResult {
  const { inWords, matches } = filter;
  const stray = haveOnly(narrowed, filter);
  if (stray !== undefined) return stray;
  const keysOf = (entries: readonly Entry[]) => entries.map((entry) => member(entry, key));
  const keys = keysOf(narrowed);
  const listed = new Set(keys);
  if (listed.size < keys.length) {
    const twice = keys.find((each, index) => keys.indexOf(each) < index);
    return violationAt(at, `${inWords}, each once`, `${asShown(twice)} again`);
  }
  const matching = wholes.map((entries) => new Set(keysOf(entries.filter(matches))));
  const isMissing = (each: unknown) => matching.every((all) => all.has(each)) && !listed.has(each);
  const missing = [...(matching[0] ?? [])].find(isMissing);
  if (missing !== undefined) return violationAt(at, `all ${inWords}`, `none with the ${key} ${missing}`);
  const other = [...listed].find((each) => !matching.some((all) => all.has(each)));
  if (other !== undefined)
    return violationAt(at, `${inWords} in the whole list too`, `one with the ${key} ${other}`);
  return matching.some(({ size }) => size > 0)
    ? undefined
    : { inconclusive: `the whole list has no ${inWords}` };
}
