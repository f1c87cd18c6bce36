import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from '#testing/unit-test';
import { asShown, canonicalText, sentText } from './violation.js';

test('a value in words is truncated after 80 characters', () => {
  const [whole, cut] = [78, 79].map((length) => `${asShown('x'.repeat(length))}`);
  expect(whole).toBe(`the string "${'x'.repeat(78)}"`);
  expect(cut).toBe(`the string "${'x'.repeat(79)}... (81 characters)`);
});

test('canonical strings are equal if and only if the values are', () => {
  const json = fc.jsonValue({ maxDepth: 2, noUnicodeString: false });
  const pair = fc.oneof(
    fc.tuple(json, json),
    json.map((value) => [value, structuredClone(value)] as const),
  );
  // Parsed again to get rid of null prototypes, which JSON can't express.
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value), (_, each) => each);
  const isEqual = (a: unknown, b: unknown) => canonicalText(a) === canonicalText(b);
  const law = fc.property(pair, ([a, b]) => isEqual(a, b) === isDeepStrictEqual(plain(a), plain(b)));
  fc.assert(law, { seed: 3, numRuns: 500 });
  expect(canonicalText({ 2: 'a', b: 1, 10: 'c' })).toBe(canonicalText({ b: 1, 10: 'c', 2: 'a' }));
  expect(sentText({ a: -0, b: undefined })).toBe('{"a":0}');
  expect(canonicalText(0)).not.toBe(canonicalText(-0));
  expect(canonicalText('caf\u00e9')).not.toBe(canonicalText('cafe\u0301'));
});
