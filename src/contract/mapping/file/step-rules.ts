import type { JsonObject } from '../../documents/base-document.js';
import { leastCertain, type Origin, originOf } from '../../schemas/origin.js';
import type { Spot } from '../../schemas/spot.js';
import { eachEntry, eachMember, parsePath } from '../../values/path.js';
import { conversions } from '../lenses/value-lens.js';
import type { Kind, Refuse, Step } from './file-steps.js';
import type { Bounds, Conversion } from './target-file.js';

/** A body, or the parameters of a request as the fields of an object, that steps can close. */
export interface Subject {
  readonly document: JsonObject;
  readonly schema: JsonObject;
  readonly around: readonly Origin[];
  /** In words: `the response of listProducts`. */
  readonly called: string;
  /** The kind of its members. */
  readonly holds: 'field' | 'query parameter' | 'path parameter';
  /** Whether it can be absent as a whole: a response doesn't need a body. */
  readonly canLack?: true;
}

/** A path or a word in a sentence. */
export function inWords(text: string): string {
  return text === '' ? 'the body' : JSON.stringify(text);
}

/** Refuses to replace what the description says. @param what in words */
export function requireAssumed(
  { provenance }: Origin,
  what: string,
  refuse: (problem: string) => void,
): void {
  const says = provenance === 'stated' ? 'the description states' : 'it follows from the description';
  if (provenance !== 'assumed') refuse(`${says} ${what}: a file can only replace assumptions`);
}

/** A step, and what the contract says about its place. */
class PlacedStep {
  readonly path: string;
  readonly value: unknown;
  readonly spot: Spot;
  readonly holds: Subject['holds'];
  /** The place in words, alone and with the body that it is in. */
  readonly name: string;
  readonly whole: string;
  readonly #step: Step;
  readonly #refuse: Refuse;

  constructor(step: Step, spot: Spot, { called, holds }: Subject, refuse: Refuse) {
    this.path = step.path;
    this.value = step.value;
    this.spot = spot;
    this.holds = holds;
    this.name = inWords(step.path);
    this.whole = step.path === '' ? called : `${this.name} of ${called}`;
    this.#step = step;
    this.#refuse = refuse;
  }

  /** Refuses the step, or a part of it. */
  refuse(problem: string, ...below: readonly string[]): void {
    this.#refuse([...this.#step.place, ...below], problem);
  }

  /** Refuses a step that replaces what the description says. @param what in words */
  replaces(origin: Origin | undefined, what: string): void {
    if (origin !== undefined) requireAssumed(origin, what, (problem) => this.refuse(problem));
  }

  /** Whether each type of the value is one of these. */
  is(...types: readonly string[]): boolean {
    return this.spot.types.length > 0 && this.spot.types.every((type) => types.includes(type));
  }

  get types(): string {
    return this.spot.types.join(' or ');
  }

  /** The origin of a keyword of the value, or of the rule that it is present or may be null. */
  originOf(keyword: string): Origin | undefined {
    const { parts, around } = this.spot;
    const isMeant = (schema: JsonObject) => {
      if (keyword === 'required') return originOf(schema, keyword) !== undefined;
      return keyword === 'null' ? [schema.type].flat().includes('null') : keyword in schema;
    };
    const part = parts.find(({ schema }) => isMeant(schema));
    return part && leastCertain([originOf(part.schema, keyword) ?? [], around].flat());
  }
}

const replacesPlace = (step: PlacedStep) => step.replaces(step.spot.origin, step.whole);

