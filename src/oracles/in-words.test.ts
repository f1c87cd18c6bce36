import { expect, test } from '#unit-test';
import { inWords } from './in-words.js';

/** Values and the words for them; 80 characters are shown, the 81st is not. */
const words: readonly (readonly [value: unknown, text: string])[] = [
  [undefined, 'nothing'],
  [null, 'null'],
  [3, 'the number 3'],
  [true, 'the boolean true'],
  ['a "b"', 'the string "a \\"b\\""'],
  [[1, 'b'], 'the array [1,"b"]'],
  [{ a: null }, 'the object {"a":null}'],
  [Symbol.for('x'), 'the symbol Symbol(x)'],
  ['x'.repeat(78), `the string "${'x'.repeat(78)}"`],
  ['x'.repeat(79), `the string "${'x'.repeat(79)}... (81 characters)`],
];

for (const [value, text] of words) test(text, () => expect(inWords(value)).toBe(text));
