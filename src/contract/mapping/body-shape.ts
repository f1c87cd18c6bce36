import type { JsonObject } from '../documents/base-document.js';
import { leastCertain, type Origin, originOf } from '../schemas/origin.js';
import type { Spot } from '../schemas/spot.js';
import type { FilePlace, Refuse, Step } from './file/file-steps.js';
import type { Conversion } from './file/target-file.js';
import { conversion } from './lenses/value-lens.js';

/** Whether a value can be null. */
function isNullable({ parts }: Spot): boolean {
  return parts.some(takesNull);
}

function takesNull({ schema }: { readonly schema: JsonObject }): boolean {
  return [schema.type].flat().includes('null');
}

/** The origin of a keyword of a value; undefined if no schema has the keyword. */
function originOfKeyword({ parts, around }: Spot, keyword: string): Origin | undefined {
  const part = keyword === 'null' ? parts.find(takesNull) : parts.find(({ schema }) => keyword in schema);
  if (part === undefined) return undefined;
  const own = originOf(part.schema, keyword);
  return leastCertain([...(own === undefined ? [] : [own]), ...around]);
}

/** The origin of the rule that a value must be present. */
function originOfRequired({ parts, around }: Spot): Origin {
  const own = parts.flatMap(({ schema }) => originOf(schema, 'required') ?? [])[0];
  return leastCertain([...(own === undefined ? [] : [own]), ...around]);
}

/** The words that a value can be. */
function wordsOf({ parts }: Spot): {
  /** Each with its origin. */
  readonly known: ReadonlyMap<string, Origin>;
  /** Whether other words are possible too. */
  readonly open: boolean;
} {
  const known = new Map<string, Origin>();
  for (const { schema, origins } of parts)
    for (const word of Array.isArray(schema.enum) ? schema.enum : [])
      if (typeof word === 'string')
        known.set(word, originOf(schema, 'enum') ?? origins[0] ?? { provenance: 'stated' });
  const open =
    !parts.some(({ schema }) => Array.isArray(schema.enum)) || parts.some(({ schema }) => 'anyOf' in schema);
  return { known, open };
}

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

/** Kinds of steps that change the assumption that a value exists. */
const existence: ReadonlySet<string> = new Set('rename move flat inside absent'.split(' '));

/** Refuses a step that contradicts the description: a step can only replace an assumption. */
export function requireAssumed(
  { kind, path, place, value }: Step,
  spot: Spot,
  { called, holds }: Subject,
  refuse: Refuse,
): void {
  const stated = (origin: Origin | undefined, what: string) => {
    if (origin === undefined || origin.provenance === 'assumed') return;
    const says =
      origin.provenance === 'stated' ? 'the description states' : 'it follows from the description';
    refuse(place, `${says} ${what}: a file can only replace assumptions`);
  };
  const name = path === '' ? called : `${inWords(path)} of ${called}`;
  if (existence.has(kind)) stated(spot.origin, name);
  if (kind === 'constant') stated(spot.origin, `the object that ${name} would be in`);
  if (kind === 'require' && holds !== 'field' && !spot.isRequired)
    stated(spot.origin, `that ${name} is optional`);
  if (kind === 'filled') {
    if (!isNullable(spot)) refuse(place, `${name} is never null in the contract`);
    stated(originOfKeyword(spot, 'null'), `that ${name} may be null`);
  }
  if (kind === 'optional') stated(originOfRequired(spot), `that ${name} is required`);
  // The description doesn't state the unit of an amount; that an amount is a number remains stated.
  if (kind === 'convert' && value !== 'minor-units')
    stated(originOfKeyword(spot, 'type'), `the type of ${name}`);
  if (kind === 'bound')
    for (const keyword of Object.keys(Object(value)))
      stated(originOfKeyword(spot, keyword), `${keyword} of ${name}`);
  if (kind === 'values')
    for (const word of Object.keys(Object(value)))
      stated(certainty(spot, word), `the word ${inWords(word)} for ${name}`);
}

function certainty(spot: Spot, word: string): Origin | undefined {
  const origin = wordsOf(spot).known.get(word);
  return origin === undefined || spot.around.some(({ provenance }) => provenance === 'assumed')
    ? undefined
    : origin;
}

