import { expect, test } from '#unit-test';
import { exitCodeOf } from './exit-code.js';

test('a verdict keeps its exit code', () => {
  for (const code of [0, 1, 2, 3]) expect(exitCodeOf(code, true)).toBe(code);
});

test('Playwright ending with 1 without a verdict says nothing of the target', () => {
  expect(exitCodeOf(1, false)).toBe(2);
  expect(exitCodeOf(null, false)).toBe(2);
  expect(exitCodeOf(null, true)).toBe(2);
});

test('a list of the tests needs no verdict, and an interruption keeps its code', () => {
  expect(exitCodeOf(0, false)).toBe(0);
  expect(exitCodeOf(130, false)).toBe(130);
});
