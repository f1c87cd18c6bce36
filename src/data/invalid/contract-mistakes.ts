import fc from 'fast-check';
import { fieldsAt, isWhole, type Rules, rulesAt, wholeRange } from '../../contract/schemas/request-rules.js';
import { typeInWords } from '../../contract/schemas/schema-words.js';
import type { OperationId } from '../../contract/types.js';
import { joined } from '../../contract/values/path.js';
import { type InvalidItem, invalidAt, rightValueAt } from './invalid-item.js';

/** One way to break a rule of the contract for the value at one place. */
export interface ContractMistake {
  /** Such as `quantity below the lower limit`. */
  readonly name: string;
  readonly place: string;
  /** A `silent type` is a wrong type that some parsers correct, such as a string instead of a number. */
  readonly kind: 'bound' | 'type' | 'silent type' | 'missing';
  /** The rule that a right value obeys, such as `at least 0`. */
  readonly right: string;
  /** Values that break the rule. @param own the right value @param prefix starts values that must be unique */
  readonly put: (own: unknown, prefix: string) => fc.Arbitrary<unknown>;
}

/** A mistake that only words or a pattern of the contract rule out. @param how such as `above the retail price` */
export function mistakeIn(
  place: string,
  how: string,
  right: string,
  put: ContractMistake['put'],
): ContractMistake {
  return { name: `${place} ${how}`, place, kind: 'bound', right, put };
}

type Way = Pick<ContractMistake, 'kind' | 'right' | 'put'> & { readonly how: string };

/** Makes a string of a given length for a place, to test that it refuses strings that are too short or too long. */
export type TextOfLength = (place: string, characters: number, prefix: string) => fc.Arbitrary<string>;

/**
 * All ways to break the rules of the target's contract in a request, or in one item of a batch write: at each place
 * exceeding a bound, not matching a pattern, a value of a different type, or none.
 * @param textOfLength makes strings of a given length for the places that accept strings
 */
export function contractMistakes(
  operationId: OperationId,
  textOfLength: TextOfLength = (_, characters) => fc.constant('x'.repeat(characters)),
): readonly ContractMistake[] {
  return placesIn(operationId).flatMap((place) => {
    const rules = rulesAt(operationId, place);
    if (rules === undefined) return [];
    const ways = [
      ...numberWays(rules),
      ...textWays(rules, place, textOfLength),
      ...(rules.minItems ? [bound('empty', 'at least one', () => fc.constant([]))] : []),
      ...typeWays(rules),
      ...missingWays(rules, place),
    ];
    return ways.map(({ how, ...way }) => ({ ...way, name: `${place} ${how}`, place }));
  });
}

/** All places of a request, or of one item of a batch write: `prices`, `prices[]`, `prices[].retail_price`. */
function placesIn(operationId: OperationId, within = ''): readonly string[] {
  const fields = fieldsAt(operationId, within).map((field) => joined(within, field));
  const members = rulesAt(operationId, `${within}[]`) === undefined ? [] : [`${within}[]`];
  return [...fields, ...members].flatMap((place) => [place, ...placesIn(operationId, place)]);
}

/** Items with one mistake each, by the name of the mistake, such as `quantity below the lower limit`. */
export type InvalidItems<Item> = ReadonlyMap<string, fc.Arbitrary<InvalidItem<Item>>>;

/**
 * Makes each of the mistakes in a valid item.
 * @param valid draws a valid item, given the place of the mistake
 * @param prefix starts values that must be unique
 */
export function spoiled<Item extends object>(
  mistakes: readonly ContractMistake[],
  valid: (place: string) => fc.Arbitrary<Item>,
  prefix = '',
): InvalidItems<Item> {
  return new Map(
    mistakes.map(({ name, place, right, put }) => [
      name,
      valid(place).chain((item) =>
        put(rightValueAt(item, place), prefix).map((value) => invalidAt(item, place, right, value)),
      ),
    ]),
  );
}

const bound = (how: string, right: string, put: Way['put']): Way => ({ kind: 'bound', how, right, put });

/** The way to break a limit, if there is one. */
const beyond = <Limit>(
  limit: Limit | undefined,
  how: string,
  right: string,
  values: (limit: Limit, prefix: string) => fc.Arbitrary<unknown>,
) => (limit === undefined ? [] : [bound(how, right, (_, prefix) => values(limit, prefix))]);

function numberWays(rules: Rules): readonly Way[] {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = rules;
  const orNull = rules.isNullable ? ' or null' : '';
  const [isMore, isLess] = [`above ${exclusiveMinimum}${orNull}`, `below ${exclusiveMaximum}${orNull}`];
  const range = isWhole(rules) && (maximum ?? exclusiveMaximum) !== undefined ? wholeRange(rules) : undefined;
  return [
    ...beyond(exclusiveMinimum, 'equal to the lower limit', isMore, fc.constant),
    ...beyond(exclusiveMinimum, 'below the lower limit', isMore, amountBelow),
    ...beyond(minimum, 'below the lower limit', `at least ${minimum}`, below),
    ...beyond(maximum, 'above the upper limit', `at most ${maximum}`, above),
    ...beyond(exclusiveMaximum, 'equal to the upper limit', isLess, fc.constant),
    ...beyond(exclusiveMaximum, 'above the upper limit', isLess, above),
    ...beyond(range, 'with a fraction', 'an integer', ({ min, max }) =>
      fc.integer({ min, max: max - 1 }).map((whole) => whole + 0.5),
    ),
  ];
}

