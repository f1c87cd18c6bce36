import { expect, test } from '#unit-test';
import { everySecond, lessAndLessOften, looks } from './clock.js';

test('every second begins at once and ends at the deadline', () => {
  expect([...everySecond(3)]).toEqual([0, 1, 2, 3]);
  expect([...everySecond(0)]).toEqual([0]);
});

test('less and less often doubles the pause up to 8 s, and the last look is at the deadline', () => {
  expect([...lessAndLessOften(25)]).toEqual([1, 3, 7, 15, 23, 25]);
  expect([...lessAndLessOften(3)]).toEqual([1, 3]);
  expect([...lessAndLessOften(0.5)]).toEqual([0.5]);
  expect([...lessAndLessOften(0)]).toEqual([0]);
});

test('looks let the time between them pass, and none after the last that was asked for', async () => {
  const waits: number[] = [];
  const clock = { wait: async (seconds: number) => void waits.push(seconds) };
  const seen: number[] = [];
  for await (const seconds of looks(clock, [0, 1, 3, 7])) {
    seen.push(seconds);
    if (seconds === 3) break;
  }
  expect(seen).toEqual([0, 1, 3]);
  expect(waits).toEqual([1, 2]);
});
