import { appendFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { responsesOf } from '../http/documentation.js';
import type { Keywords } from '../schema/check.js';
import { OPERATIONS } from '../service/operations.js';
import { type Fault, fresh, type Plant } from './fault.js';
import { changedAt, isJson } from './plants/responses.js';

/** A lie about one field or header in the responses of one operation with one status. */
export interface FieldLie {
  /**
   * Such as `one-more:200/items[].stock@listProducts`; begins with `rarely-` if one response in ten tells the
   * lie.
   */
  readonly id: string;
  readonly operation: string;
  readonly status: number;
  /** `items[].prices[].sale_price`, `names.*` for each member, or `header retry-after`. */
  readonly path: string;
  readonly kind: string;
  readonly does: string;
  readonly plant: Plant;
}

/** Stands for a field that is left out. */
const LEFT_OUT = Symbol('left out');

/** What a lie may look at besides the value itself. */
interface Known {
  readonly schema: Keywords;
  /** The value in the previous response to the same request; undefined if there is none. */
  readonly before: unknown;
  /** The value in the last response to a different request; undefined if there is none. */
  readonly elsewhere: unknown;
}

/** Returns what is sent in place of a value: the value itself if there is no such lie about it. */
type Tell = (value: unknown, known: Known) => unknown;

const missing: Tell = () => LEFT_OUT;

type Tells = Readonly<Record<string, Tell>>;

/** Lies about any value. */
const ANY: Tells = {
  old: (value, { before }) => (before === undefined ? value : before),
  null: () => null,
  missing,
};

/** The lies about a value of each type, by kind. */
const TELLS: Readonly<Record<string, Tells>> = {
  string: {
    ...ANY,
    changed: (value) => (typeof value === 'string' ? otherText(value) : value),
    number: (value) => (typeof value === 'string' ? value.length : value),
  },
  choice: {
    ...ANY,
    'another-value': (value, { schema: { enum: choices = [] } }) =>
      choices.includes(value) ? choices[(choices.indexOf(value) + 1) % choices.length] : value,
    number: (value, { schema }) => (typeof value === 'string' ? schema.enum?.indexOf(value) : value),
  },
  number: {
    ...ANY,
    'one-more': (value) => (typeof value === 'number' ? value + 1 : value),
    text: (value) => (typeof value === 'number' ? `${value}` : value),
  },
  boolean: {
    ...ANY,
    flipped: (value) => (typeof value === 'boolean' ? !value : value),
    text: (value) => (typeof value === 'boolean' ? `${value}` : value),
  },
  array: {
    dropped: (value) => (hasEntries(value) ? value.slice(0, -1) : value),
    doubled: (value) => (hasEntries(value) ? [...value, value.at(-1)] : value),
    foreign: (value, { elsewhere }) =>
      hasEntries(value) && hasEntries(elsewhere) && !isDeepStrictEqual(value.at(-1), elsewhere.at(-1))
        ? [...value.slice(0, -1), elsewhere.at(-1)]
        : value,
    null: () => null,
    missing,
    object: (value) => (Array.isArray(value) ? { ...value } : value),
  },
  'header: media type': {
    changed: (value) => String(value).replace(/^[^;]*/, otherText),
    missing,
  },
  'header: string': { changed: (value) => otherText(String(value)), missing },
  'header: integer': {
    'one-more': (value) => `${Number(value) + 1}`,
    missing,
    text: (value) => `about ${value}`,
  },
};

/** What a service sends when it tells a lie of each kind. */
const SENDS: Readonly<Record<string, string>> = {
  changed: 'with one character or the day changed',
  'another-value': 'as another value of the enumeration',
  'one-more': 'with one more',
  flipped: 'as the opposite',
  old: 'as it was in the previous response',
  dropped: 'without the last entry',
  doubled: 'with the last entry twice',
  foreign: 'with the last entry of a response to a different request',
  null: 'as null',
  missing: 'not at all',
  number: 'as a number',
  text: 'as a text',
  object: 'as an object',
};

function hasEntries(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

const A_DAY = 86_400_000;

/** A text with its last character changed; for a date, the day before at the same time. */
function otherText(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}(T|$)/.test(text))
    return new Date(Date.parse(text.slice(0, 10)) - A_DAY).toISOString().slice(0, 10) + text.slice(10);
  const characters = [...text];
  const last = characters.pop() ?? '';
  if (/\d/.test(last)) return `${characters.join('')}${(Number(last) + 1) % 10}`;
  const [one, other] = /[A-Z]/.test(last) ? ['A', 'B'] : ['a', 'b'];
  return characters.join('') + (last === one ? other : one);
}

