import { isJsonObject, type JsonObject } from '../../documents/base-document.js';
import type { Conversion } from '../file/target-file.js';
import { closedKeyword } from '../schema-copies.js';
import { type Lens, mapped, permuted } from './lens.js';

/**
 * `values`: a value with different words.
 * @param schema - our schema of the value, without references
 */
export function words(renamed: ReadonlyMap<string, string>, schema: JsonObject): Lens {
  if ([schema.type].flat().includes('boolean')) return wordsForBoolean(renamed);
  const { forward, backward } = permuted(renamed);
  const told = (value: unknown) => (typeof value === 'string' ? (forward.get(value) ?? value) : value);
  return {
    toTheirs: told,
    toOurs: (theirs) => (typeof theirs === 'string' ? (backward.get(theirs) ?? theirs) : theirs),
    path: (theirs) => theirs,
  };
}

/**
 * Words for true and false. Both directions swap the two, so that a value of the wrong type has a wrong type on the
 * wire too.
 */
function wordsForBoolean(renamed: ReadonlyMap<string, string>): Lens {
  const told = new Map<unknown, unknown>(
    [...renamed].flatMap(([ours, theirs]) => {
      const value = ours === 'true';
      return [
        [value, theirs],
        [theirs, value],
      ];
    }),
  );
  const swapped = (value: unknown) => (told.has(value) ? told.get(value) : value);
  return { ...swapping(swapped), path: (theirs) => theirs };
}

/** How a kind of value differs. */
interface Kind {
  /** The type of our value, in words. */
  readonly takes: readonly string[];
  toTheirs(ours: unknown): unknown;
  toOurs(theirs: unknown): unknown;
  /** The limits that our schema adds, because their kind of value can't express the other values. */
  narrows?(ours: JsonObject): JsonObject;
}

/** With no more digits than a number can represent exactly. */
const wholeDigits = '^(0|-?[1-9][0-9]{0,14})$';
const ranges = 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf enum const'.split(' ');
const dateTime = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d/;
/** Beyond these times, a year has more than four digits. */
const times = { first: Date.parse('0000-01-01T00:00:00Z'), last: Date.parse('9999-12-31T23:59:59.999Z') };

/**
 * Digits for a number, and a number for digits, which are written as in JSON. Both directions swap the two, so that a
 * value of the wrong type has a wrong type on the wire too.
 */
function numeral(value: unknown): unknown {
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0) ? String(value) : value;
  if (typeof value !== 'string' || value === '') return value;
  const number = Number(value);
  return Number.isFinite(number) && String(number) === value ? number : value;
}

/** The value in our words; text for a number that stands for no text of ours, because it is wrong. */
function textIfNumber(ours: unknown, theirs: unknown): unknown {
  return typeof theirs === 'number' && ours === theirs ? String(theirs) : ours;
}

function toHundredths(value: unknown): unknown {
  if (typeof value !== 'number') return value;
  const units = Math.round(value * 100);
  return Number.isFinite(units) && units / 100 === value ? units : value;
}

/** Two decimals, and no more digits than a number can represent exactly. */
const twoDecimals = /^-?(0|[1-9][0-9]{0,12})\.[0-9]{2}$/;

/** A number as a string with two decimals. Both directions swap the two, as for a numeral. */
function decimalText(value: unknown): unknown {
  if (typeof value === 'string') {
    const number = Number(value);
    return twoDecimals.test(value) && number.toFixed(2) === value ? number : value;
  }
  if (typeof value !== 'number' || Object.is(value, -0)) return value;
  const text = value.toFixed(2);
  return twoDecimals.test(text) && Number(text) === value ? text : value;
}

/**
 * A number with its decimal point moved, exactly; a number that is too large or has too many digits for that stays
 * unchanged.
 */
function shifted(value: unknown, by: number): unknown {
  if (typeof value !== 'number' || !Number.isFinite(value) || value === 0) return value;
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  const to = Number(exponent) + by;
  const isExact = digits.replace(/\D/g, '').length <= 15 && Math.max(Number(exponent), to) < 300;
  return isExact && Math.min(Number(exponent), to) > -300 ? Number(`${digits}e${to}`) : value;
}

function timed(perSecond: 1 | 1000): Kind {
  const unit = 1000 / perSecond;
  const written = (count: number) => {
    const moment = count * unit;
    if (!Number.isInteger(count) || moment < times.first || moment > times.last) return undefined;
    const text = new Date(moment).toISOString();
    return perSecond === 1 ? text.replace('.000Z', 'Z') : text;
  };
  return {
    takes: ['string'],
    toTheirs(ours) {
      if (typeof ours === 'number') return written(ours) ?? ours;
      if (typeof ours !== 'string' || !dateTime.test(ours)) return ours;
      const moment = Date.parse(ours);
      return Number.isNaN(moment) ? ours : Math.floor(moment / unit);
    },
    toOurs(theirs) {
      if (typeof theirs === 'number') return written(theirs) ?? theirs;
      if (typeof theirs !== 'string' || !dateTime.test(theirs)) return theirs;
      const count = Date.parse(theirs) / unit;
      return Number.isNaN(count) ? theirs : count;
    },
    narrows: (ours) => closedKeyword({ ...ours, format: 'date-time' }, 'format'),
  };
}

