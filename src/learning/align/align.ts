import { isAtOrBelow, joined } from '../../contract/values/path.js';
import {
  type Alignment,
  type Candidate,
  gapOf,
  type Pair,
  type Question,
  type Step,
} from '../propose/findings.js';
import { isOpen, type Shape, type ShapeField, sourceOf, unknownShape } from '../survey/shape.js';
import { alignValue, type Direction } from './align-value.js';
import type { Likeness } from './names.js';
import { type KnownFacts, Resemblance } from './resemblance.js';

/**
 * The scores from which a field may be ours, and from which it is ours if no other field fits almost as well; a lower
 * score is enough if no other field resembles it at all.
 */
const thresholds = { possible: 0.3, likely: 0.4, sure: 0.55, margin: 0.08 } as const;

/**
 * Finds out how a target writes the contract's elements in its own way: which of its elements is which of ours. Values
 * say more than names, and names more than types. It never guesses: an element with several similar candidates, or
 * without a candidate that is similar enough, becomes a question. It never concludes anything from an element that was
 * not seen.
 * @param ours - the body as the contract has it
 * @param theirs - the target's body, as far as its description and its responses show it
 * @returns the certain steps with their evidence, the questions, and which element is which
 */
export function align(ours: Shape, theirs: Shape, direction: Direction, evidence: KnownFacts): Alignment {
  const aligner = new Aligner(direction, evidence);
  aligner.value(ours, theirs, { at: '', there: '', context: [] });
  return { steps: aligner.steps, questions: aligner.questions, pairs: aligner.pairs };
}

/** The places of a value in our body and in theirs. */
interface BothPlaces {
  readonly at: string;
  readonly there: string;
  /** Names of the fields that contain it. */
  readonly context: readonly string[];
}

/** One of their fields that may be ours. */
interface Choice {
  /** Its name, `state`, or its path in an object that only they have, `meta.state`. */
  readonly path: string;
  readonly name: string;
  /** The direct field that contains it. */
  readonly holder: string;
  readonly field: ShapeField;
}

/** One of our fields, one of theirs that may be it, and how well they fit. */
interface Pairing {
  readonly name: string;
  readonly choice: Choice;
  readonly fit: Likeness;
}

function bestFirst(a: Pairing, b: Pairing): number {
  return b.fit.score - a.fit.score;
}

type Fields = ReadonlyMap<string, ShapeField>;

class Aligner {
  readonly steps: Step[] = [];
  readonly questions: Question[] = [];
  readonly pairs: Pair[] = [];
  readonly #direction: Direction;
  readonly #evidence: KnownFacts;
  readonly #resemblance: Resemblance;

  constructor(direction: Direction, evidence: KnownFacts) {
    this.#direction = direction;
    this.#evidence = evidence;
    this.#resemblance = new Resemblance(evidence);
  }

  /** Compares the contents of a value. */
  value(ours: Shape, theirs: Shape, places: BothPlaces): void {
    if (theirs.types.size === 0 && theirs.samples.length === 0 && theirs.fields.size === 0) return;
    const [one, other] = [kindOf(ours), kindOf(theirs)];
    if (one === 'object' && ours.fields.size > 0) {
      const holder = this.#holder(ours, theirs, places);
      if (holder !== undefined) this.#inside(ours, holder, places);
      else if (other === 'object' && theirs.fields.size > 0) this.#fields(ours, theirs, places);
      return;
    }
    if (one === 'array' && other === 'object') {
      this.#listInside(ours, theirs, places);
      return;
    }
    if (one === 'array' && ours.items !== undefined && theirs.items !== undefined) {
      const [at, there] = [`${places.at}[]`, `${places.there}[]`];
      this.value(ours.items, theirs.items, { ...places, at, there });
    }
    for (const each of alignValue(ours, theirs, places.at, this.#direction, this.#evidence))
      if ('asks' in each) this.questions.push(each);
      else this.steps.push(each);
  }

  /** Their field that contains our whole object, if hardly any other fields of ours are next to it. */
  #holder(ours: Shape, theirs: Shape, { at, context }: BothPlaces): [string, Shape] | undefined {
    if (!isOpen(ours) || kindOf(theirs) !== 'object') return undefined;
    const alike = (object: Shape) =>
      kindOf(object) === 'object' ? this.#resemblance.objects(at, ours, object, context) : 0;
    const [inner] = [...theirs.fields]
      .filter(([name]) => !ours.fields.has(name))
      .map(([name, { shape }]) => ({ name, shape, score: alike(shape) }))
      .sort((a, b) => b.score - a.score);
    if (inner === undefined || inner.score < thresholds.likely || inner.score < alike(theirs) * 0.9)
      return undefined;
    const rest = { ...theirs, fields: new Map([...theirs.fields].filter(([name]) => name !== inner.name)) };
    const mayHold = (object: Shape, name: string, shape: Shape) =>
      [...object.fields].some(([other, field]) =>
        this.#resemblance.fit(joined(at, name), [name, shape], [other, field.shape], []),
      );
    // A field that fits nothing in that object, but something next to it, would be left out.
    const isLeftOut = [...ours.fields].some(
      ([name, { shape, required }]) =>
        required && !mayHold(inner.shape, name, shape) && mayHold(rest, name, shape),
    );
    return isLeftOut || alike(rest) >= thresholds.possible ? undefined : [inner.name, inner.shape];
  }

  #inside(ours: Shape, [name, shape]: [string, Shape], places: BothPlaces): void {
    this.#step({ kind: 'inside', at: places.at, to: name }, `${name}: ${described(shape)}`, ours, shape);
    this.value(ours, shape, {
      ...places,
      there: joined(places.there, name),
      context: [...places.context, name],
    });
  }

