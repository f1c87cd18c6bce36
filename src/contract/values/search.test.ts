import { expect, test } from '#testing/unit-test';
import { matchesIn } from './search.js';

const host = /(?<![\w.-])(?:[\w-]+\.)+local(?![\w-]|\.\w)/g;
const found = (text: string) => [...matchesIn(text, host)].map(([match]) => match);

test('a match is found once and whole, wherever it begins in a long text', () => {
  const all = Array.from({ length: 572 }, (_, index) => index * 7);
  const textAt = (before: number) => `${' '.repeat(before)}db-1.shop.local${' '.repeat(5000 - before)}`;
  expect(all.filter((before) => found(textAt(before)).join() !== 'db-1.shop.local')).toEqual([]);
});

test('cutting a string creates no match at the cut', () => {
  const all = Array.from({ length: 2200 }, (_, index) => 900 + index);
  const textAt = (before: number) =>
    `${' '.repeat(before)}db.localization ${'x'.repeat(12)}-a.locals ${' '.repeat(3000)}`;
  expect(all.filter((before) => found(textAt(before)).length > 0)).toEqual([]);
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
