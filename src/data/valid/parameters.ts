import fc from 'fast-check';
import type { DescribedRequest } from '../hostile/request.js';

/** The maximum number of entries on a page (stated in clause 8.2); a page number has no upper bound. */
const mostPerPage = 100;

/**
 * A page number or page size that is out of its bounds or not an integer (requirements REJ-03 and REJ-04, clause 8.2).
 * Never an empty value, which may count as missing, and never a different notation of an integer, such as 1e1 or 0x10.
 */
export function pageOutOfBounds(parameter: 'page' | 'per_page'): fc.Arbitrary<string> {
  return fc.oneof(...(parameter === 'page' ? notPages : [...notPages, aboveLast]));
}

const belowFirst = fc.oneof(fc.constantFrom(0, -1), fc.integer({ min: -(2 ** 31), max: 0 })).map(String);

const aboveLast = fc
  .oneof(fc.constant(mostPerPage + 1), fc.integer({ min: mostPerPage + 1, max: 2 ** 31 - 1 }))
  .map(String);

/** The digit after the point is never 0, because some parsers accept 1.0 as an integer. */
const fraction = fc
  .tuple(fc.integer({ min: 0, max: mostPerPage - 1 }), fc.integer({ min: 1, max: 9 }))
  .map(([whole, tenth]) => `${whole}.${tenth}`);

const word = fc.oneof(
  fc.constantFrom('abc', 'one', 'null', 'true', 'NaN', 'Infinity', '1a', '1,5', '1 2'),
  fc.stringMatching(/^[a-z]{1,12}$/),
);

const notPages = [belowFirst, fraction, word];

type Written = readonly [what: string, value: string];

const idParameter = 'batch_request_id';

/** Letters that are not hexadecimal digits; without x, which some number parsers skip. */
const otherLetters = [...'ghijklmnopqrstuvwyz'];

/**
 * Requests for the results of a batch whose id is missing or malformed (requirements ERR-05 and ERR-06, clause 4.4).
 * Never an id that some parsers accept as a UUID: in upper case, in braces, without hyphens, or after `urn:uuid:`. The
 * rule that a request must not repeat the id is an assumption.
 *
 * @param valid the id of a batch: a UUID in lower case
 */
export function malformedBatchRequestId(valid: string): fc.Arbitrary<DescribedRequest> {
  return fc.oneof(
    { arbitrary: fc.constantFrom(...withoutValue), weight: 1 },
    { arbitrary: repeated(valid), weight: 1 },
    { arbitrary: notUuid, weight: 2 },
    { arbitrary: misspelt(valid).map(asked), weight: 3 },
  );
}

/**
 * Malformed ids that services are known to accept, with one request for each.
 * @param valid the id of a batch
 */
export function knownMalformedBatchRequestIds(valid: string): readonly DescribedRequest[] {
  return [
    ...withoutValue.slice(0, 2),
    asked(['the valid id followed by a digit', `${valid}0`]),
    asked(['the valid id without its last digit', valid.slice(0, -1)]),
    asked(['the valid id with z as last digit', `${valid.slice(0, -1)}z`]),
  ];
}

const withoutValue: readonly DescribedRequest[] = [
  { what: 'no batch_request_id', request: {} },
  { what: 'an empty batch_request_id', request: { query: { [idParameter]: '' } } },
  { what: 'a batch_request_id without an equals sign', request: { raw: { query: idParameter } } },
];

/** Two different ids, so that it matters which one the target uses. */
function repeated(valid: string): fc.Arbitrary<DescribedRequest> {
  return fc
    .tuple(
      fc.uuid().filter((other) => other !== valid),
      fc.boolean(),
    )
    .map(([other, first]) => ({
      what: `batch_request_id twice, ${first ? 'the valid one first' : 'the valid one last'}`,
      request: { query: { [idParameter]: first ? [valid, other] : [other, valid] } },
      gaps: ['G-15'],
    }));
}

const notUuid: fc.Arbitrary<DescribedRequest> = fc
  .oneof(
    fc
      .string({ unit: fc.constantFrom(...otherLetters), minLength: 1, maxLength: 36 })
      .map((word): Written => [`the word ${word}`, word]),
    fc.constantFrom('null', 'undefined', 'true').map((word): Written => [`the word ${word}`, word]),
    fc.integer().map((number): Written => [`the number ${number}`, String(number)]),
    fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((text) => /[^\p{ASCII}\s]/u.test(text) && text.isWellFormed())
      .map((text): Written => [`${[...text].length} characters, not all of them ASCII`, text]),
  )
  .map(asked);

/** The valid id with one more hexadecimal digit, without one, or with a different letter in place of one. */
function misspelt(valid: string): fc.Arbitrary<Written> {
  // Not the hyphens, which some parsers skip.
  const digits = fc.constantFrom(
    ...[...valid].flatMap((character, index) => (character === '-' ? [] : [index])),
  );
  const changed = (what: string, from: number, to: number, by: string): Written => [
    `the valid id ${what}`,
    valid.slice(0, from) + by + valid.slice(to),
  ];
  return fc.oneof(
    fc
      .tuple(fc.integer({ min: 0, max: valid.length }), fc.constantFrom(...'0123456789abcdef'))
      .map(([at, digit]) => changed(`with ${digit} before character ${at + 1}`, at, at, digit)),
    digits.map((at) => changed(`without character ${at + 1}`, at, at + 1, '')),
    fc
      .tuple(digits, fc.constantFrom(...otherLetters))
      .map(([at, letter]) => changed(`with ${letter} as character ${at + 1}`, at, at + 1, letter)),
  );
}

function asked([what, value]: Written): DescribedRequest {
  return { what: `batch_request_id: ${what}`, request: { query: { [idParameter]: value } } };
}

/** A name that no parameter or field of the contract has, and a value for it. */
export interface UnknownKey {
  readonly name: string;
  readonly value: unknown;
}

const unknownName = fc.stringMatching(/^unheard_of_[a-z]{1,10}$/);

/** A query parameter that no operation has (requirement ERR-14, gap G-15). */
export const unknownParameter: fc.Arbitrary<UnknownKey> = fc.record({
  name: unknownName,
  value: fc.oneof(
    fc.constantFrom('', '0', '-1', 'true', 'null'),
    fc.stringMatching(/^[A-Za-z0-9 ,.:-]{1,20}$/),
  ),
});

/** A field that no object in a body has, with a value of any JSON type (requirement ERR-14, gap G-15). */
export const unknownField: fc.Arbitrary<UnknownKey> = fc.record({
  name: unknownName,
  value: fc.jsonValue({ maxDepth: 2 }),
});
