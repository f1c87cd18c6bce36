import fc from 'fast-check';

/** No piece is longer, so that a text fits its bound without being cut: a cut would tear characters apart. */
const longestPiece = 20;
const mostPieces = 12;

/** Words that are seen wherever they stand; one is in every text, so that none can be taken for an empty one. */
const words = [
  'a',
  'Mantel',
  'Straße',
  'Łódź',
  'ПАЛЬТО',
  'παλτό',
  '連衣裙',
  'ジャケット',
  '외투',
  'เสื้อ',
  'कोट',
  'size 38–40 ½',
] as const;

/** Equal to the eye, different in code points: what normalises or folds case on the way gives another one back. */
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
] as const;

/** Right-to-left words, and the controls that turn the direction of what follows. */
const directions = [
  'מעיל',
  'معطف',
  '\u200fא1\u200e',
  '\u202eabc\u202c',
  '\u2067שמלה\u2069',
  '\u061cعربي',
] as const;

/** Characters of 4 bytes, and graphemes of many code points held together by joiners and selectors. */
const joined = [
  '👗',
  '𝒟𝓇𝑒𝓈𝓈',
  '𠮷野家',
  '👩‍👩‍👧‍👦❤️',
  '🏳️‍🌈👍🏽🇩🇪🇫🇷',
  'क\u094d\u200dष',
  'a\u200bb\u2060c\u00add',
  'Z\u0351\u036b\u0343\u034dalgo',
] as const;

/** Text that some other language would take for its own. */
const markup = [
  '<b>a</b> &amp; &lt;3',
  '5 < 6 & 7 > 2',
  "O'Neill \"'; --",
  'a+b=c&d#e?f%20 100 %',
  '\\ \\n \\u00e9 %s {{a}}',
  'null NaN 1e3 00123',
] as const;

/** What is lost where a text is trimmed or its spaces are folded. */
const spaces = [' ', '  ', '\u00a0', '\u3000', '\u2009'] as const;

/** Built once: building takes longer than drawing a thousand values. */
const graphemes = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 4 })
  .filter((value) => value.length <= longestPiece);
const word = fc.constantFrom(...words);
const piece = fc.oneof(
  word,
  fc.constantFrom(...normalizationForms),
  fc.constantFrom(...directions),
  fc.constantFrom(...joined),
  fc.constantFrom(...markup),
  fc.constantFrom(...spaces),
  graphemes,
);

/**
 * A text that finds out where one is decoded, normalised, escaped, trimmed or cut wrongly on its way. It is well-formed
 * unicode, has no control characters, and always something to see.
 * @param maxLength most UTF-16 units, and so code points too; at least 20
 */
export function text(maxLength: number): fc.Arbitrary<string> {
  const pieces = Math.min(Math.floor(maxLength / longestPiece), mostPieces) - 1;
  return fc
    .tuple(fc.array(piece, { maxLength: pieces }), word, fc.nat())
    .map(([others, seen, position]) => others.toSpliced(position % (others.length + 1), 0, seen).join(''));
}
