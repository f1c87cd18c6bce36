import { windowSeconds } from '../budget/window.js';
import type { Exchange } from '../exchange/exchange.js';
import type { Unmet, Unseen } from './unmet.js';

/** An answer, and when its request was counted. */
export interface Reading {
  readonly exchange: Exchange;
  /** Seconds of the target's clock since the first reading, between which the request was counted. */
  readonly from: number;
  readonly to: number;
}

const at = 'header x-ratelimit-reset';

/**
 * X-RateLimit-Reset is a whole number of seconds from 0 to 60 that goes down with the target's clock and starts anew
 * after the end of the window, not before (clauses 4.4 and 8.1).
 * @param readings answers that carry the header, in the order of their requests
 */
export function countsDownWithTheClock(readings: readonly Reading[]): Unmet | Unseen | undefined {
  let before: Moment | undefined;
  for (const { exchange, ...time } of readings) {
    const text = exchange.header('x-ratelimit-reset');
    if (text === undefined || !/^\d{1,2}$/.test(text) || Number(text) > windowSeconds)
      return { expected: [`a whole number from 0 to ${windowSeconds}`], actual: inWords(text), at };
    const reset = Number(text);
    if (before !== undefined) {
      const ranges = acceptable(before, time);
      if (!ranges.some(([least, most]) => reset >= least && reset <= most))
        return { expected: ranges.map(shown), actual: inWords(text), at };
    }
    before = { ...time, reset };
  }
  return readings.length < 2 ? { unseen: 'no two answers carry X-RateLimit-Reset' } : undefined;
}

type Time = Pick<Reading, 'from' | 'to'>;
type Moment = Time & { readonly reset: number };
type Range = readonly [least: number, most: number];

/** What X-RateLimit-Reset may be at a time: in the same window, in the next, or in either, where that can't be told. */
function acceptable(before: Moment, now: Time): readonly Range[] {
  const least = Math.max(0, now.from - before.to);
  const most = now.to - before.from;
  const ranges: Range[] = [];
  // A whole number may be rounded up or down, so that the window ends up to a second sooner or later than it says.
  if (least < before.reset + 1)
    ranges.push([Math.max(0, before.reset - Math.ceil(most)), Math.max(0, before.reset - Math.floor(least))]);
  if (most > before.reset - 1)
    ranges.push([Math.max(0, windowSeconds - Math.ceil(most - before.reset + 2)), windowSeconds]);
  return ranges;
}

function shown([least, most]: Range): string {
  return least === most ? `${least}` : `${least} to ${most}`;
}

function inWords(text: string | undefined): string {
  return text === undefined ? 'no such header' : `"${text}"`;
}
