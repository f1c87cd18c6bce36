import { type Answered, fitOneWindow, windowSeconds } from '../../http/rate-window.js';
import type { OthersInWindow } from './others-in-window.js';

/** How often a row of requests is sent in the hope that it fits one window. */
export const triesToFit = 3;

/** The same where others use the window too. */
const triesBesideOthers = 8;

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
 * @param others where others use the same window: a row that they were counted in is sent again as well
 * @returns what `send` gave when it fitted, or undefined when it never did
 */
export async function inOneWindow<Answer extends Answered & { readonly status: number }>(
  send: () => Promise<readonly Answer[]>,
  clock: WindowClock,
  others?: OthersInWindow,
): Promise<readonly Answer[] | undefined> {
  let missed = 0;
  for (let tries = 1; ; tries += 1) {
    const answers = await send();
    if (fitOneWindow(answers, clock.speed)) {
      if (others?.letJudge(answers) !== false) return answers;
      if (tries >= triesBesideOthers) return undefined;
      // Others may be gone at once: there is nothing to wait for.
      continue;
    }
    missed += 1;
    if (missed >= triesToFit || tries >= triesBesideOthers) return undefined;
    await clock.wait(windowSeconds + 1);
  }
}
