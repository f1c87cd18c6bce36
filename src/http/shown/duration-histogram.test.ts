import fc from 'fast-check';
import { expect, test } from '#testing/unit-test';
import { type DurationHistogram, durationBucket, quantile } from './duration-histogram.js';

test('the median and the 95th percentile are accurate to within 5 %', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.11, max: 60_000, noNaN: true }), { minLength: 1, maxLength: 200 }),
      fc.constantFrom(0.5, 0.95),
      (durations, share) => {
        const exact = durations.toSorted((a, b) => a - b)[Math.ceil(share * durations.length) - 1] ?? 0;
        expect(quantile(histogramOf(durations), share)).toBeGreaterThanOrEqual(exact / 1.05);
        expect(quantile(histogramOf(durations), share)).toBeLessThanOrEqual(exact * 1.05);
      },
    ),
  );
});

function histogramOf(durations: readonly number[]): DurationHistogram {
  const counts: Record<number, number> = {};
  for (const each of durations) counts[durationBucket(each)] = (counts[durationBucket(each)] ?? 0) + 1;
  return counts;
}