  /** Our list, where theirs is an object: one of its fields contains the list. */
  #listInside(ours: Shape, theirs: Shape, places: BothPlaces): void {
    if (!isOpen(ours)) return;
    const { at, context } = places;
    const lists = [...theirs.fields]
      .filter(([, { shape }]) => kindOf(shape) === 'array')
      .map(([name, { shape }]) => {
        const fit = this.#resemblance.fit(at, ['items', ours], [name, shape], context);
        return { name, shape, score: fit?.score ?? 0 };
      })
      .sort((a, b) => b.score - a.score);
    const [best, second] = lists;
    if (best === undefined) return;
    if (second === undefined || best.score - second.score >= thresholds.margin) {
      this.#inside(ours, [best.name, best.shape], places);
      return;
    }
    const asks = `which field of the object is the list that the contract has${at === '' ? '' : ` at ${at}`}?`;
    const candidates = lists.map(({ name, shape }) => ({ answer: name, evidence: described(shape) }));
    this.#ask(at, ours, asks, candidates);
  }

  #fields(ours: Shape, theirs: Shape, places: BothPlaces): void {
    const left = new Map(theirs.fields);
    const open = new Map(ours.fields);
    for (const [name, { shape }] of ours.fields)
      if (this.#flat(name, ours, shape, left, places)) open.delete(name);
    const free = this.#pair(open, left, places, theirs);
    if (this.#direction === 'request' || places.at.endsWith('requestItem'))
      this.#constants(free, ours, places);
  }

  /**
   * Pairs our fields with theirs, and asks about those that are left.
   * @param theirs - their object, which would have to show what was sent
   * @returns their fields that are left
   */
  #pair(open: Fields, left: Fields, places: BothPlaces, theirs?: Shape): readonly Choice[] {
    const taken = this.#assign(open, left, places);
    for (const pairing of taken) this.#found(pairing, open, places);
    const free = choicesIn(left).filter((each) => !taken.some(({ choice }) => overlap(choice, each)));
    for (const [name, field] of open)
      if (!taken.some((each) => each.name === name)) this.#missing(name, field, free, places, theirs);
    return free;
  }

  /** Asks about the fields that the target requires and the contract lacks. */
  #constants(free: readonly Choice[], ours: Shape, places: BothPlaces): void {
    const asked = new Set(this.questions.flatMap(({ candidates }) => candidates.map(({ answer }) => answer)));
    for (const { path, name, field } of free) {
      const isScalar = kindOf(field.shape) === 'scalar';
      if (path !== name || !field.required || !isScalar || asked.has(path) || ours.fields.has(name)) continue;
      const at = joined(places.at, name);
      const candidates = [...(field.shape.values ?? [])].map((word) => ({
        answer: String(word),
        evidence: 'one of its words',
      }));
      const asks = `it requires ${at}, which the contract lacks: which value should it always get?`;
      this.#ask(at, ours, asks, candidates);
    }
  }

  /** Pairs the fields, best fit first, as long as no other pair fits almost as well. */
  #assign(ours: Fields, theirs: Fields, places: BothPlaces): readonly Pairing[] {
    const choices = choicesIn(theirs);
    const fits = [...ours]
      .flatMap(([name, { shape }]) => {
        const isPossible = ({ path, name: their, holder }: Choice) =>
          path === their || (isOpen(shape) && !ours.has(holder));
        return this.#fits(name, shape, choices.filter(isPossible), places);
      })
      .sort(bestFirst);
    const taken: Pairing[] = [];
    for (;;) {
      const open = fits.filter(
        ({ name, choice }) => !taken.some((each) => each.name === name || overlap(each.choice, choice)),
      );
      const sure = open.find(({ name, choice, fit }) => {
        // Fields inside a candidate are a part of it, not its rivals.
        const isInside = (other: Choice) => other.path !== choice.path && other.holder === choice.path;
        const rival = open.find(
          (each) => (each.name === name) !== (each.choice.path === choice.path) && !isInside(each.choice),
        );
        const distance = fit.score - (rival?.fit.score ?? 0);
        const isFar = fit.score >= thresholds.likely && distance >= thresholds.likely - 0.1;
        return isFar || (fit.score >= thresholds.sure && distance >= thresholds.margin);
      });
      if (sure === undefined) return taken;
      taken.push(sure);
    }
  }

  /** Those of their fields that may be ours, the best fit first. */
  #fits(name: string, shape: Shape, choices: readonly Choice[], { at, context }: BothPlaces): Pairing[] {
    return choices
      .flatMap((choice) => {
        const isDirect = choice.path === choice.name;
        const around = isDirect ? context : [...context, choice.holder];
        const theirs = [choice.name, choice.field.shape] as const;
        const fit = this.#resemblance.fit(joined(at, name), [name, shape], theirs, around);
        if (fit === undefined) return [];
        return [{ name, choice, fit: { ...fit, score: isDirect ? fit.score : fit.score * 0.95 } }];
      })
      .sort(bestFirst);
  }

  #found({ name, choice, fit }: Pairing, fields: Fields, places: BothPlaces): void {
    const field = fields.get(name);
    if (field === undefined) return;
    const at = joined(places.at, name);
    const there = placeOf(choice, places.there);
    const { shape, required } = choice.field;
    this.pairs.push({ ours: at, theirs: there });
    const evidence = `${choice.path}: ${described(shape)}; ${fit.because}`;
    const kind = choice.path === choice.name ? 'rename' : 'move';
    if (choice.path !== name) this.#step({ kind, at, to: choice.path }, evidence, field.shape, shape);
    this.#presence(at, field, required, shape);
    this.value(field.shape, shape, { at, there, context: [...places.context, name, choice.name] });
  }

  /** Whether the field must be present. */
  #presence(at: string, { shape, required }: ShapeField, theirs: boolean, their: Shape): void {
    const isSaid = this.#direction === 'request';
    if (isSaid && theirs && !required) this.#step({ kind: 'require', at }, 'it is required', shape, their);
    const mayBeNull = shape.nullable && shape.keywordOrigin?.('null').provenance === 'assumed';
    const isNeverNull = their.types.size > 0 && !their.nullable && their.origin === undefined;
    if (isSaid && !theirs && mayBeNull && isNeverNull)
      this.#step({ kind: 'filled', at }, 'null is not allowed', shape, their);
    const mayMiss = shape.keywordOrigin?.('required').provenance ?? 'assumed';
    if (required && !theirs && mayMiss === 'assumed' && their.origin === undefined)
      this.#step({ kind: 'optional', at }, 'it may be missing', shape, their);
  }

  /** Whether we sent a value here that the seen objects would have to show. */
  #isEvidenced(at: string, around: Shape): boolean {
    if (this.#direction === 'response' && around.samples.length === 0) return false;
    return [...(this.#evidence.known ?? [])].some(
      ([path, values]) => isAtOrBelow(path, at) && values.some((value) => value !== null && value !== ''),
    );
  }

  /**
   * Asks about a field without a counterpart if it is required or was sent, or if a remaining field of theirs resembles
   * it.
   * @param around - their object, which would have to show what was sent
   */
  #missing(
    name: string,
    { shape, required }: ShapeField,
    free: readonly Choice[],
    places: BothPlaces,
    around?: Shape,
  ): void {
    if (!isOpen(shape)) return;
    const at = joined(places.at, name);
    const isNeeded = required || (around !== undefined && this.#isEvidenced(at, around));
    const candidates = this.#fits(name, shape, free, places)
      .filter(({ fit }) => isNeeded || fit.score > thresholds.possible)
      .slice(0, 5)
      .map(({ choice, fit }) => ({
        answer: choice.path,
        evidence: `${described(choice.field.shape)}; ${fit.because}`,
      }));
    if (candidates.length === 0 && !isNeeded) return;
    this.#ask(at, shape, `which field is ${at}?`, candidates, true);
  }

  /** Our object whose fields are in the object that contains it. */
  #flat(name: string, ours: Shape, shape: Shape, left: Map<string, ShapeField>, places: BothPlaces): boolean {
    if (kindOf(shape) !== 'object' || shape.fields.size < 2 || left.has(name) || !isOpen(shape)) return false;
    const inside = { ...places, at: joined(places.at, name) };
    const alike = (object: Shape) => this.#resemblance.objects(inside.at, shape, object, places.context);
    const scalars = new Map(
      [...left].filter(([each, field]) => kindOf(field.shape) === 'scalar' && !ours.fields.has(each)),
    );
    const here = alike({ ...unknownShape, fields: scalars });
    const objects = [...left.values()].filter((field) => kindOf(field.shape) === 'object');
    if (here < 0.5 || objects.some((field) => alike(field.shape) >= here)) return false;
    const evidence = `${[...scalars.keys()].join(', ')} are in the object that contains it`;
    const theirs = [...scalars.values()].map((field) => field.shape);
    this.#step({ kind: 'flat', at: inside.at }, evidence, shape, ...theirs);
    const free = this.#pair(shape.fields, scalars, inside);
    for (const each of scalars.keys()) if (!free.some(({ path }) => path === each)) left.delete(each);
    return true;
  }

  #step(
    step: Pick<Step, 'kind' | 'at' | 'to'>,
    evidence: string,
    ours: Shape,
    ...theirs: readonly Shape[]
  ): void {
    this.steps.push({ ...step, evidence, source: sourceOf(...theirs), ...gapOf(ours) });
  }

  #ask(at: string, ours: Shape, asks: string, candidates: readonly Candidate[], mayBeAbsent?: true): void {
    this.questions.push({ at, asks, candidates, mayBeAbsent, ...gapOf(ours) });
  }
}

