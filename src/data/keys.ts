import fc from 'fast-check';
import { paddedTo } from './text.js';

/**
 * Neither biased nor shrunk: two keys must stay different, otherwise a shrunk counterexample would have only one
 * product.
 */
const unique = fc.noBias(fc.noShrink(fc.uuid())).map((uuid) => uuid.slice(0, 18));

/** A style key or sku that no other product has. @param prefix its beginning; 18 characters follow */
export function ownKey(prefix: string): fc.Arbitrary<string> {
  return unique.map((end) => prefix + end);
}

/** One of 20,000 Chinese characters, all equally likely. */
const chineseCharacter = fc
  .noBias(fc.noShrink(fc.integer({ min: 0x4e00, max: 0x9fa5 })))
  .map((point) => String.fromCodePoint(point));

/**
 * A key that may be too short for the prefix of a run. Its rare characters make it unlikely that another product has
 * it.
 */
export function chineseKey(length: number): fc.Arbitrary<string> {
  return fc
    .array(chineseCharacter, { minLength: length, maxLength: length, size: 'max' })
    .map((characters) => characters.join(''));
}

/**
 * A style key of 121 characters or more (clause 8.2), made of characters of 1 to 4 bytes. It has at least 121 code
 * points, and 4-byte characters count as two UTF-16 units each, so the key is too long however the target counts
 * characters.
 * @param prefix its beginning; up to 60 characters
 */
export function tooLongStyleKey(prefix: string): fc.Arbitrary<string> {
  const length = fc.oneof(
    { weight: 3, arbitrary: fc.constant(121) },
    { weight: 1, arbitrary: fc.integer({ min: 122, max: 300 }) },
  );
  return fc
    .tuple(ownKey(prefix), length, fc.constantFrom('x', 'ß', '漢', '👗'))
    .map(([begin, characters, filler]) => paddedTo(characters, begin, filler));
}

/** A key followed by characters with a meaning in a query, and by a multi-byte character. */
export function oddKey(key: string): string {
  return `${key} a+b%26c&\u00e9`;
}

/** A sku that was never submitted. @param prefix its beginning; up to 60 characters */
export function unknownSku(prefix: string): fc.Arbitrary<string> {
  return unknownKey(prefix);
}

/** A style key that was never submitted. @param prefix its beginning; up to 60 characters */
export function unknownStyleKey(prefix: string): fc.Arbitrary<string> {
  return unknownKey(prefix);
}

/**
 * A key that differs from a known one only in the case of its letters, which makes it another key (gap G-02).
 * @returns undefined if no letter of the known key has another case
 */
export function inOtherCase(known: string): string | undefined {
  const [upper, lower] = [known.toUpperCase(), known.toLowerCase()];
  return [upper, lower].find((key) => key !== known);
}

/** Longer than the keys of product items with this prefix, so it can't equal any of them. */
function unknownKey(prefix: string): fc.Arbitrary<string> {
  return ownKey(`${prefix}never-`);
}
