import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from '#unit-test';
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
import { countCharacters, isDateTime, isDay, isWebUrl, problemOf } from './check.js';

const item = object({
  name: string({ minLength: 2, maxLength: 4 }),
  weight: optional(number({ minimum: 0, maximum: 100 })),
  price: optional(number({ exclusiveMinimum: 0 })),
  count: optional(nullable(integer())),
  tags: optional(array(choice(['a', 'b']), { minItems: 1, maxItems: 2 })),
  texts: optional(record(string({ maxLength: 3 }))),
  either: optional(union([string(), integer()])),
});
const body = object({ items: array(item, { minItems: 1 }) });

function problem(change: object): string | undefined {
  return problemOf(body, { items: [{ name: 'abc', ...change }] }, 'body');
}

const refused: readonly (readonly [object, string])[] = [
  [{ name: 'a' }, 'items[0].name must have at least 2 characters, but has 1'],
  [{ name: 'abcde' }, 'items[0].name must have at most 4 characters, but has 5'],
  [{ name: null }, 'items[0].name must be a string, but is null'],
  [{ weight: -0.1 }, 'items[0].weight must be at least 0, but is -0.1'],
  [{ weight: 100.5 }, 'items[0].weight must be at most 100, but is 100.5'],
  [{ weight: '1' }, 'items[0].weight must be a number, but is a string'],
  [{ price: 0 }, 'items[0].price must be greater than 0, but is 0'],
  [{ count: 1.5 }, 'items[0].count must be an integer, but is a number'],
  [
    { count: 2 ** 53 },
    'items[0].count must be an integer from -9007199254740991 to 9007199254740991, but is 9007199254740992',
  ],
  [{ tags: [] }, 'items[0].tags must have at least 1 entry, but has 0'],
  [{ tags: ['a', 'b', 'a'] }, 'items[0].tags must have at most 2 entries, but has 3'],
  [{ tags: ['c'] }, 'items[0].tags[0] must be one of a, b'],
  [{ tags: {} }, 'items[0].tags must be an array, but is an object'],
  [{ texts: { x: 'abcd' } }, 'items[0].texts["x"] must have at most 3 characters, but has 4'],
  [{ texts: [] }, 'items[0].texts must be an object, but is an array'],
  [{ either: true }, 'items[0].either must be a string, but is a boolean'],
];

test('each deviation is told with its place and its bound', () => {
  for (const [change, message] of refused) expect(problem(change)).toBe(message);
});

test('a missing key is named by its place', () => {
  expect(problemOf(body, { items: [{}] }, 'body')).toBe('items[0].name is missing');
  expect(problemOf(body, {}, 'body')).toBe('items is missing');
  expect(problemOf(body, [], 'body')).toBe('body must be an object, but is an array');
  expect(problemOf(array(integer()), [1, null], 'body')).toBe('body[1] must be an integer, but is null');
  expect(problemOf(body, { items: 1 }, 'event')).toBe('event.items must be an array, but is a number');
});

test('values at their bounds and unknown keys pass', () => {
  const accepted = { name: 'abcd', weight: 100, price: 0.01, count: null, tags: ['a'], texts: { x: 'abc' } };
  expect(problem({ ...accepted, either: 3, unknown: { weight: -1 } })).toBeUndefined();
  expect(problem({ count: Number.MAX_SAFE_INTEGER })).toBeUndefined();
});

test('keys of the prototype are neither there nor in the way', () => {
  const poisoned: unknown = JSON.parse('{"items":[{"name":"abc","__proto__":{"weight":-1}}]}');
  expect(problemOf(body, poisoned, 'body')).toBeUndefined();
  const inherited = Object.create({ items: [{ name: 'abc' }] });
  expect(problemOf(body, inherited, 'body')).toBe('items is missing');
});

test('characters are code points, not bytes or UTF-16 units', () => {
  expect(countCharacters('a😀é\ud800')).toBe(4);
  expect(problem({ name: '😀😀😀😀' })).toBeUndefined();
  expect(problem({ name: '😀😀😀😀😀' })).toContain('but has 5');
  expect(problem({ name: '😀' })).toContain('but has 1');
});

test('accepts and refuses what Ajv does', () => {
  const validate = new Ajv2020({ strict: false }).compile(body);
  const value = fc.oneof(
    fc.constantFrom(null, 0, 1, 1.5, 100, 101, -1, '', 'a', 'ab', 'abcd', 'abcde', true),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
    fc.dictionary(fc.string({ maxLength: 3 }), fc.string({ maxLength: 4 }), { maxKeys: 2 }),
  );
  const keys = ['name', 'weight', 'price', 'count', 'tags', 'texts', 'either'];
  const items = fc.array(fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 4 }), { maxLength: 2 });
  fc.assert(
    fc.property(items, (list) => {
      expect(problemOf(body, { items: list }, 'body') === undefined).toBe(validate({ items: list }));
    }),
    { numRuns: 500 },
  );
});

test('date-times have seconds and a zone', () => {
  const moments = ['2025-01-31T12:00:00Z', '2024-02-29T23:59:59.123456+05:30', '2025-12-31T00:00:00-11:00'];
  expect(moments.filter(isDateTime)).toEqual(moments);
  const others = [
    '2025-01-31',
    '2025-01-31T12:00:00',
    '2025-01-31 12:00:00Z',
    '2025-02-29T12:00:00Z',
    '2025-13-01T12:00:00Z',
    '2025-01-31T24:00:00Z',
    '2025-01-31T12:60:00Z',
    'now',
    '',
  ];
  expect(others.filter(isDateTime)).toEqual([]);
});

test('days are days of the calendar', () => {
  expect(['2024-02-29', '2025-12-31'].every(isDay)).toBe(true);
  expect(['2025-02-29', '2025-00-10', '2025-1-1', '20250101'].some(isDay)).toBe(false);
});

test('URLs of the web are absolute and have a host', () => {
  expect(['https://a.example/b?c#d', 'http://127.0.0.1:8080', 'HTTPS://A.example/ü'].every(isWebUrl)).toBe(
    true,
  );
  const others = [
    '',
    '/a.jpg',
    'a.example',
    'ftp://a.example',
    'https://',
    'https:///a',
    'https://a b',
    'javascript:1',
  ];
  expect(others.filter(isWebUrl)).toEqual([]);
});