/** The fields of an object, and those of objects in it. */
function choicesIn(fields: ReadonlyMap<string, ShapeField>): readonly Choice[] {
  return [...fields].flatMap(([name, field]) => [
    { path: name, name, holder: name, field },
    ...[...field.shape.fields].map(([inner, each]) => ({
      path: joined(joined('', name), inner),
      name: inner,
      holder: name,
      // If an object may be missing, so may its contents.
      field: { ...each, required: each.required && field.required },
    })),
  ]);
}

/** Whether two fields are the same, or one of them contains the other. */
function overlap(one: Choice, other: Choice): boolean {
  return one.path === other.path || one.path === other.holder || one.holder === other.path;
}

/** The path of a field in the body, given that of the compared object. */
function placeOf({ path, name, holder }: Choice, at: string): string {
  return path === name ? joined(at, name) : joined(joined(at, holder), name);
}

function kindOf({ types, fields, items }: Shape): 'object' | 'array' | 'scalar' {
  if (types.has('array') || (types.size === 0 && items !== undefined)) return 'array';
  if (types.has('object') || (types.size === 0 && fields.size > 0)) return 'object';
  return 'scalar';
}

/** One of their elements in a few words: `list of objects with "sku", "state", seen 14 times`. */
function described(shape: Shape): string {
  const entry = shape.items ?? shape;
  const names = [...entry.fields.keys()].slice(0, 4).map((name) => `"${name}"`);
  const holds = names.length === 0 ? '' : ` with ${names.join(', ')}${entry.fields.size > 4 ? ', ...' : ''}`;
  const types = [...entry.types].sort().join(' or ');
  const type =
    shape.items === undefined
      ? [shape.format, types].filter(Boolean).join(' ') || 'value'
      : `list of ${entry.fields.size > 0 ? 'objects' : types || 'values'}`;
  const seen = shape.items?.samples.length ?? shape.samples.length;
  return `${type}${holds}${seen === 0 ? '' : `, seen ${seen === 1 ? 'once' : `${seen} times`}`}`;
}
