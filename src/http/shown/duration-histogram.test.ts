import { expect, test } from '#testing/unit-test';
import { durationBucket, quantile } from './duration-histogram.js';

test('the median and the 95th percentile are accurate to within 5 %, however many responses there are', () => {
  for (const [durations, ...expected] of [
    [[60_000, 0.5, 12], 12, 60_000],
    [Array.from({ length: 200 }, (_, index) => index + 1), 100, 190],
  ] as const) {
    const counts: Record<number, number> = {};
    for (const each of durations) counts[durationBucket(each)] = (counts[durationBucket(each)] ?? 0) + 1;
    const ratios = [0.5, 0.95].map((share, index) => (quantile(counts, share) ?? 0) / (expected[index] ?? 0));
    for (const ratio of ratios) expect(Math.abs(ratio - 1)).toBeLessThan(0.05);
  }
});
