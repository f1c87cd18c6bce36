import { expect, test } from '#unit-test';
import { createClock, END_OF_TIME } from './clock.js';

function clockWithRealTime(speed = 1) {
  const real = { ms: 0 };
  return { real, clock: createClock(1_000_000, speed, () => real.ms) };
}

test('a clock runs at its speed', () => {
  const { clock, real } = clockWithRealTime(10);
  real.ms = 500;
  expect(clock.now()).toBe(1_005_000);
  clock.change({ speed: 2 });
  real.ms = 1_000;
  expect(clock.now()).toBe(1_006_000);
});

test('a frozen clock stands still, can be advanced, and goes on from there', () => {
  const { clock, real } = clockWithRealTime();
  clock.change({ frozen: true });
  real.ms = 5_000;
  expect(clock.now()).toBe(1_000_000);
  clock.change({ advance: 3 });
  expect(clock.read()).toEqual({ now: '1970-01-01T00:16:43.000Z', frozen: true, speed: 1 });
  clock.change({ frozen: false });
  real.ms = 6_000;
  expect(clock.now()).toBe(1_004_000);
});

test('a clock shows whole milliseconds and loses none of the time between them', () => {
  const { clock, real } = clockWithRealTime();
  for (let step = 1; step <= 10; step++) {
    real.ms = step * 0.25;
    clock.change({ advance: 0.000_25 });
    expect(Number.isInteger(clock.now())).toBe(true);
  }
  expect(clock.now()).toBe(1_000_005);
});

test('a clock tells how long a moment is away in real time', () => {
  const { clock } = clockWithRealTime(4);
  expect(clock.realMillisecondsUntil(1_002_000)).toBe(500);
  expect(clock.realMillisecondsUntil(999_000)).toBe(0);
  clock.change({ frozen: true });
  expect(clock.realMillisecondsUntil(1_002_000)).toBeUndefined();
});

test('a clock that is advanced too far stays at the end of time', () => {
  const { clock } = clockWithRealTime();
  clock.change({ advance: 1e15 });
  clock.change({ advance: 1e15 });
  expect(clock.now()).toBe(END_OF_TIME);
});
