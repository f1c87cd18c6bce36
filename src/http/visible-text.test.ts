import { expect, test } from '#unit-test';
import { shortText, visibleText } from './visible-text.js';

test('visible text, line breaks and tabs stay as they are', () => {
  const text = 'Straße café שמלה ジャケット 👗\n\t{"a": "<b>"}';
  expect(visibleText(text)).toBe(text);
});

test('control characters are shown by their symbols', () => {
  expect(visibleText('a\0b\x1b[31mc\rd\x7f\x85')).toBe(String.raw`a␀b␛[31mc␍d\u{7f}\u{85}`);
});

test('characters that reverse, hide or join their neighbours are shown as code points', () => {
  expect(visibleText('a\u202eb\u2066c\u200bd\ufeffe\u00adf\u2028g\u{e0041}')).toBe(
    String.raw`a\u{202e}b\u{2066}c\u{200b}d\u{feff}e\u{ad}f\u{2028}g\u{e0041}`,
  );
});

test('invisible letters are shown by their numbers', () => {
  expect(visibleText('a\u3164b\u115fc\u2800d\ufe0fe')).toBe(
    String.raw`a\u{3164}b\u{115f}c\u{2800}d\u{fe0f}e`,
  );
});

test('half a surrogate pair is shown as a replacement', () => {
  expect(visibleText('a\ud800b')).toBe('a\ufffdb');
});

test('a long text is cut, and says how long it is', () => {
  expect(shortText('x'.repeat(1_000_000))).toBe(`${'x'.repeat(3000)}… (1000000 characters)`);
  expect(shortText('x'.repeat(3000))).toBe('x'.repeat(3000));
});
