import { joined } from '../../contract/values/path.js';
import { isOpen, type Shape } from '../survey/shape.js';
import { type Likeness, likeness, namesMoney, saysEpoch, saysLittle, wordLikeness } from './names.js';

/** The known facts besides the two shapes. */
export interface KnownFacts {
  /** Our values that their field must show, by our path: for example, the sku that was just created. */
  readonly known?: ReadonlyMap<string, readonly unknown[]>;
  /** The target's words that replaced ours, by our path. */
  readonly words?: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** A target's name for one of ours that is certain, and the place where it was found. */
  readonly vocabulary?: Vocabulary;
  /** The compared thing, as the vocabulary names it: the operation. */
  readonly place?: string;
  /** Names of the body's subject: the topic and the list of the operation. */
  readonly context: readonly string[];
}

/** The target's names for ours, with the places where they were found: `listOrders items[].status`. */
export type Vocabulary = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

/** How well one of their elements fits one of ours, from 0 to 1, and why. */
export interface Fit {
  readonly score: number;
  readonly because: string;
}

/** How deep to compare the contents of a value. */
const deepest = 3;

/** Compares elements, and remembers the results. */
export class Resemblance {
  readonly #evidence: KnownFacts;
  readonly #known = new Map<Shape, Map<Shape, number>>();

  constructor(evidence: KnownFacts) {
    this.#evidence = evidence;
  }

  /**
   * How well one of their fields fits one of ours; undefined if it can't be ours.
   * @param at - our path
   * @param context - names of the containers of both
   */
  fit(
    at: string,
    ours: readonly [name: string, shape: Shape],
    theirs: readonly [name: string, shape: Shape],
    context: readonly string[],
    depth = deepest,
  ): Fit | undefined {
    const [[name, one], [other, their]] = [ours, theirs];
    // A stated field keeps its name, even if other fields resemble it.
    if (!isOpen(one) && name !== other) return undefined;
    const types = typeFit(one, their);
    if (types === 0) return otherKind(name, one, other, their);
    const values = this.#valueFit(at, one, their);
    const named = likeness(name, other, [...context, ...this.#evidence.context]);
    if (values !== undefined && values.score === 1)
      return { score: 1.5 + named.score / 10, because: values.because };
    if (named.score === 1) return { score: types < 1 ? 0.97 : 1.05, because: named.because };
    const elsewhere = this.#elsewhere(at, name, other);
    const byName = this.#byName(name, other, named, elsewhere);
    const inside = depth === 0 ? undefined : this.#inside(at, one, their, [...context, name, other], depth);
    const facts = factFit(one, their) + (values?.score ?? 0);
    const score =
      (inside === undefined ? byName.score * 0.85 : byName.score * 0.55 + inside * 0.4) *
        (0.6 + 0.4 * types) +
      Math.min(0.3, facts);
    const reasons = [
      ...(byName.score >= 0.4 ? [byName.because] : []),
      ...(inside !== undefined && inside >= 0.5 ? ['it has the contents of ours'] : []),
      ...(values === undefined ? [] : [values.because]),
      ...(facts >= 0.15 && values === undefined ? ['the same format, values or bounds'] : []),
    ];
    return {
      score: Math.min(0.99, score),
      because: reasons.join('; ') || 'the same type',
    };
  }

  /** The part of our object that theirs contains, from 0 to 1, including nested objects. */
  objects(at: string, ours: Shape, theirs: Shape, context: readonly string[], depth = deepest): number {
    const kept = this.#known.get(ours)?.get(theirs);
    if (kept !== undefined) return kept;
    const candidates = [...theirs.fields].flatMap(([name, { shape }]) => [
      { name, shape, share: 1 },
      ...[...shape.fields].map(([inner, field]) => ({ name: inner, shape: field.shape, share: 0.95 })),
    ]);
    let [all, found] = [0, 0];
    for (const [name, { shape, required }] of ours.fields) {
      const weight = required ? 1 : 0.4;
      const path = joined(at, name);
      const best = Math.max(
        0,
        ...candidates.map(
          (each) =>
            each.share *
            (this.fit(path, [name, shape], [each.name, each.shape], context, depth - 1)?.score ?? 0),
        ),
      );
      all += weight;
      found += weight * Math.min(1, best);
    }
    const result = all === 0 ? 0 : found / all;
    const byTheirs = this.#known.get(ours) ?? new Map<Shape, number>();
    this.#known.set(ours, byTheirs.set(theirs, result));
    return result;
  }

  /**
   * A different place where the target uses this name for the same field, if possible in the same operation.
   * `different` means that a nearby place in the operation uses a different name.
   */
  #elsewhere(at: string, ours: string, theirs: string): string | undefined {
    const names = this.#evidence.vocabulary?.get(ours);
    const { place = '' } = this.#evidence;
    const isNear = (other: string) =>
      other.startsWith(`${place} `) && isAround(at, other.slice(place.length + 1));
    const others = (places: ReadonlySet<string>) =>
      [...places].filter(
        (each) =>
          each !== `${place} ${at}` && (!saysLittle(ours) || isNear(each) || !each.startsWith(`${place} `)),
      );
    const near = [...(names ?? [])].flatMap(([name, places]) => (others(places).some(isNear) ? [name] : []));
    if (near.length > 0 && !near.includes(theirs)) return 'different';
    const places = others(names?.get(theirs) ?? new Set());
    return places.find(isNear) ?? places[0];
  }

  /**
   * The evidence of the names, including names in other places. A name that anything may have says little outside of
   * its operation.
   */
  #byName(name: string, other: string, named: Likeness, elsewhere: string | undefined): Likeness {
    if (elsewhere === undefined) return named;
    if (elsewhere === 'different') return { ...named, score: Math.min(0.5, named.score) };
    const isNear = elsewhere.startsWith(`${this.#evidence.place} `);
    const score = saysLittle(name) && !isNear ? 0.75 : 0.92;
    return { score: Math.max(score, named.score), because: `${name} is ${other} at ${elsewhere} too` };
  }

