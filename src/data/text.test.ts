import fc from 'fast-check';
import { assertLaws } from '#testing/laws';
import { expect, test } from '#testing/unit-test';
import { changeableText, text } from './text.js';

for (const maxLength of [1, 20, 120, 2500]) {
  test(`a string of at most ${maxLength} characters has something visible, and no lone surrogate or control character`, () => {
    const rule = (value: string) => {
      if (value.length > maxLength) return `${value.length} UTF-16 units`;
      if (!value.isWellFormed()) return 'a lone surrogate';
      if (/\p{Cc}/u.test(value)) return 'a control character';
      return /[\p{L}\p{N}]/u.test(value) ? undefined : 'nothing visible';
    };
    if (maxLength > 1) assertLaws(() => text(maxLength), rule);
    const problems = fc.sample(text(maxLength), { seed: 1, numRuns: 50 }).map(rule);
    expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
  });
}

const composing = (value: string) => value.normalize('NFC');
const decomposing = (value: string) => value.normalize('NFD');
const readingAsLatin1 = (value: string) => Buffer.from(value).toString('latin1');
const replacingFourBytes = (value: string) => value.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?');

/** Each way in which software changes a string by mistake. */
const mishaps: readonly (readonly [name: string, mishap: (value: string) => string])[] = [
  ['composing', composing],
  ['decomposing', decomposing],
  ['compatibility forms', (value) => value.normalize('NFKC')],
  ['trimming', (value) => value.trim()],
  ['folding spaces', (value) => value.replaceAll(/ +/g, ' ')],
  ['reading as Latin-1', readingAsLatin1],
  ['replacing four-byte characters', replacingFourBytes],
  ['dropping joiners', (value) => value.replaceAll(/[\u200b-\u200d\u2060]/g, '')],
  ['dropping direction controls', (value) => value.replaceAll(/\p{Bidi_Control}/gu, '')],
  ['dropping variation selectors', (value) => value.replaceAll('\ufe0f', '')],
  ['escaping markup', (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')],
  ['unescaping entities', (value) => value.replaceAll('&amp;', '&')],
  ['dropping tags', (value) => value.replaceAll(/<[^>]*>/g, '')],
  ['doubling quotes', (value) => value.replaceAll("'", "''")],
  ['unescaping backslashes', (value) => value.replaceAll('\\n', '\n')],
  ['reading a plus as a space', (value) => value.replaceAll('+', ' ')],
  ['decoding per cent signs', (value) => value.replaceAll('%20', ' ')],
  ['lower case', (value) => value.toLowerCase()],
  ['cutting at 40', (value) => value.slice(0, 40)],
];

test('each mishap changes at least one string in 33, so that a run of 100 strings shows it', () => {
  const drawn = fc.sample(text(120), { seed: 1, numRuns: 1000 });
  for (const [name, mishap] of mishaps)
    expect(drawn.filter((value) => mishap(value) !== value).length, name).toBeGreaterThan(30);
});

test('every changeable text shows every mishap', () => {
  const drawn = fc.sample(changeableText, { seed: 1, numRuns: 50 });
  for (const mishap of [composing, decomposing, readingAsLatin1, replacingFourBytes])
    expect(drawn.filter((value) => mishap(value) === value)).toEqual([]);
});