const below = (least: number) =>
  fc.oneof(
    fc.constant(least - 1),
    fc.integer({ min: Math.ceil(least) - 1_000_000, max: Math.ceil(least) - 1 }),
  );
const amountBelow = (least: number) =>
  fc.integer({ min: -100_000, max: -1 }).map((cents) => least + cents / 100);
const above = (most: number) => {
  const least = Math.floor(most) + 1;
  return fc.oneof(
    fc.constant(most + 1),
    fc.integer({ min: least, max: Math.min(100 * least, 2_147_483_647) }),
  );
};

/** An amount of whole cents above the given one. */
export function amountAbove(amount: unknown): fc.Arbitrary<number> {
  return fc
    .oneof(fc.constant(1), fc.integer({ min: 1, max: 10_000 }))
    .map((more) => (Math.round(Number(amount) * 100) + more) / 100);
}

/** Codes that are not two capital letters. */
const otherCodes = ['', 'D', 'de', 'De', 'DEU', '276', 'D1', 'Germany'];
const alpha2 = '^[A-Z]{2}$';

function textWays(
  { minLength = 0, maxLength, pattern }: Rules,
  place: string,
  textOfLength: TextOfLength,
): readonly Way[] {
  const tooShort = minLength > 1 ? minLength - 1 : undefined;
  const tooLong = maxLength === undefined ? undefined : maxLength + 1;
  const text = (characters: number, prefix: string) => textOfLength(place, characters, prefix);
  const otherCode = (own: unknown) =>
    fc.constantFrom(...otherCodes, ...(typeof own === 'string' ? [own.toLowerCase(), `${own} `] : []));
  return [
    ...(minLength === 1 ? [bound('empty', 'at least 1 character', () => fc.constant(''))] : []),
    ...beyond(tooShort, 'too short', `at least ${minLength} characters`, text),
    ...beyond(tooLong, 'too long', `at most ${maxLength} characters`, text),
    ...(pattern === alpha2 ? [bound('with a malformed code', 'an ISO 3166-1 alpha-2 code', otherCode)] : []),
  ];
}

/** A required field that is missing, or null if it isn't nullable; a member of a list can only be null. */
function missingWays({ isRequired, isNullable }: Rules, place: string): readonly Way[] {
  const isMember = place.endsWith('[]');
  const nothing = [...(isMember ? [] : [undefined]), ...(isNullable ? [] : [null])];
  if ((!isRequired && !isMember) || nothing.length === 0) return [];
  return [{ kind: 'missing', how: 'missing', right: 'required', put: () => fc.constantFrom(...nothing) }];
}

function typeWays({ types, isNullable }: Rules): readonly Way[] {
  const [first, ...more] = types;
  const type = jsonTypes.find((each) => each === first) ?? 'string';
  const right = `${more.length > 0 ? 'an id' : typeInWords(type)}${isNullable ? ' or null' : ''}`;
  const others = (own: unknown) => (more.length > 0 ? otherThanId(own) : otherThan[type](own));
  return [
    { kind: 'type', how: 'of a different type', right, put: (own) => fc.constantFrom(...others(own)) },
    ...silentTypes
      .filter(([, correctedTo]) => more.length === 0 && correctedTo.some((each) => each === type))
      .map(
        ([how, , of]): Way => ({
          kind: 'silent type',
          how,
          right,
          put: (own) => fc.constant(of(own)),
        }),
      ),
  ];
}

const jsonTypes = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const;
type JsonType = (typeof jsonTypes)[number];

/**
 * Converted to a string, it is valid in any field: long enough for a sku, short enough for the others. No product has a
 * key with so many digits, not even a GTIN, so a target that reads it as a key finds no product.
 */
const longNumber = 4_006_381_333_931_777;

/**
 * Values of a different type, given the right value. Those made from the right value are first: a target that silently
 * converts types accepts them. null is not among them, because it may mean that the field is omitted (gap G-02).
 */
const otherThan: Readonly<Record<JsonType, (own: unknown) => readonly unknown[]>> = {
  string: (own) => [[own], Number(own) || longNumber, true, false, {}, []],
  integer: (own) => [String(own), [own], Number(own) + 0.5, '', true, false, {}, []],
  number: (own) => [String(own), [own], '', true, false, {}, []],
  boolean: (own) => [String(own), [own], Number(own), '', {}, []],
  // Some languages write a list as an object with numbers as keys.
  array: (own) => [...firstOf(own), { ...(Array.isArray(own) ? own : []) }, {}, '', 'a,b', 1, true, false],
  object: (own) => [[own], JSON.stringify(own), [], '', 1, true, false],
};

/** Values that are neither an integer nor a string, the types of an id (gap G-05). */
const otherThanId = (own: unknown) => [[own], { id: own }, true, false, 0.5, {}, []];

/** Wrong types that some parsers silently correct, and the types to which they do. */
const silentTypes: readonly (readonly [
  how: string,
  correctedTo: readonly JsonType[],
  of: (own: unknown) => unknown,
])[] = [
  ['as a string', ['integer', 'number'], String],
  ['as a fraction', ['integer'], (own) => Number(own) + 0.5],
  ['as its only member', ['array'], (own) => firstOf(own)[0] ?? ''],
  ['as an empty list', ['object'], () => []],
];

/** The first member of a list; empty if there is none. */
function firstOf(list: unknown): unknown[] {
  return Array.isArray(list) && list.length > 0 ? [list[0]] : [];
}
