import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from '#testing/unit-test';
import {
  array,
  choice,
  integer,
  nullable,
  number,
  object,
  optional,
  record,
  string,
  union,
} from './build.js';
import { problemOf } from './check.js';

const item = object({
  name: string({ minLength: 2, maxLength: 4 }),
  weight: optional(number({ minimum: 0, maximum: 100 })),
  price: optional(number({ exclusiveMinimum: 0 })),
  count: optional(nullable(integer())),
  tags: optional(array(choice(['a', 'b']), { minItems: 1, maxItems: 2 })),
  strings: optional(record(string({ maxLength: 3 }))),
  either: optional(union([string(), integer()])),
});
const body = object({ items: array(item, { minItems: 1 }) });

test('the check accepts and refuses the same values as Ajv', () => {
  const validate = new Ajv2020({ strict: false }).compile(body);
  const value = fc.oneof(
    fc.constantFrom(null, 0, 1, 1.5, 100, 101, -1, '', 'a', 'ab', 'abcd', 'abcde', true),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
    fc.dictionary(fc.string({ maxLength: 3 }), fc.string({ maxLength: 4 }), { maxKeys: 2 }),
  );
  const keys = ['name', 'weight', 'price', 'count', 'tags', 'strings', 'either'];
  const items = fc.array(fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 4 }), { maxLength: 2 });
  fc.assert(
    fc.property(
      items,
      (list) => (problemOf(body, { items: list }, 'body') === undefined) === validate({ items: list }),
    ),
    { numRuns: 500 },
  );
});

const messages = [
  [{ items: [{ name: 'abcde' }] }, 'items[0].name must have at most 4 characters, but has 5'],
  [{ items: [{ name: '😀' }] }, 'items[0].name must have at least 2 characters, but has 1'],
  [{ items: [{ name: 'ab', tags: [] }] }, 'items[0].tags must have at least 1 entry, but has 0'],
  [{ items: [{ name: 'ab', tags: ['c'] }] }, 'items[0].tags[0] must be one of a, b'],
  [
    { items: [{ name: 'ab', strings: { x: 'abcd' } }] },
    'items[0].strings["x"] must have at most 3 characters, but has 4',
  ],
  [
    { items: [{ name: 'ab', count: 2 ** 53 }] },
    'items[0].count must be an integer from -9007199254740991 to 9007199254740991, but is 9007199254740992',
  ],
  [{ items: [{}] }, 'items[0].name is missing'],
  [Object.create({ items: [] }), 'items is missing'],
  [[], 'body must be an object, but is an array'],
] as const;

test('a message names the place and the bound', () => {
  expect(messages.map(([value]) => problemOf(body, value, 'body'))).toEqual(
    messages.map(([, message]) => message),
  );
});
