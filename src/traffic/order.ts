import { type Answered, answeredAt } from '../http/rate-window.js';

/**
 * Milliseconds by which the end of an exchange may be later than a recording says. All programs round its beginning to
 * a millisecond; mitmproxy also rounds the five parts of its duration.
 */
function roundingOf({ milliseconds }: Answered): number {
  return Number.isInteger(milliseconds) ? 6 : 1;
}

/** Seconds from the Date of one response to the Date of another; NaN if either has none. */
function secondsByDate(earlier: Answered, later: Answered): number {
  const [before, after] = [earlier, later].map(({ headers }) => Date.parse(headers.date ?? ''));
  return (Number(after) - Number(before)) / 1000;
}

/**
 * Whether one exchange had certainly ended before another began: requests that overlap may be handled in any order. If
 * the clock of the recording was set back in between, the Date of the responses contradicts it.
 * @param rounding milliseconds by which the recording may be wrong
 */
export function precedes(earlier: Answered, later: Answered, rounding = roundingOf(earlier)): boolean {
  const isBefore = answeredAt(earlier) + rounding <= later.startedAt;
  return isBefore && !(secondsByDate(earlier, later) < 0);
}

/**
 * The maximum number of seconds that passed for the service between two responses: by the recording's clock or, if the
 * responses have a Date, by the service's clock, which may be simulated.
 */
export function mostElapsed(earlier: Answered, later: Answered): number {
  const recorded = (answeredAt(later) - earlier.startedAt) / 1000;
  const dated = secondsByDate(earlier, later);
  // Date has whole seconds.
  return Number.isNaN(dated) ? recorded : Math.max(recorded, dated + 1);
}

/** The maximum number of batches that are followed at the same time, and of refusals that are remembered. */
const mostKept = 500;

/** Forgets the oldest entry of a map that has too many: a recording may be of any length. */
export function forgetOldest(map: Map<string, unknown>): void {
  const [oldest = ''] = map.keys();
  if (map.size > mostKept) map.delete(oldest);
}
