import { setTimeout as sleep } from 'node:timers/promises';
import type { ControlInterface } from './control-interface.js';

/** Time as the target counts it. */
export interface TargetClock {
  /** Waits for a number of seconds of the target's time. */
  wait(seconds: number): Promise<void>;
}

/**
 * A clock that nobody can set: waiting takes real time, divided by the speed of the target's clock.
 * @param pause waits for the given number of real milliseconds
 */
export function runningClock(
  speed: number,
  pause: (milliseconds: number) => Promise<unknown> = sleep,
): TargetClock {
  return { wait: async (seconds) => void (await pause((seconds * 1000) / speed)) };
}

/**
 * A merchant's frozen clock that moves on request: nothing happens between two calls, and waiting takes no real time.
 */
export function controlledClock(control: ControlInterface, merchantId: string): TargetClock {
  return { wait: (seconds) => control.setClock(merchantId, { advance: seconds }) };
}

/** The longest pause between two looks when only the outcome matters, in seconds of the target's clock. */
const longestPause = 8;

/** Times at which to look when the steps to the outcome matter, in seconds from now: at once, and then every second. */
export function* everySecond(deadline: number): Generator<number> {
  for (let seconds = 0; seconds <= deadline; seconds += 1) yield seconds;
}

/**
 * Times at which to look when only the outcome matters, in seconds from now: each pause is twice as long as the one
 * before, up to a maximum, and the last look is at the deadline.
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

/** Waits until each of the given times, and yields how many seconds have passed. */
export async function* looks(clock: TargetClock, times: Iterable<number>): AsyncGenerator<number> {
  let passed = 0;
  for (const seconds of times) {
    if (seconds > passed) await clock.wait(seconds - passed);
    passed = seconds;
    yield seconds;
  }
}
