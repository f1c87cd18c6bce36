import { bucketBounds, type DurationHistogram, quantile } from '../http/duration-histogram.js';
import type { ResponseTimes } from './conformance-report.js';

/** The number of neighbouring buckets in one bar of a plot. */
const bucketsOfBar = 4;

/** Statistics of a histogram of durations; undefined if there were no answers. */
export function responseTimes(durations: DurationHistogram): ResponseTimes | undefined {
  const median = quantile(durations, 0.5);
  const percentile95 = quantile(durations, 0.95);
  if (median === undefined || percentile95 === undefined) return undefined;
  const bars = new Map<number, number>();
  for (const [bucket, times] of Object.entries(durations)) {
    const bar = Math.floor(Number(bucket) / bucketsOfBar);
    bars.set(bar, (bars.get(bar) ?? 0) + times);
  }
  const [first, last] = [Math.min(...bars.keys()), Math.max(...bars.keys())];
  return {
    answers: [...bars.values()].reduce((sum, each) => sum + each, 0),
    median: rounded(median),
    percentile95: rounded(percentile95),
    histogram: Array.from({ length: last - first + 1 }, (_, index) => {
      const lowest = (first + index) * bucketsOfBar;
      const { from } = bucketBounds(lowest);
      const { to } = bucketBounds(lowest + bucketsOfBar - 1);
      return { from: rounded(from), to: rounded(to), answers: bars.get(first + index) ?? 0 };
    }),
  };
}

/** Rounds to three significant digits, the accuracy of a histogram. */
function rounded(milliseconds: number): number {
  return Number(milliseconds.toPrecision(3));
}
