import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { drawableText, wrapText } from './pdf-text.js';

const ASCII = new Set(Array.from({ length: 95 }, (_, index) => index + 32));
/** Every character is one wide. */
const GRID = { drawable: new Set([...ASCII, 0x2026]), widthOf: (text: string) => text.length };

test('letters keep their base when the font lacks the mark', () => {
  expect(drawableText('Łódź Őrség façade Đorđe ﬁne', ASCII)).toBe('Lodz Orseg facade Dorde fine');
  expect(drawableText('é', new Set([0xe9]))).toBe('é');
  expect(drawableText('e\u0301', new Set([0xe9]))).toBe('é');
});

test('what has no base letter becomes a question mark, what cannot be seen goes', () => {
  expect(drawableText('日本 👗', ASCII)).toBe('?? ?');
  expect(drawableText(' a\r\n\tb\u0000\u200bc\ud800 ', ASCII)).toBe('a bc?');
  expect(drawableText('ﷺ', ASCII)).toBe('?');
});

test('whatever the text, only drawable characters are left', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) =>
      Array.from(drawableText(text, ASCII)).every((character) => ASCII.has(character.codePointAt(0) ?? -1)),
    ),
  );
});

test('lines break between words, and within a word that is too long', () => {
  expect(wrapText('the long summer dress', 10, GRID)).toEqual(['the long', 'summer', 'dress']);
  expect(wrapText('abcdefghij', 4, GRID)).toEqual(['abcd', 'efgh', 'ij']);
  expect(wrapText('ab cd', 2, GRID)).toEqual(['ab', 'cd']);
  expect(wrapText('', 10, GRID)).toEqual([]);
});

test('what does not fit into the lines is cut off and marked', () => {
  expect(wrapText('one two three four', 5, GRID, 2)).toEqual(['one', 'two…']);
  expect(wrapText('one two', 3, GRID, 2)).toEqual(['one', 'two']);
});

test('no line is wider than the column, and nothing is lost while there are lines', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.integer({ min: 3, max: 40 }), (text, width) => {
      const lines = wrapText(text, width, GRID, 1_000);
      const isNarrow = lines.every((line) => line.length <= width);
      return isNarrow && lines.join('').replaceAll(' ', '') === text.replaceAll(' ', '');
    }),
  );
});

test('a long text and a column without room come to an end', () => {
  expect(wrapText('x'.repeat(100_000), 10, GRID)).toHaveLength(4);
  expect(wrapText('xyz', 0, GRID)).toEqual(['x', 'y', 'z']);
});