  #inside(
    at: string,
    ours: Shape,
    theirs: Shape,
    context: readonly string[],
    depth: number,
  ): number | undefined {
    if (ours.items !== undefined && theirs.items !== undefined)
      return this.#inside(`${at}[]`, ours.items, theirs.items, context, depth);
    if (ours.fields.size === 0 || theirs.fields.size === 0) return undefined;
    return this.objects(at, ours, theirs, context, depth);
  }

  /** The evidence of the seen values; its score is 1 if they are the known values. */
  #valueFit(at: string, ours: Shape, theirs: Shape): { score: number; because: string } | undefined {
    const [place, one, other] =
      ours.items !== undefined && theirs.items !== undefined
        ? [`${at}[]`, ours.items, theirs.items]
        : [at, ours, theirs];
    const known = this.#evidence.known?.get(place) ?? [];
    for (const value of known) {
      if (!other.samples.some((sample) => isShown(value, sample, one, place))) continue;
      // The value itself isn't shown: it changes with each run, and would change the file.
      const because = 'it shows the value that we sent';
      return { score: isTelling(value) ? 1 : 0.2, because };
    }
    const words = other.samples.filter((each) => typeof each === 'string');
    const shared = new Set(words.filter((each) => one.words.has(each)));
    if (shared.size < 2) return undefined;
    return { score: 1, because: `it shows ${[...shared].slice(0, 3).join(', ')}` };
  }
}

/** Values of a different type that mean the same: two words for true and false, and a list for a string of several parts. */
function otherKind(name: string, ours: Shape, other: string, theirs: Shape): Fit | undefined {
  const named = likeness(name, other);
  const words = [...(theirs.values ?? [])].filter((each) => typeof each === 'string');
  if (ours.types.has('boolean') && theirs.types.has('string') && words.length === 2) {
    const isTold = words.some((each) => likeness(name, each).score >= 0.9);
    const because = `it is ${words.join(' or ')}`;
    return isTold || named.score >= 0.9 ? { score: 0.9, because } : undefined;
  }
  const isList = theirs.items?.types.has('string') === true;
  if (ours.types.has('string') && isList && named.score >= 0.9) return { score: 0.8, because: named.because };
  return undefined;
}

/** Whether one of two fields contains the other. */
function isAround(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => path.slice(0, path.lastIndexOf('.') + 1));
  if (first === undefined || second === undefined) return false;
  return first.startsWith(second) || second.startsWith(first);
}

/** Whether a seen value is a known one, possibly as a different kind of value. */
export function isSame(known: unknown, seen: unknown, place: string): boolean {
  if (known === seen) return known !== null && known !== '' && typeof known !== 'boolean';
  if (typeof known === 'number' && typeof seen === 'string')
    return /^-?\d+(\.\d+)?$/.test(seen) && Number(seen) === known;
  if (typeof known === 'string' && typeof seen === 'number')
    return known === String(seen) || epochUnit(known, seen) !== undefined;
  if (typeof known === 'string' && typeof seen === 'string')
    return isMoment(known) && isMoment(seen) && Date.parse(known) === Date.parse(seen);
  return typeof known === 'number' && isMoney(place) && seen === Math.round(known * 100);
}

