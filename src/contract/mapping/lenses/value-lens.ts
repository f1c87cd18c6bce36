import { isJsonObject } from '../../documents/base-document.js';
import type { Conversion } from '../file/target-file.js';
import type { Lens } from './lens.js';

/** The same change in both directions: a value of the wrong type is then of a wrong type in the other vocabulary too. */
function swapped(change: (value: unknown) => unknown): Lens {
  return { toTheirs: change, toOurs: change };
}

/**
 * `values`: a value with different words, or words for true and false.
 * @param renamed - our words with theirs, no two to the same
 */
export function words(renamed: Readonly<Record<string, string>>, isBoolean: boolean): Lens {
  const pairs = Object.entries(renamed).map(
    ([ours, theirs]) => [isBoolean ? ours === 'true' : ours, theirs] as const,
  );
  const forth = new Map<unknown, unknown>(pairs);
  const back = new Map<unknown, unknown>(pairs.map(([ours, theirs]) => [theirs, ours]));
  return { toTheirs: reworded(forth, back), toOurs: reworded(back, forth) };
}

/** A word that the other side has, but doesn't use for this, becomes one that it doesn't know: it stays wrong. */
function reworded(words: ReadonlyMap<unknown, unknown>, back: ReadonlyMap<unknown, unknown>) {
  return (value: unknown): unknown => {
    if (words.has(value)) return words.get(value);
    let unused = value;
    while (back.has(unused)) unused = back.get(unused);
    return unused;
  };
}

/** A different kind of value. */
interface Kind extends Lens {
  /** The types that our value may have. */
  readonly takes: readonly string[];
  /** The keywords that our schema gets or loses, because the target's kind of value can't express the other values. */
  readonly narrows?: Readonly<Record<string, unknown>>;
}

/** A number as its digits, and digits as they are written in JSON as a number. */
const numeral = swapped((value) => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && String(Number(value)) === value && Number.isFinite(Number(value))
    ? Number(value)
    : value;
});

/** Two decimals, and no more digits than a number can represent exactly. */
const twoDecimals = /^-?(0|[1-9][0-9]{0,12})\.[0-9]{2}$/;

/** A number as a string with two decimals, and such a string as a number. */
const decimal = swapped((value) => {
  if (typeof value === 'number') {
    const text = value.toFixed(2);
    return twoDecimals.test(text) && Number(text) === value ? text : String(value);
  }
  const isDecimal = typeof value === 'string' && twoDecimals.test(value);
  return isDecimal && Number(value).toFixed(2) === value ? Number(value) : value;
});

/** A number with its decimal point moved. */
function shifted(value: unknown, by: number): unknown {
  const moved = typeof value === 'number' ? Number(`${value}e${by}`) : Number.NaN;
  return Number.isFinite(moved) ? moved : value;
}

const dateTime = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d/;
/** Beyond these times, a year has more than four digits. */
const times = { first: Date.parse('0000-01-01T00:00:00Z'), last: Date.parse('9999-12-31T23:59:59.999Z') };

/** A date and time as its distance from 1970, and such a number as a date and time. @param unit in milliseconds */
function counted(unit: number): Kind {
  const lens = swapped((value) => {
    if (typeof value === 'string') {
      const moment = dateTime.test(value) ? Date.parse(value) : Number.NaN;
      return Number.isNaN(moment) ? value : Math.floor(moment / unit);
    }
    const moment = Number.isInteger(value) ? Number(value) * unit : Number.NaN;
    if (!(moment >= times.first && moment <= times.last)) return value;
    const text = new Date(moment).toISOString();
    return unit === 1000 ? text.replace('.000Z', 'Z') : text;
  });
  return { ...lens, takes: ['string'], narrows: { format: 'date-time' } };
}

/** `convert`: the different kinds of values. */
export const conversions: Readonly<Record<Conversion, Kind>> = {
  text: { ...numeral, takes: ['integer', 'number'] },
  // With no more digits than a number can represent exactly.
  number: { ...numeral, takes: ['string'], narrows: { pattern: '^(0|-?[1-9][0-9]{0,14})$' } },
  decimal: { ...decimal, takes: ['integer', 'number'] },
  'minor-units': {
    takes: ['number'],
    toTheirs: (ours) => {
      const units = shifted(ours, 2);
      return Number.isInteger(units) ? units : ours;
    },
    // A fraction of the smallest unit becomes text, because it is wrong.
    toOurs: (theirs) =>
      typeof theirs !== 'number' || Number.isInteger(theirs) ? shifted(theirs, -2) : String(theirs),
  },
  'major-units': {
    takes: ['integer'],
    toTheirs: (ours) => shifted(ours, -2),
    toOurs: (theirs) => shifted(theirs, 2),
  },
  cursor: {
    ...swapped((value) => value),
    takes: ['integer'],
    narrows: { type: 'string', minimum: undefined, maximum: undefined },
  },
  'epoch-seconds': counted(1000),
  'epoch-milliseconds': counted(1),
};

/** A link to a different page of a list, whose query uses the names of the operation's parameters. */
export function link(query: Lens): Lens {
  const through = (way: keyof Lens) => (value: unknown) => {
    const [, before, text, after = ''] = /^([^?#]*\?)([^#]*)(#.*)?$/s.exec(String(value)) ?? [];
    if (typeof value !== 'string' || before === undefined) return value;
    const pairs = [...new URLSearchParams(text)];
    const translated = pairs.map(([name, one]) => {
      // A target that counts its pages expects a number, but a link contains it as text.
      const made = [one, numeral.toOurs(one)].map((each) => firstMember(query[way]({ [name]: each })));
      const [key, changed] = made.find((each) => each[1] !== one && each[1] !== numeral.toOurs(one)) ??
        made[0] ?? [name, one];
      return [key, String(changed)] as [string, string];
    });
    const isSame = JSON.stringify(pairs) === JSON.stringify(translated);
    return isSame ? value : before + String(new URLSearchParams(translated)) + after;
  };
  return { toTheirs: through('toTheirs'), toOurs: through('toOurs') };
}

function firstMember(object: unknown): readonly [string, unknown] {
  return (isJsonObject(object) ? Object.entries(object)[0] : undefined) ?? ['', undefined];
}

/** A value as a part of a URL. A target's value may contain half of a surrogate pair, which no URL can carry. */
export function encodedInUrl(value: unknown): string {
  return encodeURIComponent(String(value).toWellFormed());
}