/** Refuses a step that doesn't apply to this kind of value. */
export function requireFitting(
  { kind, path, place, value }: Step,
  spot: Spot,
  { holds }: Subject,
  refuse: Refuse,
): void {
  if (kind === 'constant') return;
  const types = spot.types;
  const name = inWords(path);
  const is = (...wanted: readonly string[]) =>
    types.length > 0 && types.every((type) => wanted.includes(type));
  if (kind === 'rename' && holds === 'path parameter')
    refuse(place, `a path parameter has no name on the wire, so ${name} can't have a different one`);
  if (kind === 'absent' && holds === 'path parameter')
    refuse(place, `a path always contains its parameter ${name}`);
  if (kind === 'flat' && !is('object')) refuse(place, `flat applies to an object, but ${name} isn't one`);
  if (kind === 'convert') {
    if (value === 'cursor' && holds !== 'query parameter')
      refuse(
        place,
        `cursor applies to the parameter that requests a page, but ${name} isn't a query parameter`,
      );
    const { takes } = conversion(value as Conversion);
    if (!is(...takes))
      refuse(place, `${value} applies to ${takes.join(' or ')}, but ${name} is ${types.join(' or ')}`);
  }
  if (kind === 'values') {
    const { known, open } = is('boolean') ? truths : wordsOf(spot);
    if (!is('string') && !is('boolean'))
      refuse(place, `values applies to words, but ${name} is ${types.join(' or ')}`);
    for (const word of Object.keys(Object(value)))
      if (!open && !known.has(word))
        refuse(
          [...place, word],
          `${name} is never ${inWords(word)}: the contract has ${[...known.keys()].join(', ')}`,
        );
    requireUnambiguous(Object(value), [...known.keys()], place, name, refuse);
  }
  if (kind === 'bound')
    for (const keyword of Object.keys(Object(value))) {
      const bounded = /Items$/.test(keyword)
        ? ['array']
        : /Length$|pattern/.test(keyword)
          ? ['string']
          : ['integer', 'number'];
      if (!is(...bounded))
        refuse(
          [...place, keyword],
          `${keyword} bounds ${bounded.join(' or ')}, but ${name} is ${types.join(' or ')}`,
        );
    }
}

/** The words that a target may use in place of the contract's true and false. */
const truths = {
  known: new Map<string, Origin>([
    ['true', { provenance: 'assumed' }],
    ['false', { provenance: 'assumed' }],
  ]),
  open: false,
} as const;

function requireUnambiguous(
  renamed: Readonly<Record<string, string>>,
  known: readonly string[],
  place: FilePlace,
  name: string,
  refuse: Refuse,
): void {
  const meant = new Map<string, string>(
    known.filter((word) => !Object.hasOwn(renamed, word)).map((word) => [word, word]),
  );
  for (const [ours, theirs] of Object.entries(renamed)) {
    const other = meant.get(theirs);
    if (other !== undefined)
      refuse(
        [...place, ours],
        `${inWords(ours)} and ${inWords(other)} of ${name} would both be ${inWords(theirs)} on the wire, so a response could mean either`,
      );
    meant.set(theirs, ours);
  }
}

/** A path in words. */
export function inWords(text: string): string {
  return text === '' ? 'the body' : JSON.stringify(text);
}

const assumed = { 'x-provenance': 'assumed', 'x-gap': 'G-12' };

/**
 * The body of a delivered event (clause 6, gap G-12). It is not part of the contract, which describes requests to the
 * service.
 */
export const deliverySchema: JsonObject = {
  description: 'An event as it is delivered.',
  type: 'object',
  ...assumed,
  required: ['id', 'event', 'timestamp', 'subscription_id', 'message'],
  properties: {
    id: { description: 'The id of the event.', type: 'string', ...assumed },
    event: { description: 'The name of the event.', type: 'string', ...assumed },
    timestamp: { description: 'When the event happened.', type: 'string', format: 'date-time', ...assumed },
    subscription_id: {
      description: 'The id of the subscription.',
      $ref: '#/components/schemas/RecordId',
      ...assumed,
    },
    message: { description: 'The event, and the thing that it concerns.', type: 'object', ...assumed },
  },
};
