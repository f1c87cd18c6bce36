import { expect, test } from '#unit-test';
import { OthersInWindow } from './others-in-window.js';

const answer = (status: number, remaining: number) => ({
  status,
  header: (name: string) => ({ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': String(remaining) })[name],
});
const row = (...remaining: number[]) => remaining.map((each) => answer(200, each));
const window = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0];
const rejected = answer(429, 0);

test('a row whose numbers follow each other can be judged, in whatever order they came', () => {
  for (const numbers of [[9, 8, 7], [7, 9, 8], [4, 4, 4], []])
    expect(new OthersInWindow(false).letJudge(row(...numbers))).toBe(true);
});

test('where a number is missing others were counted, unless each step of each row is too large by the same', () => {
  const others = new OthersInWindow(false);
  for (let times = 0; times < 8; times += 1) expect(others.letJudge(row(9, 8, 6))).toBe(false);
  const target = new OthersInWindow(false);
  expect([1, 2, 3].map(() => target.letJudge(row(9, 7, 5)))).toEqual([false, false, true]);
  const pairs = new OthersInWindow(false);
  expect([1, 2, 3, 4, 5, 6].map(() => pairs.letJudge(row(9, 7))).indexOf(true)).toBe(5);
});

test('a row that uses up a window can be judged where it had all of it', () => {
  expect(new OthersInWindow(true).letJudge([...row(...window), rejected])).toBe(true);
  expect(new OthersInWindow(true).letJudge(row(...window))).toBe(true);
});

test('what others took before the first request or behind the last is never the target’s doing', () => {
  const before = new OthersInWindow(true);
  const behind = new OthersInWindow(true);
  for (let times = 0; times < 5; times += 1) {
    expect(before.letJudge([...row(...window.slice(1)), rejected])).toBe(false);
    expect(behind.letJudge([...row(...window.slice(0, -1)), rejected])).toBe(false);
  }
});
