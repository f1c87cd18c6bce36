import { windowSeconds } from '../budget/window.js';
import type { Exchange } from '../exchange/exchange.js';
import { hasStatus, hasStatusOtherThan } from './status.js';
import type { Unmet } from './unmet.js';

/** Requests of an exhausted operation around the end of its window. */
export interface NextWindow {
  /**
   * Counted shortly before the window was to end by its X-RateLimit-Reset. Absent where that header is, and where the
   * target was too slow for it.
   */
  readonly lastSecond?: Exchange;
  /** The first one behind the end. */
  readonly opened: Exchange;
  /** Seconds of the new window that may be gone, at most, when that one was counted. Absent where nothing tells. */
  readonly gone?: number;
}

/**
 * The window lasts as long as it says, is one minute long, and behind it requests pass again and are counted anew
 * (clause 8.1).
 */
export function startsAnewWith({ lastSecond, opened, gone }: NextWindow, limit: number): Unmet | undefined {
  const early = lastSecond === undefined ? undefined : hasStatus(lastSecond, 429);
  const minute = gone === undefined ? undefined : lastsAMinute(opened, gone);
  return early ?? hasStatusOtherThan(opened, 429) ?? isCountedAnew(opened, limit) ?? minute;
}

function isCountedAnew(opened: Exchange, limit: number): Unmet | undefined {
  const remaining = opened.header('x-ratelimit-remaining');
  if (remaining === String(limit - 1)) return undefined;
  return {
    expected: [`${limit - 1}, one less than the limit`],
    actual: remaining === undefined ? 'no such header' : `"${remaining}"`,
    at: 'header x-ratelimit-remaining',
  };
}

function lastsAMinute(opened: Exchange, gone: number): Unmet | undefined {
  const reset = opened.header('x-ratelimit-reset');
  const least = Math.max(0, windowSeconds - Math.ceil(gone));
  if (reset === undefined || (Number(reset) >= least && Number(reset) <= windowSeconds)) return undefined;
  return {
    expected: [`${least} to ${windowSeconds} at the beginning of a window of one minute`],
    actual: `"${reset}"`,
    at: 'header x-ratelimit-reset',
  };
}
