import type { Reply } from './inquiry.js';

/** Seconds by which clocks may differ: a smaller difference changes nothing that the suite sends or compares. */
const harmless = 5;

/** A Date header drops the fraction of the second, which is half a second on average. */
const halfASecond = 500;

/**
 * Whether the target's clock differs from this machine's, according to the Date header of its answers. This matters
 * because the suite sends dates (valid_at, orders_from) and compares those that it reads.
 * @returns a sentence; undefined if the clocks agree, or no answer has a date
 */
export function clockSkewIn(replies: readonly Reply[]): string | undefined {
  const dated = replies.filter(({ headers }) => !Number.isNaN(Date.parse(headers.date ?? '')));
  // The fastest answer leaves the least doubt about when the target read its clock.
  const [quickest] = dated.toSorted((a, b) => a.milliseconds - b.milliseconds);
  if (quickest === undefined) return undefined;
  const { headers, startedAt, milliseconds } = quickest;
  const skew = (Date.parse(headers.date ?? '') + halfASecond - startedAt - milliseconds / 2) / 1000;
  if (Math.abs(skew) <= harmless) return undefined;
  const direction = skew > 0 ? 'ahead of' : 'behind';
  return `the target's clock is ${Math.round(Math.abs(skew))} s ${direction} this machine's, according to its Date header: correct one of them, or dates such as valid_at and orders_from are off by the same amount`;
}
