import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from '#testing/unit-test';
import { expectation, received } from './schema-words.js';

const cases: readonly (readonly [words: string, schema: object, value: unknown])[] = [
  ['a string or null', { type: ['string', 'null'] }, 1],
  ['one of: pending, processing', { enum: ['pending', 'processing'] }, 'done'],
  ['true', { const: true }, false],
  ['text that matches ^[A-Z]{2}$', { pattern: '^[A-Z]{2}$' }, 'de'],
  ['at least 1 character', { minLength: 1 }, ''],
  ['at most 10 items', { maxItems: 10 }, Array.from({ length: 11 })],
  ['a whole number', { multipleOf: 1 }, 0.5],
  ['a multiple of 5', { multipleOf: 5 }, 7],
  ['0 or more', { minimum: 0 }, -1],
  ['60 or less', { maximum: 60 }, 61],
  ['more than 0', { exclusiveMinimum: 0 }, 0],
  ['less than 10', { exclusiveMaximum: 10 }, 10],
  ['must NOT be valid', { not: {} }, 0],
];

for (const [words, schema, value] of cases) {
  test(`${JSON.stringify(schema)} expects ${words}`, () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.validate(schema, value);
    expect(ajv.errors?.map(expectation)).toEqual([words]);
  });
}

test('a received text is cut to 80 characters, never in the middle of a character; of a secret only the type is shown', () => {
  expect(received('\u{1F455}'.repeat(100))).toBe(
    `the string of 100 characters "${'\u{1F455}'.repeat(76)}...`,
  );
  expect([received('hunter2', true), received(5, true)]).toEqual(['a string', 'an integer']);
});
