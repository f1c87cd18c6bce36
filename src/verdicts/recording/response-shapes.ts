import { createHash } from 'node:crypto';
import { isJsonObject } from '../../contract/documents/document.js';
import { bodyPlaces } from '../../contract/schemas/coverage.js';
import type { Spot } from '../../contract/schemas/spot.js';
import { eachEntry, eachMember, writePath } from '../../contract/values/path.js';
import { type Exchange, mediaTypeOf } from '../../http/exchange.js';

/** The responses of one test, in the contract's words, without values, lengths, order and number. */
export interface TestResponses {
  /**
   * Each kind of response once: the operation, the kind of key that the request carried, the status, and the id of the
   * shape, as in `listBrands valid 200 4f1c09ab77de`. `valid-raw` is a request with parts that no file translates.
   */
  readonly kinds: readonly string[];
  /**
   * The shapes that are new in this worker, by id: the places of all responses of a kind, each with everything that was
   * seen there, as in `body items[].sku string`. They are the media types, whether a header was present or absent, and
   * the JSON types of the body and of the fields below it. A field that the contract doesn't have begins with `extra`
   * instead of `body`.
   */
  readonly shapes: Readonly<Record<string, readonly string[]>>;
}

/** The headers whose presence is part of a shape. */
const comparedHeaders = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'retry-after',
  'location',
  'content-disposition',
  'www-authenticate',
] as const;

/**
 * The number of names outside the contract that are told apart in one place. An object with more of them is a map: its
 * names are data.
 */
const mostNames = 40;

/** The field of a batch's result that repeats what was sent: its content is the suite's own (clause 2.1). */
const echo = 'requestItem';

/** The number of characters of such a name that are kept. */
const longestName = 80;

/** Nothing below this depth is looked at: no response of the contract is half as deep. */
const deepest = 16;

/** One place of a body, with everything that was seen there. */
interface Seen {
  readonly types: Set<string>;
  /** By name; the entries of a list are under `[]`, the values of a map under `{}`. */
  readonly below: Map<string, Seen>;
  readonly isExtra: boolean;
}

/** All responses of one kind. */
interface SeenResponses {
  readonly mediaTypes: Set<string>;
  readonly headers: Map<string, Set<string>>;
  readonly body: Seen;
  /** What the contract says about the body; undefined if it doesn't have this response. */
  readonly known: Spot | undefined;
}

/**
 * Collects the shapes of the responses that one test got. A response adds to what earlier ones of its kind have shown, so
 * that an optional field, an empty list, a null or the number of polls makes no difference once the other cases were
 * seen too. Requests outside the contract are not looked at: any response to them is right.
 */
export class ResponseShapes {
  readonly #kinds = new Map<string, SeenResponses>();
  readonly #told: Set<string>;

  /** @param told the ids of the shapes that the worker has already passed on; new ones are added */
  constructor(told: Set<string>) {
    this.#told = told;
  }

  /** Adds a response. */
  observe(exchange: Exchange): void {
    if (exchange.outsideContract) return;
    const responses = this.#responsesLike(exchange);
    responses.mediaTypes.add(mediaTypeOf(exchange).type.replaceAll(/\s+/g, '_') || 'none');
    for (const name of comparedHeaders) {
      const state = exchange.header(name) === undefined ? 'absent' : 'present';
      responses.headers.get(name)?.add(state);
    }
    if (exchange.response.body.length === 0) responses.body.types.add('empty');
    else if (exchange.jsonError !== undefined) responses.body.types.add('not-json');
    else look(responses.body, exchange.json, responses.known, 0);
  }

  /** The responses so far, in the order of the first of each kind. */
  take(): TestResponses {
    const shapes: Record<string, readonly string[]> = {};
    const kinds = [...this.#kinds].map(([kind, responses]) => {
      const places = placesOf(responses);
      const id = createHash('sha256').update(places.join('\n')).digest('hex').slice(0, 12);
      if (!this.#told.has(id)) shapes[id] = places;
      this.#told.add(id);
      return `${kind} ${id}`;
    });
    return { kinds, shapes };
  }

  #responsesLike({ operationId, credential, untranslated, status }: Exchange): SeenResponses {
    const key = `${operationId} ${credential}${untranslated ? '-raw' : ''} ${status}`;
    const known = this.#kinds.get(key);
    if (known !== undefined) return known;
    const made: SeenResponses = {
      mediaTypes: new Set(),
      headers: new Map(comparedHeaders.map((name) => [name, new Set()])),
      body: newPlace(false),
      known: bodyPlaces(operationId, status),
    };
    this.#kinds.set(key, made);
    return made;
  }
}

function placesOf({ mediaTypes, headers, body }: SeenResponses): readonly string[] {
  return [
    line('media type', mediaTypes),
    ...[...headers].flatMap(([name, states]) =>
      states.has('present') ? [line(`header ${name}`, states)] : [],
    ),
    ...linesOf(body, []),
  ];
}

function newPlace(isExtra: boolean): Seen {
  return { types: new Set(), below: new Map(), isExtra };
}

/**
 * Looks at a value and everything below it. The contract decides which names are fields: the names of a map are data,
 * and so is the content of an object that the contract leaves open.
 */
function look(place: Seen, value: unknown, known: Spot | undefined, depth: number): void {
  place.types.add(typeOf(value));
  if (typeof value !== 'object' || value === null || depth === deepest) return;
  if (Array.isArray(value)) {
    for (const entry of value)
      look(placeBelow(place, eachEntry, false), entry, known?.below(eachEntry), depth + 1);
    return;
  }
  const others = known?.below(eachMember);
  const isOpen = known?.fields.length === 0 && others === undefined;
  if (isOpen || !isJsonObject(value)) return;
  const names = Object.keys(value);
  const isMap = others !== undefined || (known === undefined && names.length > mostNames);
  for (const name of names) {
    const field = known?.below(name);
    if (field !== undefined && name === echo) {
      placeBelow(place, name, false).types.add(typeOf(value[name]));
      continue;
    }
    const below =
      field !== undefined || isMap
        ? placeBelow(place, field === undefined ? eachMember : name, false)
        : extraPlace(place, name.slice(0, longestName), known !== undefined);
    look(below, value[name], field ?? others, depth + 1);
  }
}

function placeBelow(place: Seen, name: string, isExtra: boolean): Seen {
  const known = place.below.get(name);
  if (known !== undefined) return known;
  const made = newPlace(place.isExtra || isExtra);
  place.below.set(name, made);
  return made;
}

/** A place that the contract doesn't know: a target may invent a name for every response. */
function extraPlace(place: Seen, name: string, isExtra: boolean): Seen {
  const isFull = place.below.size >= mostNames && !place.below.has(name);
  return placeBelow(place, isFull ? eachMember : name, isExtra);
}

/** JSON's types; integers are numbers, because whether a number has decimals is data. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

function linesOf({ types, below, isExtra }: Seen, path: readonly string[]): readonly string[] {
  const name = path.length === 0 ? 'body' : `${isExtra ? 'extra' : 'body'} ${writePath(path)}`;
  return [
    ...(types.size === 0 ? [] : [line(name, types)]),
    ...[...below]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([each, seen]) => linesOf(seen, [...path, each])),
  ];
}

function line(place: string, states: ReadonlySet<string>): string {
  return `${place} ${[...states].toSorted().join('|')}`;
}
