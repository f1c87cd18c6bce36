import { setTimeout as sleep } from 'node:timers/promises';
import type { ControlInterface } from './control-interface.js';

/** Time as the target counts it. */
export interface TargetClock {
  /** Waits for so many seconds of the target's time. */
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
