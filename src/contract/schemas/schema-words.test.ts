import { Ajv2020 } from 'ajv/dist/2020.js';
import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { expectation, received } from './schema-words.js';

/** Schemas, with a value that breaks each. */
const cases: readonly (readonly [schema: object, value: unknown])[] = [
  [{ type: ['string', 'null'] }, 1],
  [{ enum: ['pending', 'processing'] }, 'done'],
  [{ const: true }, false],
  [{ pattern: '^[A-Z]{2}$' }, 'de'],
  [{ minLength: 1 }, ''],
  [{ maxItems: 10 }, Array(11)],
  ...[1, 5].map((multipleOf) => [{ multipleOf }, 0.5] as const),
  ...(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const).map(
    (keyword, index) => [{ [keyword]: 10 }, index % 2 === 0 ? 9 : 11] as const,
  ),
  [{ not: {} }, 0],
];

test('what a schema expects, in words', () => {
  const all = Object.fromEntries(cases.map((each) => [JSON.stringify(each[0]), each]));
  expectGolden('schema-words.txt', all, ([schema, value]) => {
    const ajv = new Ajv2020({ strict: false });
    ajv.validate(schema, value);
    return ajv.errors?.map(expectation).join('\n');
  });
});

test('a received text is cut to 80 characters, never in the middle of a character; of a secret only the type is shown', () => {
  expect(received('\u{1F455}'.repeat(100))).toBe(
    `the string of 100 characters "${'\u{1F455}'.repeat(76)}...`,
  );
  expect([received('hunter2', true), received(5, true)]).toEqual(['a string', 'an integer']);
});
