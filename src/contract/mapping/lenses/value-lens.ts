import { isJsonObject, type JsonObject } from '../../documents/base-document.js';
import type { Conversion } from '../file/target-file.js';
import { closedKeyword } from '../schema-copies.js';
import { type Lens, mapped, permuted, type Schemas } from './lens.js';

/**
 * `values`: a value with different words.
 * @param schema - our schema of the value, without references
 */
export function words(renamed: ReadonlyMap<string, string>, schema: JsonObject): Lens {
  if ([schema.type].flat().includes('boolean')) return wordsForBoolean(renamed);
  const { forward, backward } = permuted(renamed);
  const told = (value: unknown) => (typeof value === 'string' ? (forward.get(value) ?? value) : value);
  const describe = (ours: JsonObject, schemas: Schemas): JsonObject =>
    schemas.copies.rewrite(ours, schemas.owner, (opened) => {
      const branches = Array.isArray(opened.anyOf) ? opened.anyOf : undefined;
      return {
        ...('enum' in opened || branches !== undefined ? closedKeyword(opened, 'enum') : opened),
        ...(Array.isArray(opened.enum) ? { enum: opened.enum.map(told) } : {}),
        ...('const' in opened ? { const: told(opened.const) } : {}),
        ...(branches === undefined
          ? {}
          : { anyOf: branches.map((each) => (isJsonObject(each) ? describe(each, schemas) : each)) }),
      };
    });
  return {
    toTheirs: told,
    toOurs: (theirs) => (typeof theirs === 'string' ? (backward.get(theirs) ?? theirs) : theirs),
    path: (theirs) => theirs,
    describe: (ours, schemas) => describe(ours, schemas),
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
  return {
    ...swapping(swapped),
    path: (theirs) => theirs,
    describe: (ours, { copies, owner }) =>
      copies.rewrite(ours, owner, (opened) => {
        const values = [true, false, ...([opened.type].flat().includes('null') ? [null] : [])].map(swapped);
        const { type: _, ...rest } = opened;
        return closedKeyword(
          values.every((each) => typeof each === 'string')
            ? { ...rest, type: 'string', enum: values }
            : { ...rest, enum: values },
          'type',
        );
      }),
  };
}

/** How a kind of value differs, in values and in its schema. */
interface Kind {
  /** The type of our value, in words. */
  readonly takes: readonly string[];
  toTheirs(ours: unknown): unknown;
  toOurs(theirs: unknown): unknown;
  /** Their schema for one of ours, whose references are resolved; null among the types is kept. */
  describe(ours: JsonObject): JsonObject;
  /** The limits that our schema adds, because their kind of value can't express the other values. */
  narrows?(ours: JsonObject): JsonObject;
}

const digits = '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?(e[+-][0-9]+)?$';
/** With no more digits than a number can represent exactly. */
const wholeDigits = '^(0|-?[1-9][0-9]{0,14})$';
const mostWhole = 999_999_999_999_999;
const lengths = ['minLength', 'maxLength', 'pattern', 'format', 'enum', 'const', 'anyOf'];
const numberBounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const ranges = [...numberBounds, 'enum', 'const'];
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
const decimals = '^-?(0|[1-9][0-9]{0,12})\\.[0-9]{2}$';
const twoDecimals = new RegExp(decimals);

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
    describe: describedAs('integer', lengths, {
      minimum: times.first / unit,
      maximum: Math.floor(times.last / unit),
    }),
    narrows: (ours) => closedKeyword({ ...ours, format: 'date-time' }, 'format'),
  };
}

/** The same change in both directions. */
function swapping(change: (value: unknown) => unknown): Pick<Kind, 'toTheirs' | 'toOurs'> {
  return { toTheirs: change, toOurs: change };
}

/** A schema of a different type, without the keywords that don't apply to it. */
function describedAs(type: string, dropped: readonly string[], added: JsonObject): Kind['describe'] {
  return (ours) => ({ ...without(ours, dropped), ...typed(ours, type), ...added });
}

const wholeNumbers = { minimum: -mostWhole, maximum: mostWhole };

const kinds: Readonly<Record<Conversion, Kind>> = {
  text: {
    takes: ['integer', 'number'],
    toTheirs: numeral,
    toOurs: (theirs) => textIfNumber(numeral(theirs), theirs),
    describe: (ours) => {
      const pattern = [ours.type].flat().includes('number') ? digits : wholeDigits;
      return describedAs('string', ranges, { pattern })(ours);
    },
  },
  number: {
    takes: ['string'],
    ...swapping(numeral),
    describe: describedAs('integer', lengths, wholeNumbers),
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
    describe: (ours) => ({
      ...ours,
      ...typed(ours, 'integer'),
      ...boundsThrough(ours, (bound) => Math.round(bound * 100)),
    }),
  },
  'major-units': {
    takes: ['integer'],
    toTheirs: (ours) => shifted(ours, -2),
    toOurs: (theirs) => shifted(theirs, 2),
    describe: (ours) => ({
      ...without(ours, ['multipleOf']),
      ...typed(ours, 'number'),
      ...boundsThrough(ours, (bound) => bound / 100),
    }),
  },
  decimal: {
    takes: ['integer', 'number'],
    toTheirs: decimalText,
    toOurs: (theirs) => textIfNumber(decimalText(theirs), theirs),
    describe: describedAs('string', ranges, { pattern: decimals }),
  },
  cursor: {
    takes: ['integer'],
    ...swapping((value) => value),
    describe: (ours) => ours,
    narrows: (ours) => closedKeyword(describedAs('string', ranges, {})(ours), 'type'),
  },
  'epoch-seconds': timed(1),
  'epoch-milliseconds': timed(1000),
};

/** The bounds of a number, in the other unit. */
function boundsThrough(ours: JsonObject, counted: (bound: number) => number): JsonObject {
  return Object.fromEntries(
    numberBounds.flatMap((bound) => {
      const value = ours[bound];
      return typeof value === 'number' ? [[bound, counted(value)]] : [];
    }),
  );
}

/** `convert`: a different kind of value. */
export function converted(conversion: Conversion): Lens {
  const kind = kinds[conversion];
  return {
    toTheirs: kind.toTheirs,
    toOurs: kind.toOurs,
    path: (theirs) => theirs,
    describe: (ours, { copies, owner }) =>
      copies.rewrite(ours, owner, (opened) => closedKeyword(kind.describe(opened), 'type')),
  };
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
    describe: (ours) => ours,
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