/** The unit in which a number counts from 1970 to a known time; undefined if it isn't that time. */
export function epochUnit(known: unknown, seen: unknown): 'epoch-seconds' | 'epoch-milliseconds' | undefined {
  if (typeof known !== 'string' || typeof seen !== 'number' || !isMoment(known)) return undefined;
  const milliseconds = Date.parse(known);
  if (seen === milliseconds) return 'epoch-milliseconds';
  return seen === Math.floor(milliseconds / 1000) ? 'epoch-seconds' : undefined;
}

/** Whether a string is a date and time of RFC 3339. */
function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text);
}

/** Whether a sample shows a known value; in an object whose fields ours doesn't describe, any of them may. */
function isShown(known: unknown, sample: unknown, ours: Shape, place: string): boolean {
  if (isSame(known, sample, place)) return true;
  return (
    ours.types.has('object') &&
    ours.fields.size === 0 &&
    typeof sample === 'object' &&
    sample !== null &&
    Object.values(sample).some((member) => isShown(known, member, ours, place))
  );
}

/** Whether one of our paths leads to an amount of money. */
export function isMoney(path: string): boolean {
  return path
    .split('.')
    .slice(-2)
    .some((name) => namesMoney(name.replace('[]', '')));
}

/** Whether a value is so unusual that it hardly ever occurs by chance. */
function isTelling(value: unknown): boolean {
  if (typeof value === 'string') return value.length > 1;
  return typeof value === 'number' && (Math.abs(value) >= 1000 || !Number.isInteger(value));
}

/** From 0, if the types exclude each other, to 1. */
function typeFit(ours: Shape, theirs: Shape): number {
  if (ours.types.size === 0 || theirs.types.size === 0) return 0.9;
  const [one, other] = [ours, theirs].map(({ types }) => new Set([...types].map(kindOf)));
  if (one === undefined || other === undefined) return 0;
  if ([...one].some((type) => other.has(type))) {
    if (ours.items === undefined || theirs.items === undefined) return 1;
    return typeFit(ours.items, theirs.items);
  }
  const isScalar = (types: ReadonlySet<string>) => types.has('number') || types.has('string');
  if (isScalar(one) && isScalar(other)) return isDate(ours) && isDate(theirs) ? 1 : 0.6;
  // A list may be wrapped in an object.
  if (one.has('array') && [...theirs.fields.values()].some(({ shape }) => shape.types.has('array')))
    return 0.5;
  return 0;
}

function kindOf(type: string): string {
  return type === 'integer' ? 'number' : type;
}

/** The evidence of matching formats, enumerations and bounds, up to 0.4. */
function factFit(ours: Shape, theirs: Shape): number {
  let score = 0;
  if (ours.format !== undefined && ours.format === theirs.format) score += 0.1;
  if (isDate(ours) && isDate(theirs)) score += 0.1;
  if (ours.words.size > 1 && theirs.words.size > 1) {
    const free = [...theirs.words];
    const shared = [...ours.words].filter((word) => {
      const at = free.findIndex((each) => wordLikeness(word, each).score >= 0.85);
      return at >= 0 && free.splice(at, 1).length > 0;
    }).length;
    score += 0.3 * (shared / Math.max(ours.words.size, theirs.words.size));
  }
  const bounds = Object.entries(ours.bounds);
  const same = bounds.filter(([keyword, bound]) =>
    Object.entries(theirs.bounds).some(([other, value]) => other === keyword && value === bound),
  );
  if (bounds.length > 0) score += 0.08 * (same.length / bounds.length);
  return score;
}

/** Whether a value is a time, by its format, its description or the seen values. */
export function isDate({ format, text, samples }: Shape): boolean {
  if (format === 'date-time' || format === 'date') return true;
  const words = samples.filter((each) => typeof each === 'string');
  if (words.length > 0) return words.every((each) => /^\d{4}-\d\d-\d\d([T ]|$)/.test(each));
  return (
    saysEpoch(text) !== undefined ||
    /\b(date and time|date-time|timestamp|iso 8601|rfc 3339|time at which|when )\b/i.test(text)
  );
}
