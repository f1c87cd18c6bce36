import { expect } from '@playwright/test';
import { stringify } from 'yaml';

/** Everything that nobody sees in a file, except for the ends of lines. */
const unseen = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]| +$/gmu;

const escaped = (text: string) =>
  text.replaceAll(unseen, (found) =>
    [...found].map((each) => `\\u{${each.codePointAt(0)?.toString(16)}}`).join(''),
  );

/**
 * Expects what people read, or data as YAML, to be as in a golden file, which is in `golden` next to the test.
 * `npm run golden` writes these files anew.
 * @param given by what it shows
 * @param shown makes a string or data of each
 */
export function expectGolden<Given>(
  file: string,
  given: Readonly<Record<string, Given>>,
  shown: (given: Given) => unknown = (each) => each,
): void {
  const parts = Object.entries(given).map(([what, each]) => {
    const value = shown(each);
    const text = typeof value === 'string' ? value : stringify(value, { lineWidth: 0 });
    return `==> ${what}\n${escaped(text).trimEnd()}\n`;
  });
  expect(parts.join('\n')).toMatchSnapshot(file);
}
