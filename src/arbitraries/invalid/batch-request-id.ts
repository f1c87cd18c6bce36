import fc from 'fast-check';
import type { DescribedRequest } from '../hostile/sent-request.js';

const name = 'batch_request_id';

/** Letters that stand in no hexadecimal number; without x, which some readers of numbers skip. */
const otherLetters = [...'ghijklmnopqrstuvwyz'];

/**
 * Requests for the results of a batch whose id is missing or malformed (requirements ERR-05 and ERR-06, clause 4.4).
 * What some take for a UUID is left out: upper case, braces, no hyphens, `urn:uuid:`. That an id must not be given twice
 * is assumed.
 *
 * @param valid the id of a batch: a UUID in lower case
 */
export function malformedBatchRequestId(valid: string): fc.Arbitrary<DescribedRequest> {
  return fc.oneof(
    { arbitrary: fc.constantFrom(...withoutValue), weight: 1 },
    { arbitrary: repeated(valid), weight: 1 },
    { arbitrary: noUuid, weight: 2 },
    { arbitrary: fc.oneof(longer(valid), shorter(valid), otherLetter(valid)).map(asked), weight: 3 },
  );
}

/**
 * Those that services are known to take for the valid id, or for none in particular, one request of each, as above.
 * @param valid the id of a batch
 */
export function knownMalformedBatchRequestIds(valid: string): readonly DescribedRequest[] {
  return [
    ...withoutValue.slice(0, 2),
    asked(['the valid id with a digit behind it', `${valid}0`]),
    asked(['the valid id without its last digit', valid.slice(0, -1)]),
    asked(['the valid id with z as last digit', `${valid.slice(0, -1)}z`]),
  ];
}

const withoutValue: readonly DescribedRequest[] = [
  { what: 'no batch_request_id', request: {} },
  { what: 'an empty batch_request_id', request: { query: { [name]: '' } } },
  { what: 'a batch_request_id without an equals sign', request: { raw: { query: name } } },
];

/** Two ids, so that it matters which one is taken. */
function repeated(valid: string): fc.Arbitrary<DescribedRequest> {
  return fc
    .tuple(
      fc.uuid().filter((other) => other !== valid),
      fc.boolean(),
    )
    .map(([other, first]) => ({
      what: `batch_request_id twice, ${first ? 'the valid one first' : 'the valid one last'}`,
      request: { query: { [name]: first ? [valid, other] : [other, valid] } },
      gaps: ['G-15'],
    }));
}

const noUuid: fc.Arbitrary<DescribedRequest> = fc
  .oneof(
    fc
      .string({ unit: fc.constantFrom(...otherLetters), minLength: 1, maxLength: 36 })
      .map((word) => [`the word ${word}`, word] as const),
    fc.constantFrom('null', 'undefined', 'true').map((word) => [`the word ${word}`, word] as const),
    fc.integer().map((number) => [`the number ${number}`, String(number)] as const),
    fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((text) => /[^\p{ASCII}\s]/u.test(text) && text.isWellFormed())
      .map((text) => [`${[...text].length} characters, not all of them ASCII`, text] as const),
  )
  .map(([what, value]) => asked([what, value]));

/** The valid id with one hexadecimal digit more. */
function longer(valid: string): fc.Arbitrary<readonly [what: string, value: string]> {
  return fc
    .tuple(fc.integer({ min: 0, max: valid.length }), fc.constantFrom(...'0123456789abcdef'))
    .map(([index, digit]) => [
      `the valid id with ${digit} before character ${index + 1}`,
      valid.slice(0, index) + digit + valid.slice(index),
    ]);
}

/** The valid id with one hexadecimal digit less. */
function shorter(valid: string): fc.Arbitrary<readonly [what: string, value: string]> {
  return fc
    .constantFrom(...digitsOf(valid))
    .map((index) => [
      `the valid id without character ${index + 1}`,
      valid.slice(0, index) + valid.slice(index + 1),
    ]);
}

/** The valid id with one hexadecimal digit replaced by another letter. */
function otherLetter(valid: string): fc.Arbitrary<readonly [what: string, value: string]> {
  return fc
    .tuple(fc.constantFrom(...digitsOf(valid)), fc.constantFrom(...otherLetters))
    .map(([index, letter]) => [
      `the valid id with ${letter} as character ${index + 1}`,
      valid.slice(0, index) + letter + valid.slice(index + 1),
    ]);
}

function asked([what, value]: readonly [what: string, value: string]): DescribedRequest {
  return { what: `as batch_request_id ${what}`, request: { query: { [name]: value } } };
}

/** Where the digits of an id stand: its hyphens are not counted, as some readers skip them. */
function digitsOf(id: string): number[] {
  return [...id].flatMap((character, index) => (character === '-' ? [] : [index]));
}