/** The same change in both directions. */
function swapping(change: (value: unknown) => unknown): Pick<Kind, 'toTheirs' | 'toOurs'> {
  return { toTheirs: change, toOurs: change };
}

const kinds: Readonly<Record<Conversion, Kind>> = {
  text: {
    takes: ['integer', 'number'],
    toTheirs: numeral,
    toOurs: (theirs) => textIfNumber(numeral(theirs), theirs),
  },
  number: {
    takes: ['string'],
    ...swapping(numeral),
    narrows: (ours) => closedKeyword({ ...ours, pattern: wholeDigits }, 'pattern'),
  },
  'minor-units': {
    takes: ['number'],
    toTheirs: toHundredths,
    // A fraction of the smallest unit becomes text, because it is wrong.
    toOurs: (theirs) => {
      if (typeof theirs !== 'number') return theirs;
      return Number.isInteger(theirs) ? theirs / 100 : String(theirs);
    },
  },
  'major-units': {
    takes: ['integer'],
    toTheirs: (ours) => shifted(ours, -2),
    toOurs: (theirs) => shifted(theirs, 2),
  },
  decimal: {
    takes: ['integer', 'number'],
    toTheirs: decimalText,
    toOurs: (theirs) => textIfNumber(decimalText(theirs), theirs),
  },
  cursor: {
    takes: ['integer'],
    ...swapping((value) => value),
    narrows: (ours) => closedKeyword({ ...without(ours, ranges), ...typed(ours, 'string') }, 'type'),
  },
  'epoch-seconds': timed(1),
  'epoch-milliseconds': timed(1000),
};

/** `convert`: a different kind of value. */
export function converted(conversion: Conversion): Lens {
  const { toTheirs, toOurs } = kinds[conversion];
  return { toTheirs, toOurs, path: (theirs) => theirs };
}

/** The types of our values that can be converted, and the limits that our schema adds. */
export function conversion(name: Conversion): Pick<Kind, 'takes' | 'narrows'> {
  return kinds[name];
}

/** The same for each value of a parameter that may be repeated. */
export function repeatable(lens: Lens): Lens {
  return {
    ...lens,
    toTheirs: (ours) => (Array.isArray(ours) ? mapped(ours, lens.toTheirs) : lens.toTheirs(ours)),
    toOurs: (theirs) => (Array.isArray(theirs) ? mapped(theirs, lens.toOurs) : lens.toOurs(theirs)),
  };
}

/** A link to a different page of a list, whose query uses the names of the operation's parameters. */
export function link(query: Pick<Lens, 'toTheirs' | 'toOurs'>): Lens {
  const through = (value: unknown, way: 'toTheirs' | 'toOurs'): unknown => {
    if (typeof value !== 'string') return value;
    const [, before, text, after = ''] = /^([^?#]*\?)([^#]*)(#.*)?$/s.exec(value) ?? [];
    if (before === undefined || text === undefined) return value;
    return (
      before +
      text
        .split('&')
        .map((pair) => pairThrough(pair, query, way))
        .join('&') +
      after
    );
  };
  return {
    toTheirs: (ours) => through(ours, 'toTheirs'),
    toOurs: (theirs) => through(theirs, 'toOurs'),
    path: (theirs) => theirs,
  };
}

function pairThrough(pair: string, query: Parameters<typeof link>[0], way: 'toTheirs' | 'toOurs'): string {
  const at = pair.indexOf('=');
  const [name, value] = [
    decoded(at < 0 ? pair : pair.slice(0, at)),
    decoded(at < 0 ? '' : pair.slice(at + 1)),
  ];
  if (name === undefined || value === undefined) return pair;
  // A target that counts its pages expects a number, but a link contains it as text.
  const number = way === 'toOurs' ? numeral(value) : value;
  const made = [value, number].map((each) => single(query[way]({ [name]: each })));
  const [key, changed] = made.find((each) => each[1] !== value && each[1] !== number) ??
    made[0] ?? [name, value];
  if (key === name && changed === value) return pair;
  return at < 0 ? encodedInUrl(key) : `${encodedInUrl(key)}=${encodedInUrl(changed)}`;
}

function single(object: unknown): readonly [string, unknown] {
  return (isJsonObject(object) ? Object.entries(object)[0] : undefined) ?? ['', undefined];
}

/** A value as a part of a URL. A target's value may contain half of a surrogate pair, which no URL can carry. */
export function encodedInUrl(value: unknown): string {
  return encodeURIComponent(String(value).toWellFormed());
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function without(schema: JsonObject, keywords: readonly string[]): JsonObject {
  const about = new Set(keywords.flatMap((each) => [each, `x-${each}-provenance`, `x-${each}-gap`]));
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !about.has(keyword)));
}

/** The type in place of ours, with null where ours has it. */
function typed(ours: JsonObject, type: string): JsonObject {
  return { type: [ours.type].flat().includes('null') ? [type, 'null'] : type };
}