/** Refuses a step that doesn't apply to its place, or that replaces more than an assumption. */
const rules: Readonly<Record<Kind, (step: PlacedStep) => void>> = {
  rename: (step) => {
    if (step.holds === 'path parameter')
      step.refuse(`a path parameter has no name on the wire, so ${step.name} can't have a different one`);
    replacesPlace(step);
  },
  move: (step) => {
    const to = parsePath(String(step.value)) ?? [];
    if (to.length < 2 || ['', eachEntry, eachMember].some((each) => to.includes(each)))
      step.refuse(
        `move needs a place in an object next to ${step.name}, such as meta.status, but has ${inWords(String(step.value))}`,
      );
    replacesPlace(step);
  },
  flat: (step) => {
    if (!step.is('object')) step.refuse(`flat applies to an object, but ${step.name} isn't one`);
    replacesPlace(step);
  },
  inside: replacesPlace,
  constant: (step) => {
    if (!step.spot.types.includes('object'))
      step.refuse(`constant adds a field to an object, but ${step.name} isn't in one`);
    if (step.spot.fields.includes(parsePath(step.path)?.at(-1) ?? ''))
      step.refuse(`the contract has ${step.name}: constant adds a field that only the target has`);
    step.replaces(step.spot.origin, `the object that ${step.whole} would be in`);
  },
  values: (step) => {
    const renamed: Readonly<Record<string, string>> = Object(step.value);
    const isBoolean = step.is('boolean');
    if (!isBoolean && !step.is('string'))
      step.refuse(`values applies to words, but ${step.name} is ${step.types}`);
    const schemas = step.spot.parts.map(({ schema }) => schema);
    const listed = schemas.flatMap((schema) => (Array.isArray(schema.enum) ? schema.enum : []));
    const known = isBoolean ? ['true', 'false'] : listed.filter((word) => typeof word === 'string');
    const isOpen = known.length === 0 || schemas.some(({ anyOf }) => anyOf !== undefined);
    const meant = new Map(known.filter((word) => !Object.hasOwn(renamed, word)).map((word) => [word, word]));
    for (const [ours, theirs] of Object.entries(renamed)) {
      if (!isOpen && !known.includes(ours))
        step.refuse(`${step.name} is never ${inWords(ours)}: the contract has ${known.join(', ')}`, ours);
      const other = meant.get(theirs);
      if (other !== undefined)
        step.refuse(
          `${inWords(ours)} and ${inWords(other)} of ${step.name} would both be ${inWords(theirs)} on the wire, so a response could mean either`,
          ours,
        );
      meant.set(theirs, ours);
      if (listed.includes(ours))
        step.replaces(step.originOf('enum'), `the word ${inWords(ours)} for ${step.whole}`);
    }
  },
  convert: (step) => {
    if (step.value === 'cursor' && step.holds !== 'query parameter')
      step.refuse(
        `cursor applies to the parameter that requests a page, but ${step.name} isn't a query parameter`,
      );
    const { takes } = conversions[step.value as Conversion];
    if (!step.is(...takes))
      step.refuse(`${step.value} applies to ${takes.join(' or ')}, but ${step.name} is ${step.types}`);
    // The description doesn't state the unit of an amount; that an amount is a number remains stated.
    if (step.value !== 'minor-units') step.replaces(step.originOf('type'), `the type of ${step.whole}`);
  },
  require: (step) => {
    if (step.holds !== 'field' && !step.spot.isRequired)
      step.replaces(step.spot.origin, `that ${step.whole} is optional`);
  },
  optional: (step) => step.replaces(step.originOf('required'), `that ${step.whole} is required`),
  filled: (step) => {
    if (step.originOf('null') === undefined) step.refuse(`${step.whole} is never null in the contract`);
    step.replaces(step.originOf('null'), `that ${step.whole} may be null`);
  },
  bound: (step) => {
    for (const keyword of Object.keys(Object(step.value)) as (keyof Bounds)[]) {
      const bounded = boundedTypes(keyword);
      if (!step.is(...bounded))
        step.refuse(`${keyword} bounds ${bounded.join(' or ')}, but ${step.name} is ${step.types}`, keyword);
      step.replaces(step.originOf(keyword), `${keyword} of ${step.whole}`);
    }
  },
  absent: (step) => {
    if (step.holds === 'path parameter') step.refuse(`a path always contains its parameter ${step.name}`);
    replacesPlace(step);
  },
};

function boundedTypes(keyword: keyof Bounds): readonly string[] {
  if (keyword.endsWith('Items')) return ['array'];
  return /Length$|pattern/.test(keyword) ? ['string'] : ['integer', 'number'];
}

/** Refuses a step that doesn't apply to its place, or contradicts the description: a step can only replace an assumption. */
export function requireFitting(step: Step, spot: Spot, subject: Subject, refuse: Refuse): void {
  rules[step.kind](new PlacedStep(step, spot, subject, refuse));
}
