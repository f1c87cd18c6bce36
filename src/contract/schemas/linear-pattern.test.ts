import { expect, test } from '#testing/unit-test';
import { limits } from '../values/limits.js';
import { isLinearPattern, linearPattern } from './linear-pattern.js';
import { SchemaCompiler } from './schema-compiler.js';

const matches: readonly (readonly [pattern: string, text: string, isMatch: boolean])[] = [
  ['^[A-Z]{2}$', 'DE', true],
  ['^[A-Z]{2}$', 'DE\n', false],
  ['[A-Z]{2}', 'in DE', true],
  ['^\\p{Lu}\\/\\u0041$', 'Ä/A', true],
  ['^https?://', 'https://a.example', true],
  ['^(?<sku>\\w+)-\\d$', 'ab-1', true],
];

test('a pattern matches the strings that JSON Schema says', () => {
  for (const [pattern, text, isMatch] of matches)
    expect(linearPattern(pattern).test(text), `${pattern} ${text}`).toBe(isMatch);
});

test('each pattern of a schema is compiled on its own', () => {
  const properties = {
    a: { type: 'string', pattern: '^[A-Z]{2}$' },
    b: { type: 'string', pattern: '^[0-9]$' },
  };
  const validate = new SchemaCompiler({
    components: { schemas: { A: { type: 'object', properties } } },
  }).validator('/components/schemas/A');
  expect(
    [
      { a: 'DE', b: '1' },
      { a: 'DE', b: 'DE' },
      { a: '1', b: '1' },
    ].map((each) => validate(each)),
  ).toEqual([true, false, false]);
});

test('a pattern that would take exponential time with backtracking does not match a long text', () => {
  expect(linearPattern('^(a+)+$').test(`${'a'.repeat(100_000)}!`)).toBe(false);
});

test('a pattern that needs backtracking, repeats itself too often or is too long is refused', () => {
  for (const pattern of ['^(?=a)b', '(a)\\1', '(?<!a)b', '((a{0,100}){0,100}){0,100}', '('])
    expect(isLinearPattern(pattern), pattern).toBe(false);
  expect(isLinearPattern('a'.repeat(limits.patternCharacters))).toBe(true);
  expect(isLinearPattern('a'.repeat(limits.patternCharacters + 1))).toBe(false);
});
