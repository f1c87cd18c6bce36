import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { assertSound } from './assertions.js';
import { text } from './text.js';

const drawn = fc.sample(text(120), { seed: 1, numRuns: 1000 });

for (const maxLength of [20, 120, 2500]) {
  test(`a text of at most ${maxLength} is something to see, and nothing that can't be kept`, () => {
    assertSound(
      () => text(maxLength),
      (value) => {
        if (value.length > maxLength) return `${value.length} UTF-16 units`;
        if (!value.isWellFormed()) return 'a lone surrogate';
        if (/\p{Cc}/u.test(value)) return 'a control character';
        return /[\p{L}\p{N}]/u.test(value) ? undefined : 'nothing to see';
      },
    );
  });
}

/** What goes wrong with text on its way, each as a change that would be seen in at least some of them. */
const mishaps: readonly (readonly [name: string, mishap: (value: string) => string])[] = [
  ['composing', (value) => value.normalize('NFC')],
  ['decomposing', (value) => value.normalize('NFD')],
  ['compatibility forms', (value) => value.normalize('NFKC')],
  ['trimming', (value) => value.trim()],
  ['folding spaces', (value) => value.replaceAll(/ +/g, ' ')],
  ['reading as Latin-1', (value) => Buffer.from(value).toString('latin1')],
  ['three bytes a character at most', (value) => value.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')],
  ['no joiners', (value) => value.replaceAll(/[\u200b-\u200d\u2060]/g, '')],
  ['no direction controls', (value) => value.replaceAll(/\p{Bidi_Control}/gu, '')],
  ['no variation selectors', (value) => value.replaceAll('\ufe0f', '')],
  ['escaping markup', (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')],
  ['taking entities for characters', (value) => value.replaceAll('&amp;', '&')],
  ['taking tags out', (value) => value.replaceAll(/<[^>]*>/g, '')],
  ['doubling quotes', (value) => value.replaceAll("'", "''")],
  ['taking escapes for characters', (value) => value.replaceAll('\\n', '\n')],
  ['taking a plus for a space', (value) => value.replaceAll('+', ' ')],
  ['decoding per cent signs', (value) => value.replaceAll('%20', ' ')],
  ['lower case', (value) => value.toLowerCase()],
  ['cutting at 40', (value) => value.slice(0, 40)],
];

for (const [name, mishap] of mishaps) {
  test(`texts find out ${name}`, () => {
    const found = drawn.filter((value) => mishap(value) !== value).length;
    // One in 33 at least, so that the 100 texts of a run hardly miss it.
    expect(found).toBeGreaterThan(30);
  });
}
