import { expect, test } from '#testing/unit-test';
import { lessAndLessOften } from './merchant.js';

test('the pause between checks doubles up to 8 s, and the last check is at the deadline', () => {
  for (const [deadline, isHeld, times] of [
    [25, false, [1, 3, 7, 15, 23, 25]],
    [0.5, false, [0.5]],
    [25, true, [3, 7, 15, 23, 25]],
    [1, true, [1]],
  ] as const)
    expect([...lessAndLessOften(deadline, { isHeld })]).toEqual(times);
});
