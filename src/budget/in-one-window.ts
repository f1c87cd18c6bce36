import { type Answered, fitOneWindow, windowSeconds } from './window.js';

/** How often a row of requests is sent in the hope that it fits one window. */
export const triesToFit = 3;

/** Time on the target's clock. */
export interface WindowClock {
  /** Seconds of it in one real second, 0 where it is frozen. */
  readonly speed: number;
  wait(seconds: number): Promise<void>;
}

/**
 * Sends a row of requests in one window (clause 8.1): where it didn't fit, because the target is slow or the window ended
 * in the middle, it is sent again in the next one.
 * @param send the row; what it learned from one try is forgotten when it is tried again
 * @returns what `send` gave when it fitted, or undefined when it never did
 */
export async function inOneWindow<Answer extends Answered>(
  send: () => Promise<readonly Answer[]>,
  clock: WindowClock,
): Promise<readonly Answer[] | undefined> {
  for (let tries = 1; ; tries += 1) {
    const answers = await send();
    if (fitOneWindow(answers, clock.speed)) return answers;
    if (tries === triesToFit) return undefined;
    await clock.wait(windowSeconds + 1);
  }
}
