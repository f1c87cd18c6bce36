import { expect, test } from '#unit-test';
import { asBlock, asCode, asWords } from './markdown-text.js';

test('a plain sentence stays one', () => {
  const sentence = "TARGET_WRITES is deny, and this needs a write (it's {so}); 50 % of 1.5 s!";
  expect(asWords(sentence)).toBe(sentence);
});

for (const hostile of [
  '@octocat',
  'see #12',
  'costs $5$',
  '<img src=x>',
  'a > b',
  '&amp;',
  'a | b',
  'a\\b',
  '[a](b)',
  '![a]',
  'the `x`',
  '~~a~~',
  '**a**',
  'see https://evil.example',
  'WWW.evil.example',
  'a\nb',
  'a\n\n# b',
  'a\u2028b',
  'a\u202eb',
  'a\u200bb',
  'a\0b',
])
  test(`${JSON.stringify(hostile)} is shown as code`, () => {
    expect(asWords(hostile)).toBe(asCode(hostile));
    expect(asCode(hostile)).toMatch(/^(`+)[^\n\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*\1$/u);
  });

test('backticks are surrounded by more of them', () => {
  expect(asCode('a')).toBe('`a`');
  expect(asCode('`a``b`')).toBe('``` `a``b` ```');
  expect(asCode('`')).toBe('`` ` ``');
  expect(asCode(' a')).toBe('`  a `');
});

test('what can not be seen is shown as its number', () => {
  expect(asCode('a\0\t\u202e\u{e0041}b\r\nc')).toBe('`a\\u{0}\\u{9}\\u{202e}\\u{e0041}b⏎c`');
  expect(asCode('\ud800')).toBe('`\ufffd`');
});

test('a long text is cut, however it is spelled', () => {
  const much = 1024 * 1024;
  expect(asCode('a'.repeat(much))).toBe(`\`${'a'.repeat(300)}\` (the beginning of ${much} characters)`);
  for (const part of ['`', '\0', '\n', '|', '@a ', '店'])
    expect(asWords(part.repeat(much)).length).toBeLessThan(1300);
  expect(asWords('a '.repeat(much)).length).toBeLessThan(500);
});

test('an empty text is called nothing', () => {
  expect(asCode('')).toBe('nothing');
});

test('a block ends where it should', () => {
  expect(asBlock("npm run x -- --grep 'a'", 'sh')).toBe("```sh\nnpm run x -- --grep 'a'\n```");
  expect(asBlock('a\n```\n# b\r\n````', 'sh')).toBe('`````sh\na\n```\n# b\n````\n`````');
  expect(asBlock('a\u2028```', '')).toBe('````\na\\u{2028}```\n````');
});