/** A place in a response: the keys on the way to it from `body` or `headers`, `[]` for each entry and `*` for each member. */
interface Place {
  readonly keys: readonly string[];
  readonly schema: Keywords;
}

/** Each leaf and each list of a body. */
function placesIn(schema: Keywords, keys: readonly string[]): readonly Place[] {
  const { properties, patternProperties, items, anyOf } = schema;
  if (anyOf !== undefined) return placesIn(anyOf.find(({ type }) => type !== 'null') ?? {}, keys);
  if (items !== undefined) return [{ keys, schema }, ...placesIn(items, [...keys, '[]'])];
  const [members] = Object.values(patternProperties ?? {});
  if (members !== undefined) return placesIn(members, [...keys, '*']);
  if (properties === undefined) return [{ keys, schema }];
  return Object.entries(properties).flatMap(([name, each]) => placesIn(each, [...keys, name]));
}

/** The lies about a place, by kind. Only a header or a member of an object can be missing. */
function tellsAbout({ keys, schema: { type = '', enum: choices } }: Place): Tells {
  if (keys[0] === 'headers') return TELLS[`header: ${type}`] ?? {};
  const { missing: _, ...others } = TELLS[choices ? 'choice' : type === 'integer' ? 'number' : type] ?? {};
  return keys.length === 1 || ['[]', '*'].includes(keys.at(-1) ?? '') ? others : { ...others, missing };
}

/** Where the values of a place are in a response: for each, the object or list that holds it, and its key. */
function spotsOf(
  holder: unknown,
  [key, ...rest]: readonly string[],
): readonly { holder: object; key: string }[] {
  if (typeof holder !== 'object' || holder === null || key === undefined) return [];
  const isEach = key === '*' || (key === '[]' && Array.isArray(holder));
  const found = isEach ? Object.keys(holder) : Object.hasOwn(holder, key) ? [key] : [];
  if (rest.length === 0) return found.map((each) => ({ holder, key: each }));
  return found.flatMap((each) => spotsOf(Reflect.get(holder, each), rest));
}

/**
 * Returns a function that tells a lie about a place in an object, and returns whether there was anything to
 * lie about.
 */
function liar({ keys, schema }: Place, tell: Tell): (whole: object, request: string) => boolean {
  const told = new Map<string, readonly unknown[]>();
  return (whole, request) => {
    const spots = spotsOf(whole, keys);
    const values = spots.map(({ holder, key }): unknown => Reflect.get(holder, key));
    const before = told.get(request) ?? [];
    const elsewhere = [...told].findLast(([other]) => other !== request)?.[1].at(-1);
    told.delete(request);
    told.set(request, values);
    let isTold = false;
    for (const [index, { holder, key }] of spots.entries()) {
      const lie = tell(values[index], { schema, before: before[index], elsewhere });
      if (lie === values[index]) continue;
      isTold = true;
      if (lie === LEFT_OUT) Reflect.deleteProperty(holder, key);
      else Reflect.set(holder, key, lie);
    }
    return isTold;
  };
}

/**
 * A rare lie is told to each merchant in one response out of RARELY: the one at index TURN. If all merchants
 * were counted together, the order of the tests would decide which test meets the lie.
 */
