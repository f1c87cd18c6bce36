import { expect, test } from '#testing/unit-test';
import { matchesIn } from './search.js';

const host = /(?<![\w.-])(?:[\w-]+\.)+local(?![\w-]|\.\w)/g;
const found = (text: string) => [...matchesIn(text, host)].map(([match]) => match);

test('a match is found once and whole, wherever it begins in a long text', () => {
  for (let before = 0; before < 4000; before += 7) {
    const text = `${' '.repeat(before)}db-1.shop.local${' '.repeat(5000 - before)}`;
    expect(found(text), String(before)).toEqual(['db-1.shop.local']);
  }
});

test('cutting a string creates no match at the cut', () => {
  for (let before = 900; before < 3100; before += 1) {
    const text = `${' '.repeat(before)}db.localization ${'x'.repeat(12)}-a.locals ${' '.repeat(3000)}`;
    expect(found(text), String(before)).toEqual([]);
  }
});

test('an expression never sees more than a piece of a string', () => {
  const lengths: number[] = [];
  class Watched extends RegExp {
    override exec(text: string) {
      lengths.push(text.length);
      return super.exec(text);
    }
  }
  expect([...matchesIn('db.local '.repeat(10_000), new Watched(host, 'g'))]).toHaveLength(10_000);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(2020);
});
