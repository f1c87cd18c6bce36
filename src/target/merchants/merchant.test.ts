import { expect, test } from '#testing/unit-test';
import { lessAndLessOften } from './merchant.js';

test('the pause between checks doubles up to 8 s, and the last check is at the deadline', () => {
  expect([...lessAndLessOften(25)]).toEqual([1, 3, 7, 15, 23, 25]);
  expect([...lessAndLessOften(0.5)]).toEqual([0.5]);
  expect([...lessAndLessOften(25, { isHeld: true })]).toEqual([3, 7, 15, 23, 25]);
  expect([...lessAndLessOften(1, { isHeld: true })]).toEqual([1]);
});
