import { joined } from '../../contract/values/path.js';
import { isOpen, type Shape } from '../survey/shape.js';
import { type Likeness, likeness, namesMoney, saysEpoch, saysLittle } from './names.js';

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
  ): Likeness | undefined {
    const [[name, one], [other, their]] = [ours, theirs];
    // A stated field keeps its name, even if other fields resemble it.
    if (!isOpen(one) && name !== other) return undefined;
    const types = typeFit(one, their);
    if (types === 0) return undefined;
    const values = this.#valueFit(at, one, their);
    const named = likeness(name, other, [...context, ...this.#evidence.context]);
    if (values?.score === 1) return { score: 1.5 + named.score / 10, because: values.because };
    if (named.score === 1) return { score: types < 1 ? 0.97 : 1.05, because: named.because };
    const byName = this.#byName(at, name, other, named);
    const inside = depth === 0 ? undefined : this.#inside(at, one, their, [...context, name, other], depth);
    const alike = inside === undefined ? byName.score * 0.85 : byName.score * 0.55 + inside * 0.4;
    const reasons = [
      ...(byName.score >= 0.4 ? [byName.because] : []),
      ...(inside !== undefined && inside >= 0.5 ? ['it has the contents of ours'] : []),
      ...(values === undefined ? [] : [values.because]),
    ];
    return {
      score: Math.min(0.99, alike * (0.6 + 0.4 * types) + (values?.score ?? 0)),
      because: reasons.join('; ') || 'the same type',
    };
  }

  /** The part of our object that theirs contains, from 0 to 1, including nested objects. */
  objects(place: string, ours: Shape, theirs: Shape, context: readonly string[], depth = deepest): number {
    const kept = this.#known.get(ours)?.get(theirs);
    if (kept !== undefined) return kept;
    const candidates = [...theirs.fields].flatMap(([name, { shape }]) => [
      { name, shape, share: 1 },
      ...[...shape.fields].map(([inner, field]) => ({ name: inner, shape: field.shape, share: 0.95 })),
    ]);
    const fits = [...ours.fields].map(([name, { shape }]) => {
      const at = joined(place, name);
      const fitOf = (each: (typeof candidates)[number]) =>
        each.share * (this.fit(at, [name, shape], [each.name, each.shape], context, depth - 1)?.score ?? 0);
      return Math.min(1, Math.max(0, ...candidates.map(fitOf)));
    });
    const result = fits.reduce((sum, each) => sum + each, 0) / Math.max(1, fits.length);
    const byTheirs = this.#known.get(ours) ?? new Map<Shape, number>();
    this.#known.set(ours, byTheirs.set(theirs, result));
    return result;
  }

  /**
   * How alike two names are, with what other places show. The same name elsewhere counts for as much as a synonym, and a
   * different one in an object around this one, or in it, counts against it.
   */
  #byName(at: string, ours: string, theirs: string, named: Likeness): Likeness {
    const names = this.#evidence.vocabulary?.get(ours) ?? new Map<string, ReadonlySet<string>>();
    const own = `${this.#evidence.place} `;
    const isNear = (place: string) => place.startsWith(own) && isAround(at, place.slice(own.length));
    // A name that anything may have says little about another object of the operation.
    const counts = (place: string) =>
      place !== own + at && (!saysLittle(ours) || isNear(place) || !place.startsWith(own));
    const places = [...(names.get(theirs) ?? [])].filter(counts);
    const place = places.find(isNear) ?? places[0];
    const near = [...names].filter(([, others]) => [...others].some((each) => counts(each) && isNear(each)));
    if (near.length > 0 && !near.some(([name]) => name === theirs))
      return { ...named, score: Math.min(0.5, named.score) };
    if (place === undefined) return named;
    return { score: Math.max(0.92, named.score), because: `${ours} is ${theirs} at ${place} too` };
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
  #valueFit(at: string, ours: Shape, theirs: Shape): Likeness | undefined {
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
  const [one, other] = [ours, theirs].map(({ types }) => [...types].map(kindOf));
  if (one === undefined || other === undefined) return 0;
  if (one.some((type) => other.includes(type)))
    return ours.items && theirs.items ? typeFit(ours.items, theirs.items) : 1;
  const isScalar = (type: string) => type === 'number' || type === 'string';
  if (one.some(isScalar) && other.some(isScalar)) return isDate(ours) && isDate(theirs) ? 1 : 0.6;
  // Two words may stand for true and false, and an object may contain our list.
  const areTwo = one.includes('boolean') && other.includes('string') && theirs.values?.size === 2;
  const holdsList = [...theirs.fields.values()].some(({ shape }) => shape.types.has('array'));
  return areTwo || (one.includes('array') && holdsList) ? 0.5 : 0;
}

function kindOf(type: string): string {
  return type === 'integer' ? 'number' : type;
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
