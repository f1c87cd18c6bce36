import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from '#testing/unit-test';
import { baseContract } from '../documents/base-document.js';
import { targetContract } from '../mapping/target-contract.js';
import { readOperations } from '../operations.js';
import { expectation, received, schemaJudge } from './schema-violation.js';

const { theirs } = targetContract(
  baseContract,
  {
    contract: '1.3.0',
    operations: {
      listCountries: {
        response: { merged: { '': 'kind' }, rename: { locales: 'languages', 'countries[].code': 'country' } },
      },
    },
  },
  (place, problem) => {
    throw new Error(`${place.join('/')}: ${problem}`);
  },
);
const pointer = readOperations(theirs)
  .find(({ operationId }) => operationId === 'listCountries')
  ?.responseFor(200)?.schemaPointer;
const judge = schemaJudge(theirs);

for (const [entry, found] of [
  [{ kind: 'countries', country: 'DE', name: 'Germany' }, []],
  [{ kind: 'countries', country: 'DE' }, ['[0].name: the field to be present']],
  [{ kind: 'countries', country: 7, name: 'Germany' }, ['[0].country: a string']],
  [{ kind: 'languages', country: 'DE', name: 'German' }, ['[0].code: the field to be present']],
] as const) {
  test(`${JSON.stringify(entry)} is judged only by the branch of its kind`, () => {
    const told = judge(pointer ?? '', [entry]).map(({ path, expected }) => `${path}: ${expected}`);
    expect(told).toEqual(found);
  });
}

for (const entry of [{ kind: 'regions', code: 'EU' }, { code: 'DE' }, 'DE']) {
  test(`${JSON.stringify(entry)} matches no branch, and is described as a whole`, () => {
    const told = judge(pointer ?? '', [entry]);
    expect(told.map(({ path, keyword }) => `${path}: ${keyword}`)).toEqual(['[0]: anyOf']);
  });
}

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
