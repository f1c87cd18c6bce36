import { type Answered, fitOneWindow, windowSeconds } from '../../http/rate-window.js';
import type { OthersInWindow } from './others-in-window.js';

/** How often to send a row of requests in the hope that it fits into one window. */
export const triesToFit = 3;

/** The same number if others use the window too. */
const triesBesideOthers = 8;

/** Time on the target's clock. */
export interface WindowClock {
  /** Its seconds in one real second; 0 if it is frozen. */
  readonly speed: number;
  wait(seconds: number): Promise<void>;
}

/**
 * Sends a row of requests in one window (clause 8.1). If the row doesn't fit, because the target is slow or the
 * window ended in the middle, it sends the row again in the next window.
 * @param send sends the row; a second try must not keep anything from the first
 * @param others given if others use the same window: a row that includes their requests is sent again as well
 * @returns the answers of the row that fitted, or undefined if none did
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
      // The others may be gone at once, so there is no need to wait.
      continue;
    }
    missed += 1;
    if (missed >= triesToFit || tries >= triesBesideOthers) return undefined;
    await clock.wait(windowSeconds + 1);
  }
}
