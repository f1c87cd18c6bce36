import fc from 'fast-check';

/** Of 20,000 Chinese characters, each as likely as any. */
const character = fc
  .noBias(fc.noShrink(fc.integer({ min: 0x4e00, max: 0x9fa5 })))
  .map((point) => String.fromCodePoint(point));

/** A key that has to be too short for the prefix of a run, of characters that hardly anybody makes a key of. */
export function chineseKey(length: 1 | 2): fc.Arbitrary<string> {
  return fc
    .array(character, { minLength: length, maxLength: length })
    .map((characters) => characters.join(''));
}
