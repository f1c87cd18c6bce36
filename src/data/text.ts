import fc from 'fast-check';
import { wordsOf } from './draw.js';

/** The longest piece. Pieces are short enough that no text needs to be cut, because a cut could split characters. */
const longestPiece = 20;
const mostPieces = 12;

/** Visible words: each string contains one, so that no target can treat it as empty. */
const words = [
  ...wordsOf('a Mantel Straße Łódź ПАЛЬТО παλτό 連衣裙 ジャケット 외투 เสื้อ कोट'),
  'size 38–40 ½',
];

/**
 * Strings that look alike but have different code points: they change if a target normalises them or folds their case.
 */
const normalizationForms = [
  'caf\u00e9',
  'cafe\u0301',
  '\u212bngstr\u00f6m',
  'A\u030angstro\u0308m',
  '\uac00',
  '\u1100\u1161',
  '\ufb01ne',
  '\u1e9b\u0323',
  '\u0130stanbul \u0131',
  '\uff21\uff11',
];

/** Right-to-left words, and control characters that change the direction of the following text. */
const directions = ['מעיל', 'معطف', '\u200fא1\u200e', '\u202eabc\u202c', '\u2067שמלה\u2069', '\u061cعربي'];

/** Characters of 4 bytes, and graphemes of many code points, with joiners and selectors. */
const joined = [
  '👗',
  '𝒟𝓇𝑒𝓈𝓈',
  '𠮷野家',
  '👩‍👩‍👧‍👦❤️',
  '🏳️‍🌈👍🏽🇩🇪🇫🇷',
  'क\u094d\u200dष',
  'a\u200bb\u2060c\u00add',
  'Z\u0351\u036b\u0343\u034dalgo',
];

/** Text that has a meaning in a programming or markup language. */
const markup = [
  '<b>a</b> &amp; &lt;3',
  '5 < 6 & 7 > 2',
  "O'Neill \"'; --",
  'a+b=c&d#e?f%20 100 %',
  '\\ \\n \\u00e9 %s {{a}}',
  'null NaN 1e3 00123',
];

/** Spaces, which disappear if a target trims a string or collapses its spaces. */
const spaces = [' ', '  ', '\u00a0', '\u3000', '\u2009'];

/** Built once, because building an arbitrary takes longer than drawing a thousand values. */
const graphemes = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 4 })
  .filter((value) => value.length <= longestPiece);
const word = fc.constantFrom(...words);
const piece = fc.oneof(
  word,
  ...[normalizationForms, directions, joined, markup, spaces].map((each) => fc.constantFrom(...each)),
  graphemes,
);

/**
 * A text that changes if a target decodes, normalises, escapes, trims or cuts it wrongly. It is well-formed Unicode,
 * has no control characters, and contains at least one visible word.
 * @param maxLength the maximum number of UTF-16 units, and so of code points; at least 1
 */
export function text(maxLength: number): fc.Arbitrary<string> {
  const pieces = Math.max(0, Math.min(Math.floor(maxLength / longestPiece), mostPieces) - 1);
  const visible =
    maxLength < longestPiece ? fc.constantFrom(...words.filter((each) => each.length <= maxLength)) : word;
  return fc
    .tuple(fc.array(piece, { maxLength: pieces }), visible, fc.nat())
    .map(([others, seen, position]) => others.toSpliced(position % (others.length + 1), 0, seen).join(''));
}

/**
 * A short text that changes if a target composes or decomposes accented characters, or cuts or replaces four-byte
 * characters. Each of these strings contains both, so one of them is enough.
 */
export const changeableText: fc.Arbitrary<string> = fc.constantFrom(
  'caf\u00e9 cafe\u0301 \u{1f457}',
  '\u{1d49f} \u212b A\u030a \u00c5',
  '\uac00 \u1100\u1161 \u{20bb7}',
);

/**
 * A text padded to a number of characters, counted as code points.
 * @param begin its beginning; returned unchanged if it is long enough
 * @param filler the characters that pad it, used in turn
 */
export function paddedTo(characters: number, begin: string, filler: string): string {
  const fill = [...filler];
  const missing = characters - [...begin].length;
  return begin + Array.from({ length: missing }, (_, index) => fill[index % fill.length]).join('');
}
