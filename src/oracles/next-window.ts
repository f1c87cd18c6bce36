import type { Exchange } from '../exchange/exchange.js';
import { hasStatus, hasStatusOtherThan } from './status.js';
import type { Unmet } from './unmet.js';

/** Requests of an exhausted operation around the end of its window. */
export interface NextWindow {
  /**
   * Sent a second before the window was to end by its X-RateLimit-Reset. Absent where that header is, and where the
   * clock can't be held still that long.
   */
  readonly lastSecond?: Exchange;
  /** The first one behind the end. */
  readonly opened: Exchange;
}

/** Seconds of a window (clause 8.1), and how many may be gone of it, at most, when its first request is counted. */
const window = 60;
const late = 2;

/**
 * The window lasts as long as it says, is one minute long, and behind it requests pass again and are counted anew
 * (clause 8.1).
 */
export function startsAnewWith({ lastSecond, opened }: NextWindow, limit: number): Unmet | undefined {
  const early = lastSecond === undefined ? undefined : hasStatus(lastSecond, 429);
  const minute = lastSecond === undefined ? undefined : lastsAMinute(opened);
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

function lastsAMinute(opened: Exchange): Unmet | undefined {
  const reset = opened.header('x-ratelimit-reset');
  if (reset === undefined || (Number(reset) >= window - late && Number(reset) <= window)) return undefined;
  return {
    expected: [`${window - late} to ${window} at the beginning of a window of one minute`],
    actual: `"${reset}"`,
    at: 'header x-ratelimit-reset',
  };
}
