import { expect, test } from '#unit-test';
import { answered, type Given } from './example-exchange.js';
import { fitOneWindow, secondsToReset } from './rate-window.js';

const isOne = (answers: readonly Given[], speed = 1) => fitOneWindow(answers.map(answered), speed);

test('X-RateLimit-Reset is a whole number of seconds of one window, or says nothing', () => {
  expect(['0', '17', '60'].map((reset) => secondsToReset(answered({ reset })))).toEqual([0, 17, 60]);
  for (const reset of ['61', '-1', '1.5', '', 'soon', undefined]) {
    expect(secondsToReset(answered(reset === undefined ? {} : { reset }))).toBeUndefined();
  }
});

test('a row within 50 seconds fits, whatever the window had left', () => {
  expect(
    isOne([
      { at: 0, reset: '60' },
      { at: 50, reset: '10' },
    ]),
  ).toBe(true);
  expect(
    isOne([
      { at: 0, reset: '9' },
      { at: 4, reset: '5' },
    ]),
  ).toBe(true);
  expect(isOne([{ at: 0, reset: '60' }])).toBe(true);
});

test('a row that took longer does not fit: a second window could hide in it', () => {
  expect(
    isOne([
      { at: 0, reset: '60' },
      { at: 50.1, reset: '10' },
    ]),
  ).toBe(false);
  expect(
    isOne([
      { at: 0, reset: '60' },
      { at: 45, took: 6, reset: '10' },
    ]),
  ).toBe(false);
});

test('it is the time of the target that counts', () => {
  const row = [
    { at: 0, reset: '60' },
    { at: 3, reset: '0' },
  ];
  expect(isOne(row, 20)).toBe(false);
  expect(isOne(row, 1)).toBe(false);
  expect(
    isOne(
      [
        { at: 0, reset: '60' },
        { at: 3, reset: '15' },
      ],
      15,
    ),
  ).toBe(true);
  expect(
    isOne(
      [
        { at: 0, reset: '60' },
        { at: 900, reset: '60' },
      ],
      0,
    ),
  ).toBe(true);
});

test('a row in which the window started anew does not fit', () => {
  expect(
    isOne([
      { at: 0, reset: '2' },
      { at: 1, reset: '1' },
      { at: 2, reset: '60' },
    ]),
  ).toBe(false);
  expect(
    isOne([
      { at: 0, reset: '1' },
      { at: 1, took: 30, reset: '59' },
    ]),
  ).toBe(false);
});

test('requests that overtook each other fit all the same', () => {
  expect(
    isOne([
      { at: 0, took: 3, reset: '57' },
      { at: 0.1, took: 1, reset: '59' },
    ]),
  ).toBe(true);
});

test('without X-RateLimit-Reset, a window starts anew when more is left than before', () => {
  const row = (...remaining: readonly string[]) => remaining.map((left, at) => ({ at, remaining: left }));
  expect(isOne(row('9', '8', '7', '0', '0'))).toBe(true);
  expect(isOne(row('9', '8', '9'))).toBe(false);
  expect(isOne(row('9'))).toBe(true);
  expect(
    isOne([
      { at: 0, reset: '60', remaining: '1' },
      { at: 1, remaining: '2' },
    ]),
  ).toBe(false);
});

test('without X-RateLimit-Reset, requests on the way at once may be counted in any order', () => {
  const row = [
    { at: 0, took: 5, remaining: '7' },
    { at: 0, took: 3, remaining: '9' },
    { at: 0, took: 4, remaining: '8' },
  ];
  expect(isOne(row)).toBe(true);
  expect(isOne([...row, { at: 6, remaining: '6' }])).toBe(true);
  expect(isOne([...row, { at: 6, remaining: '7' }])).toBe(true);
  expect(isOne([...row, { at: 6, remaining: '8' }])).toBe(false);
});
