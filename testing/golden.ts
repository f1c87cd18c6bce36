import { expect } from '@playwright/test';

/** Everything that nobody sees in a file, except for the ends of lines. */
const unseen = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]| +$/gmu;

const escaped = (text: string) =>
  text.replaceAll(unseen, (found) =>
    [...found].map((each) => `\\u{${each.codePointAt(0)?.toString(16)}}`).join(''),
  );

/**
 * Expects texts that people read to be as in their golden file, which is in `golden` next to the test.
 * `npm run golden` writes the files anew.
 * @param texts by what they show
 */
export function expectGolden(file: string, texts: Readonly<Record<string, string>>): void {
  const all = Object.entries(texts).map(([what, text]) => `==> ${what}\n${escaped(text).trimEnd()}\n`);
  expect(all.join('\n')).toMatchSnapshot(file);
}
