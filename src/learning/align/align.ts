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
import { alignValue, type BothPlaces, type Direction } from './align-value.js';
import { type Fit, isDate, type KnownFacts, Resemblance } from './resemblance.js';

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
  readonly fit: Fit;
}

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
    if (one === 'array' && ours.items !== undefined && theirs.items !== undefined)
      this.value(ours.items, theirs.items, {
        ...places,
        at: `${places.at}[]`,
        there: `${places.there}[]`,
      });
    const found = alignValue(ours, theirs, places, this.#direction, this.#evidence);
    this.steps.push(...found.steps);
    this.questions.push(...found.questions);
  }

  /** Their field that contains our whole object, if hardly any other fields of ours are next to it. */
  #holder(ours: Shape, theirs: Shape, { at, context }: BothPlaces): [string, Shape] | undefined {
    if (!isOpen(ours) || kindOf(theirs) !== 'object') return undefined;
    const fields = [...theirs.fields].filter(([name]) => !ours.fields.has(name));
    const direct = this.#resemblance.objects(at, ours, theirs, context);
    const inner = fields
      .map(([name, { shape }]) => ({
        name,
        shape,
        score: kindOf(shape) === 'object' ? this.#resemblance.objects(at, ours, shape, context) : 0,
      }))
      .sort((a, b) => b.score - a.score)
      .at(0);
    if (inner === undefined || inner.score < 0.4 || inner.score < direct * 0.9) return undefined;
    const rest = { ...theirs, fields: new Map([...theirs.fields].filter(([name]) => name !== inner.name)) };
    const around = this.#resemblance.objects(at, ours, rest, context);
    const isElsewhere = [...ours.fields].some(
      ([name, { shape, required }]) =>
        required &&
        inner.shape.fields.size > 0 &&
        !this.#mayHold(joined(at, name), name, shape, inner.shape) &&
        this.#mayHold(joined(at, name), name, shape, rest),
    );
    return around < 0.3 && !isElsewhere ? [inner.name, inner.shape] : undefined;
  }

  /** Whether a field of an object may be ours, judged at least by its type. */
  #mayHold(at: string, name: string, ours: Shape, object: Shape): boolean {
    return [...object.fields].some(
      ([other, { shape }]) => this.#resemblance.fit(at, [name, ours], [other, shape], []) !== undefined,
    );
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
    const lists = [...theirs.fields]
      .filter(([, { shape }]) => kindOf(shape) === 'array')
      .map(([name, { shape }]) => ({
        name,
        shape,
        score: this.#resemblance.fit(places.at, ['items', ours], [name, shape], places.context)?.score ?? 0,
      }))
      .sort((a, b) => b.score - a.score);
    const [best, second] = lists;
    if (best === undefined) return;
    if (second === undefined || best.score - second.score >= thresholds.margin)
      this.#inside(ours, [best.name, best.shape], places);
    else
      this.#ask(
        places.at,
        ours,
        `which field of the object is the list that the contract has${places.at === '' ? '' : ` at ${places.at}`}?`,
        lists.map(({ name, shape }) => ({ answer: name, evidence: described(shape) })),
      );
  }

  #fields(ours: Shape, theirs: Shape, places: BothPlaces): void {
    const left = new Map(theirs.fields);
    const open = new Map(ours.fields);
    for (const [name, { shape }] of ours.fields)
      if (this.#flat(name, ours, shape, left, places)) open.delete(name);
    const taken = this.#assign(open, left, places);
    for (const [name, { choice, fit }] of taken) this.#found(name, ours, choice, fit, places);
    const rest = [...open].filter(([name]) => !taken.has(name));
    const chosen = [...taken.values()].map(({ choice }) => choice);
    const free = choicesIn(left).filter((each) => !chosen.some((other) => overlap(other, each)));
    // The last field that we send and the last field that the target accepts may be the same, however different they
    // are.
    const isLast = this.#direction === 'request' && rest.length === 1 && free.length === 1;
    for (const [name, field] of rest) {
      const isEvidenced = this.#isEvidenced(joined(places.at, name), theirs);
      this.#missing(name, field, free, places, isEvidenced || (isLast && kindOf(field.shape) === 'scalar'));
    }
    if (this.#direction === 'request' || places.at.endsWith('requestItem'))
      this.#constants(free, ours, places);
  }

  /** Adds the fields that the target requires and the contract lacks, with any value that the target allows. */
  #constants(free: readonly Choice[], ours: Shape, places: BothPlaces): void {
    const asked = new Set(this.questions.flatMap(({ candidates }) => candidates.map(({ answer }) => answer)));
    for (const { path, name, field } of free) {
      const isScalar = kindOf(field.shape) === 'scalar';
      if (path !== name || !field.required || !isScalar || asked.has(path) || ours.fields.has(name)) continue;
      const at = joined(places.at, name);
      const words = [...(field.shape.values ?? [])].filter((each) => typeof each === 'string');
      const [only] = words.length === 1 ? words : words.filter((each) => /^(other|others|misc)$/i.test(each));
      const evidence = `${name}: required, and not one of ours; one of ${words.join(', ')}`;
      if (only !== undefined) this.#step({ kind: 'constant', at, to: only }, evidence, ours, field.shape);
      else
        this.#ask(
          at,
          ours,
          `it requires ${at}, which the contract lacks: which value should it always get?`,
          words.map((word) => ({ answer: word, evidence: 'one of its words' })),
        );
    }
  }

  /** Pairs the fields, best fit first, as long as no other pair fits almost as well. */
  #assign(
    ours: ReadonlyMap<string, ShapeField>,
    theirs: ReadonlyMap<string, ShapeField>,
    places: BothPlaces,
  ): Map<string, Pairing> {
    const choices = choicesIn(theirs);
    const fits = [...ours].flatMap(([name, { shape }]) => {
      const isPossible = ({ path, name: their, holder }: Choice) =>
        path === their || (isOpen(shape) && !ours.has(holder));
      return this.#fits(name, shape, choices.filter(isPossible), places);
    });
    fits.sort((a, b) => b.fit.score - a.fit.score);
    const taken = new Map<string, Pairing>();
    const isFree = ({ name, choice }: Pairing) =>
      !taken.has(name) && ![...taken.values()].some((each) => overlap(each.choice, choice));
    for (let again = true; again; ) {
      again = false;
      const open = fits.filter(isFree);
      const sure = open.find((each) => {
        const rival = open.find(
          ({ name, choice: { path, holder } }) =>
            (name === each.name) !== (path === each.choice.path) &&
            // Fields inside the better candidate are a part of it, not its rivals.
            (path === each.choice.path || holder !== each.choice.path),
        );
        const distance = each.fit.score - (rival?.fit.score ?? 0);
        const isFar = each.fit.score >= thresholds.likely && distance >= thresholds.likely - 0.1;
        return isFar || (each.fit.score >= thresholds.sure && distance >= thresholds.margin);
      });
      const left = { ours: ours.size - taken.size, theirs: theirs.size - taken.size };
      const chosen = sure ?? this.#onlyOnes(ours, open, left.ours === 1 && left.theirs === 1);
      if (chosen === undefined) continue;
      taken.set(chosen.name, chosen);
      again = true;
    }
    return taken;
  }

  /** Those of their fields that may be ours. */
  #fits(name: string, shape: Shape, choices: readonly Choice[], places: BothPlaces): Pairing[] {
    return choices.flatMap((choice) => {
      const fit = this.#choiceFit(joined(places.at, name), [name, shape], choice, places.context);
      return fit === undefined ? [] : [{ name, choice, fit }];
    });
  }

  /** How well a field fits, by its own name, and by its own together with its container's. */
  #choiceFit(
    at: string,
    ours: readonly [name: string, shape: Shape],
    { path, name, holder, field }: Choice,
    context: readonly string[],
  ): Fit | undefined {
    if (path === name) return this.#resemblance.fit(at, ours, [name, field.shape], context);
    const fits = [
      this.#resemblance.fit(at, ours, [name, field.shape], [...context, holder]),
      this.#resemblance.fit(at, ours, [`${holder}_${name}`, field.shape], context),
    ].filter((fit) => fit !== undefined);
    const [best] = fits.sort((a, b) => b.score - a.score);
    return best === undefined ? undefined : { ...best, score: best.score * 0.95 };
  }

  /**
   * The only remaining pair of a type if both fields must be present, or the only remaining pair of all fields that we
   * send.
   * @param isLast whether one field is left on each side
   */
  #onlyOnes(
    ours: ReadonlyMap<string, ShapeField>,
    open: readonly Pairing[],
    isLast: boolean,
  ): Pairing | undefined {
    const direct = open.filter(({ choice }) => choice.path === choice.name);
    for (const each of direct) {
      const isAlone = direct.every(
        (other) => other === each || (other.name !== each.name && other.choice !== each.choice),
      );
      const isExpected = ours.get(each.name)?.required === each.choice.field.required;
      const shape = each.choice.field.shape;
      if (!isAlone || !isExpected || typeName(shape) === '') continue;
      const own = ours.get(each.name)?.shape ?? unknownShape;
      const areMoments = isDate(own) && isDate(shape);
      const isSameType = areMoments || typeName(own) === typeName(shape);
      const isAllWeSend = isLast && isSameType && this.#direction === 'request';
      if (each.fit.score < thresholds.possible && !each.choice.field.required && !isAllWeSend) continue;
      const because = `the only ${areMoments ? 'time' : typeName(shape)} left on both sides`;
      return { ...each, fit: { ...each.fit, because } };
    }
    return undefined;
  }

  #found(name: string, ours: Shape, choice: Choice, fit: Fit, places: BothPlaces): void {
    const field = ours.fields.get(name);
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
   * Asks about a field without a counterpart if it is required or wanted, or if a remaining field of theirs resembles
   * it.
   */
  #missing(
    name: string,
    { shape, required }: ShapeField,
    free: readonly Choice[],
    places: BothPlaces,
    isWanted = false,
  ): void {
    if (!isOpen(shape)) return;
    const at = joined(places.at, name);
    const isNeeded = required || isWanted;
    const candidates = this.#fits(name, shape, free, places)
      .filter(({ fit }) => isNeeded || fit.score > thresholds.possible)
      .sort((a, b) => b.fit.score - a.fit.score)
      .slice(0, 5)
      .map(({ choice, fit }) => ({
        answer: choice.path,
        evidence: `${described(choice.field.shape)}; ${fit.because}`,
      }));
    if (candidates.length === 0 && !isNeeded) return;
    this.#ask(at, shape, `which field is ${at}?`, candidates, { mayBeAbsent: true });
  }

  /** Our object whose fields are in the object that contains it. */
  #flat(name: string, ours: Shape, shape: Shape, left: Map<string, ShapeField>, places: BothPlaces): boolean {
    if (kindOf(shape) !== 'object' || shape.fields.size < 2 || left.has(name) || !isOpen(shape)) return false;
    const at = joined(places.at, name);
    const objects = [...left].filter(([, field]) => kindOf(field.shape) === 'object');
    const scalars = new Map(
      [...left].filter(([each, field]) => kindOf(field.shape) === 'scalar' && !ours.fields.has(each)),
    );
    const here = this.#resemblance.objects(at, shape, { ...unknownShape, fields: scalars }, places.context);
    const there = Math.max(
      0,
      ...objects.map(([, field]) => this.#resemblance.objects(at, shape, field.shape, places.context)),
    );
    if (here < 0.5 || here <= there) return false;
    this.#step(
      { kind: 'flat', at },
      `${[...scalars.keys()].join(', ')} are in the object that contains it`,
      shape,
      ...[...scalars.values()].map((field) => field.shape),
    );
    const taken = this.#assign(shape.fields, scalars, { ...places, at });
    for (const [field, { choice, fit }] of taken) {
      this.#found(field, shape, choice, fit, { ...places, at });
      left.delete(choice.path);
    }
    const free = choicesIn(scalars).filter(({ path }) => left.has(path));
    for (const [field, each] of shape.fields)
      if (!taken.has(field)) this.#missing(field, each, free, { ...places, at });
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

  #ask(
    at: string,
    ours: Shape,
    asks: string,
    candidates: readonly Candidate[],
    about: Pick<Question, 'mayBeAbsent'> = {},
  ): void {
    this.questions.push({ at, asks, candidates, ...about, ...gapOf(ours) });
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

function typeName(shape: Shape): string {
  const { types, items } = shape;
  if (items !== undefined) return `list of ${[...items.types].join(' or ') || 'values'}`;
  return [shape.format, [...types].sort().join(' or ')].filter((each) => each !== undefined).join(' ');
}

/** One of their elements in a few words: `list of objects with "sku", "state", seen 14 times`. */
function described(shape: Shape): string {
  const entry = shape.items ?? shape;
  const names = [...entry.fields.keys()].slice(0, 4).map((name) => `"${name}"`);
  const holds = names.length === 0 ? '' : ` with ${names.join(', ')}${entry.fields.size > 4 ? ', ...' : ''}`;
  const type =
    shape.items === undefined
      ? typeName(shape) || 'value'
      : `list of ${entry.fields.size > 0 ? 'objects' : [...entry.types].join(' or ') || 'values'}`;
  const seen = shape.items?.samples.length ?? shape.samples.length;
  return `${type}${holds}${seen === 0 ? '' : `, seen ${seen === 1 ? 'once' : `${seen} times`}`}`;
}
