import { setTimeout as sleep } from 'node:timers/promises';
import type { ControlInterface } from './control-interface.js';

/** Time as the target counts it. */
export interface TargetClock {
  /** Lets that many seconds of the target's time pass. */
  wait(seconds: number): Promise<void>;
}

/**
 * A clock that nobody can touch: waiting is real, shortened by the speed at which the target's time runs.
 * @param pause waits for so many real milliseconds
 */
export function runningClock(
  speed: number,
  pause: (milliseconds: number) => Promise<unknown> = sleep,
): TargetClock {
  return { wait: async (seconds) => void (await pause((seconds * 1000) / speed)) };
}

/** A merchant's frozen clock, moved on request: nothing happens between two calls, and nothing has to be waited for. */
export function controlledClock(control: ControlInterface, merchantId: string): TargetClock {
  return { wait: (seconds) => control.setClock(merchantId, { advance: seconds }) };
}
