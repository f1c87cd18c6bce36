import type { Reply } from './inquiry.js';

/** Seconds by which clocks may differ: less tells nothing apart that the suite sends or compares. */
const harmless = 5;

/** A Date header names the second that has begun. */
const halfASecond = 500;

/**
 * Whether the target's clock, by the Date header of its answers, differs from this machine's: the suite sends dates
 * (valid_at, orders_from) and compares those that it reads.
 * @returns a sentence; undefined where they agree, or no answer has a date
 */
export function clockSkewIn(replies: readonly Reply[]): string | undefined {
  const dated = replies.filter(({ headers }) => !Number.isNaN(Date.parse(headers.date ?? '')));
  // The quickest answer leaves the least doubt about when it was given.
  const [quickest] = dated.toSorted((a, b) => a.milliseconds - b.milliseconds);
  if (quickest === undefined) return undefined;
  const { headers, startedAt, milliseconds } = quickest;
  const skew = (Date.parse(headers.date ?? '') + halfASecond - startedAt - milliseconds / 2) / 1000;
  if (Math.abs(skew) <= harmless) return undefined;
  const direction = skew > 0 ? 'ahead of' : 'behind';
  return `the target's clock is ${Math.round(Math.abs(skew))} s ${direction} this machine's, by its Date header: set one of them right, else dates such as valid_at and orders_from are off by as much`;
}
