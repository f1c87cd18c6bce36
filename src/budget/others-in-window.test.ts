import { expect, test } from '@playwright/test';
import { answered } from './example-answered.js';
import { OthersInWindow } from './others-in-window.js';

const row = (...remaining: number[]) => remaining.map((each) => answered({ remaining: String(each) }));

test('a row whose numbers follow each other can be judged, in whatever order they came', () => {
  expect(new OthersInWindow().letJudge(row(9, 8, 7))).toBe(true);
  expect(new OthersInWindow().letJudge(row(7, 9, 8))).toBe(true);
  expect(new OthersInWindow().letJudge(row(9, 9, 9))).toBe(true);
  expect(new OthersInWindow().letJudge([])).toBe(true);
});

test('where a number is missing others were counted, unless each try misses the same', () => {
  const others = new OthersInWindow();
  expect(others.letJudge(row(9, 6))).toBe(false);
  expect(others.letJudge(row(9, 4))).toBe(false);
  const target = new OthersInWindow();
  expect(target.letJudge(row(9, 7, 5))).toBe(false);
  expect(target.letJudge(row(9, 7, 5))).toBe(true);
});
