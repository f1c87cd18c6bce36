import fc from 'fast-check';
import { isWhole, type Rules, rulesAt, wholeRange } from '../../contract/schemas/request-rules.js';
import type { OperationId } from '../../contract/types.js';
import { otherThan, shapeOf } from './invalid-item.js';

/** One way to break a rule of the contract for the value at one place. */
export interface ContractMistake {
  /** Such as `quantity below the lower limit`. */
  readonly name: string;
  readonly place: string;
  /** The rule that a right value obeys, such as `at least 0`. */
  readonly right: string;
  /** Values that break the rule. @param own the right value @param prefix starts values that must be unique */
  readonly put: (own: unknown, prefix: string) => fc.Arbitrary<unknown>;
}

type Way = readonly [kind: string, right: string, put: ContractMistake['put']];

/** Makes a text of a given length, to test that a field refuses texts that are too short or too long. */
export type TextOfLength = (characters: number, prefix: string) => fc.Arbitrary<string>;

/**
 * The ways to break the rules of the target's contract at one place: exceeding a bound, or not matching a pattern.
 * `missingAt` covers a missing value, and `anotherTypeAt` a wrong type.
 * @param textOfLength makes texts of a given length for a place that accepts texts
 * @returns empty if the target has no such place
 */
export function boundMistakesAt(
  operationId: OperationId,
  place: string,
  textOfLength: TextOfLength = (characters) => fc.constant('x'.repeat(characters)),
): readonly ContractMistake[] {
  const rules = rulesAt(operationId, place);
  if (rules === undefined) return [];
  return [...numberWays(rules), ...textWays(rules, textOfLength), ...listWays(rules)].map(
    ([kind, right, put]) => ({ name: `${place} ${kind}`, place, right, put }),
  );
}

/** The mistake of omitting a required field, or of sending null if it isn't nullable; empty if it isn't required. */
export function missingAt(operationId: OperationId, place: string): readonly ContractMistake[] {
  const rules = rulesAt(operationId, place);
  if (rules === undefined || !rules.isRequired) return [];
  const nothing = rules.isNullable ? [undefined] : [undefined, null];
  return [{ name: `${place} missing`, place, right: 'required', put: () => fc.constantFrom(...nothing) }];
}

/** The mistake of sending a value of a different type. */
export function anotherTypeAt(operationId: OperationId, place: string): readonly ContractMistake[] {
  const rules = rulesAt(operationId, place);
  if (rules === undefined) return [];
  const shape = shapeOf(rules.types);
  const right = rules.isNullable ? `${shape} or null` : shape;
  const put = (own: unknown) => fc.constantFrom(...otherThan(shape, own));
  return [{ name: `${place} of a different type`, place, right, put }];
}

function numberWays(rules: Rules): Way[] {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = rules;
  const orNull = rules.isNullable ? ' or null' : '';
  const ways: Way[] = [];
  if (exclusiveMinimum !== undefined)
    ways.push(
      ['equal to the lower limit', `above ${exclusiveMinimum}${orNull}`, () => fc.constant(exclusiveMinimum)],
      ['below the lower limit', `above ${exclusiveMinimum}${orNull}`, () => amountBelow(exclusiveMinimum)],
    );
  if (minimum !== undefined)
    ways.push(['below the lower limit', `at least ${minimum}`, () => below(minimum)]);
  if (maximum !== undefined) ways.push(['above the upper limit', `at most ${maximum}`, () => above(maximum)]);
  if (exclusiveMaximum !== undefined)
    ways.push(
      ['equal to the upper limit', `below ${exclusiveMaximum}${orNull}`, () => fc.constant(exclusiveMaximum)],
      ['above the upper limit', `below ${exclusiveMaximum}${orNull}`, () => above(exclusiveMaximum)],
    );
  if (isWhole(rules) && (maximum ?? exclusiveMaximum) !== undefined) {
    const { min, max } = wholeRange(rules);
    ways.push([
      'with a fraction',
      'an integer',
      () => fc.integer({ min, max: max - 1 }).map((whole) => whole + 0.5),
    ]);
  }
  return ways;
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

function textWays({ minLength = 0, maxLength, pattern }: Rules, textOfLength: TextOfLength): Way[] {
  const ways: Way[] = [];
  if (minLength > 0)
    ways.push([
      minLength === 1 ? 'empty' : 'too short',
      `at least ${minLength} character${minLength === 1 ? '' : 's'}`,
      (_, prefix) => (minLength === 1 ? fc.constant('') : textOfLength(minLength - 1, prefix)),
    ]);
  if (maxLength !== undefined)
    ways.push([
      'too long',
      `at most ${maxLength} characters`,
      (_, prefix) => textOfLength(maxLength + 1, prefix),
    ]);
  if (pattern === alpha2)
    ways.push([
      'with a malformed code',
      'an ISO 3166-1 alpha-2 code',
      (own) => fc.constantFrom(...codesLike(own)),
    ]);
  return ways;
}

function codesLike(own: unknown): readonly string[] {
  return typeof own === 'string' ? [...otherCodes, own.toLowerCase(), `${own} `] : otherCodes;
}

function listWays({ minItems = 0 }: Rules): Way[] {
  return minItems > 0 ? [['empty', 'at least one', () => fc.constant([])]] : [];
}
