import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { countsDownFrom, leavesOneLessThan, leavesOneLessThanWithItsOwnLimit } from './remaining.js';

const left = (remaining?: string, status = 200) =>
  exampleExchange({
    status,
    headers: remaining === undefined ? {} : { 'x-ratelimit-remaining': remaining },
  });
const row = (...remaining: readonly string[]) => remaining.map((each) => left(each));
const at = 'header x-ratelimit-remaining';

test('a fresh window counts down from one less than the limit to nothing', () => {
  expect(countsDownFrom([...row('2', '1', '0'), left('0', 429), left('0', 429)], 3)).toBeUndefined();
  expect(countsDownFrom(row('2', '1'), 3)).toBeUndefined();
  for (const none of [[], [left('0', 429)]])
    expect(countsDownFrom(none, 3)).toEqual({ unseen: 'no request of the window passed' });
});

test('the first number that is wrong is told', () => {
  expect(countsDownFrom(row('3', '2', '1'), 3)).toEqual({
    expected: ['2 after request number 1 of a window of 3'],
    actual: '"3"',
    at,
  });
  expect(countsDownFrom(row('2', '2', '1'), 3)?.expected).toEqual([
    '1 after request number 2 of a window of 3',
  ]);
  expect(countsDownFrom([left('2'), left()], 3)?.actual).toBe('no such header');
  expect(countsDownFrom(row('2', '1.0'), 3)?.actual).toBe('"1.0"');
});

test('what passes past the limit is another requirement', () => {
  expect(countsDownFrom(row('2', '1', '0', '0'), 3)).toBeUndefined();
});

test('the next request leaves one less', () => {
  expect(leavesOneLessThan(left('7'), left('8'))).toBeUndefined();
  expect(leavesOneLessThan(left('7', 404), left('8'))).toBeUndefined();
  for (const remaining of ['8', '6', '9', '', '7.0']) {
    expect(leavesOneLessThan(left(remaining), left('8'))).toEqual({
      expected: ['7, with a status other than 429'],
      actual: `"${remaining}", with status 200`,
      at,
    });
  }
  expect(leavesOneLessThan(left(), left('8'))?.actual).toBe('no such header, with status 200');
});

test('a 429 did not pass, whatever it says of what is left', () => {
  expect(leavesOneLessThan(left('7', 429), left('8'))?.actual).toBe('"7", with status 429');
});

test('where a new window may have begun, its first number is acceptable too', () => {
  expect(leavesOneLessThan(left('49'), left('8'), 49)).toBeUndefined();
  expect(leavesOneLessThan(left('7'), left('8'), 49)).toBeUndefined();
  expect(leavesOneLessThan(left('48'), left('8'), 49)?.expected).toEqual([
    '7, with a status other than 429',
    '49, with a status other than 429',
  ]);
});

test('where nothing was told before, nothing is acceptable', () => {
  expect(leavesOneLessThan(left('7'), left())).toMatchObject({ actual: '"7", with status 200' });
  expect(leavesOneLessThan(left('-1'), left('0'))).toMatchObject({ actual: '"-1", with status 200' });
});

test('a second key without a limit of its own is at most a warning, and rests on what limits are counted per', () => {
  const [before, shared, own] = [left('5'), left('3'), left('4')];
  expect(leavesOneLessThanWithItsOwnLimit(own, before)).toBeUndefined();
  expect(leavesOneLessThanWithItsOwnLimit(shared, before)).toEqual({
    ...leavesOneLessThan(shared, before),
    atMost: 'warned',
    gaps: ['G-20'],
  });
});