const [RARELY, TURN] = [10, 1];

/**
 * Notes that a sandbox has told a lie, if SANDBOX_TOLD_LIES names a file: not every lie finds an occasion.
 */
export function note(id: string): void {
  const file = process.env.SANDBOX_TOLD_LIES;
  if (file !== undefined) appendFileSync(file, `${id}\n`);
}

/** Plants a lie about a place in the responses with this status. */
function toldAt(id: string, status: number, isRare: boolean, place: Place, tell: Tell): Plant {
  return fresh(() => {
    const lie = liar(place, tell);
    const counts = new Map<string | undefined, number>();
    let isNoted = false;
    return changedAt(status, (sent, { url, merchant }) => {
      const body: unknown = isJson(sent) ? JSON.parse(String(sent.body)) : undefined;
      const whole = { body, headers: { ...sent.headers } };
      if (!lie(whole, `${merchant?.id} ${url}`)) return sent;
      const count = counts.get(merchant?.id) ?? 0;
      counts.set(merchant?.id, count + 1);
      if (isRare && count % RARELY !== TURN) return sent;
      if (!isNoted) note(id);
      isNoted = true;
      const isHeader = place.keys[0] === 'headers';
      return { ...sent, ...(isHeader ? { headers: whole.headers } : { body: JSON.stringify(whole.body) }) };
    });
  });
}

/** The path of a place: `items[].prices[].sale_price`, or `header retry-after`. */
function pathOf({ keys: [part, ...keys] }: Place): string {
  return part === 'headers' ? `header ${keys.join('')}` : keys.join('.').replaceAll('.[]', '[]');
}

/** A response as it is documented. */
interface Documented extends Keywords {
  readonly content?: Readonly<Record<string, { readonly schema: Keywords }>>;
  readonly headers?: Readonly<Record<string, Keywords>>;
}

/** Every lie about a field or a header that an operation documents. */
function liesOf(operation: (typeof OPERATIONS)[number]): readonly FieldLie[] {
  const responses: Readonly<Record<string, Documented>> = responsesOf(operation);
  return Object.entries(responses).flatMap(([status, { content, headers = {}, ...bare }]) => {
    const json = content === undefined ? bare : content['application/json']?.schema;
    const isEmpty = json?.type === 'null';
    const typed = isEmpty ? {} : { 'content-type': { type: 'media type' } };
    const places = [
      ...(json === undefined || isEmpty ? [] : placesIn(json, ['body'])),
      ...Object.entries({ ...headers, ...typed }).map(([name, schema]) => ({
        keys: ['headers', name.toLowerCase()],
        schema,
      })),
    ];
    return places.flatMap((place) =>
      Object.entries(tellsAbout(place)).flatMap(([kind, tell]) =>
        [false, true].map((isRare): FieldLie => {
          const path = pathOf(place);
          const id = `${isRare ? 'rarely-' : ''}${kind}:${status}/${path}@${operation.id}`;
          return {
            id,
            operation: operation.id,
            status: Number(status),
            path,
            kind,
            does: `It sends ${path || 'the body'} ${SENDS[kind]}${isRare ? ', in one response out of ten' : ''}.`,
            plant: toldAt(id, Number(status), isRare, place, tell),
          };
        }),
      ),
    );
  });
}

let lies: ReadonlyMap<string, FieldLie> | undefined;

/** Every lie about a field or a header of the operations' documented responses, by its id. */
export function fieldLies(): ReadonlyMap<string, FieldLie> {
  lies ??= new Map(OPERATIONS.flatMap(liesOf).map((lie) => [lie.id, lie]));
  return lies;
}

/** A lie as a fault; undefined if none has this id. */
export function lieNamed(id: string): Fault | undefined {
  const lie = fieldLies().get(id);
  // The proof finds out which requirement it violates.
  return lie && { id, violates: '', does: lie.does, operations: [lie.operation], plant: lie.plant };
}
