import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { canonicalText, sentText } from './canonical-text.js';

test('equal values have equal texts, whatever the order of their members', () => {
  expect(canonicalText({ b: [1, { d: null, c: 'é' }], a: '' })).toBe('{"a":"","b":[1,{"c":"é","d":null}]}');
  expect(canonicalText({ 2: 'a', b: 1, 10: 'c' })).toBe(canonicalText({ b: 1, 10: 'c', 2: 'a' }));
});

test('texts are equal when the values are, and only then', () => {
  const json = fc.jsonValue({ maxDepth: 2, noUnicodeString: false });
  const pair = fc.oneof(
    fc.tuple(json, json),
    json.map((value) => [value, structuredClone(value)] as const),
  );
  fc.assert(
    fc.property(
      pair,
      ([a, b]) => (canonicalText(a) === canonicalText(b)) === isDeepStrictEqual(plain(a), plain(b)),
    ),
    { seed: 3, numRuns: 500 },
  );
});

for (const [a, b] of [
  [0, -0],
  ['1', 1],
  [null, undefined],
  [[], {}],
  [['a,b'], ['a', 'b']],
  ['caf\u00e9', 'cafe\u0301'],
  [{ a: 1 }, { a: 1, b: null }],
  [{ 'a":1,"b': 1 }, { a: 1, b: 1 }],
]) {
  test(`${fc.stringify(a)} and ${fc.stringify(b)} are told apart`, () => {
    expect(canonicalText(a)).not.toBe(canonicalText(b));
  });
}

test('a value is taken as it is sent', () => {
  expect(sentText({ a: -0, b: undefined })).toBe('{"a":0}');
});

/** Without a null prototype, which JSON doesn't know. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, each) => each);
}
