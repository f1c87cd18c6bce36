import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from '#testing/unit-test';
import { joined, lastName, parsePath, writePath } from './path.js';
import { inAnyEntry } from './place.js';

const words = ['', '$ref', '0', '007', '[]', '{}', '[0]', '["a"]', 'a.b', '.', '"', '\\', 'de-DE', 'Größe'];

/** Names that a service may choose, among them every character with a meaning in a path. */
const name = fc.oneof(
  fc.constantFrom(...words),
  fc.string({ unit: fc.constantFrom(...'a0.[]{}"\\\n\u2028\ud800') }),
  fc.string(),
);

test('a path that is written has the same segments when it is read, and one text', () => {
  const property = fc.property(fc.array(name), (segments) => {
    const path = writePath(segments);
    const whole = segments.reduce((before, segment) => joined(before, segment), '');
    return isDeepStrictEqual(parsePath(path), segments) && whole === path;
  });
  fc.assert(property, { numRuns: 1000 });
});

const isName = (segment: string) => !/^(?:\d+|\[\]|\{\})$/.test(segment);

test('the last name of a path is its last segment that is a name', () => {
  fc.assert(
    fc.property(fc.array(name), (segments) =>
      expect(lastName(writePath(segments))).toBe(segments.filter(isName).at(-1) ?? ''),
    ),
  );
});

test('any entry of a list is meant by an index, but not by brackets in a name', () => {
  expect(inAnyEntry('items[3]["a[0]"].prices[12]')).toBe('items[]["a[0]"].prices[]');
});
