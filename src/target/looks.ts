import type { TargetClock } from './clock.js';

/** The longest pause between two looks at something of which only the end matters, in seconds of the target's clock. */
const longestPause = 8;

/** Times to look at something whose way to its end matters, in seconds from now: at once, and then every second. */
export function* everySecond(deadline: number): Generator<number> {
  for (let seconds = 0; seconds <= deadline; seconds += 1) yield seconds;
}

/**
 * Times to look at something of which only the end matters, in seconds from now: after pauses each twice as long as the
 * one before it, and once more at the deadline.
 */
export function* lessAndLessOften(deadline: number): Generator<number> {
  let seconds = 0;
  let pause = 1;
  do {
    seconds = Math.min(seconds + pause, deadline);
    pause = Math.min(2 * pause, longestPause);
    yield seconds;
  } while (seconds < deadline);
}

/** Lets time pass until it is time to look, each time, and says how many seconds have passed. */
export async function* looks(clock: TargetClock, times: Iterable<number>): AsyncGenerator<number> {
  let passed = 0;
  for (const seconds of times) {
    if (seconds > passed) await clock.wait(seconds - passed);
    passed = seconds;
    yield seconds;
  }
}
