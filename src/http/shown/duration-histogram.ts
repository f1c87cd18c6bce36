/** The number of responses whose duration fell into a bucket, by the number of the bucket. */
export type DurationHistogram = Readonly<Record<number, number>>;

/** The ratio between the bounds of neighbouring buckets: durations read from a histogram are accurate to within 5 %. */
const ratio = 1.1;
/** The upper bound of the first bucket, in milliseconds. */
const shortest = 0.1;

/** The number of the bucket that a duration in milliseconds falls into. */
export function durationBucket(milliseconds: number): number {
  return milliseconds <= shortest ? 0 : Math.ceil(Math.log(milliseconds / shortest) / Math.log(ratio));
}

/**
 * The duration in milliseconds that the given share of the responses didn't exceed.
 * @param share 0.5 for the median
 * @returns undefined if there are no responses
 */
export function quantile(histogram: DurationHistogram, share: number): number | undefined {
  let left = share * Object.values(histogram).reduce((sum, times) => sum + times, 0);
  // Names that are numbers come in ascending order.
  for (const [bucket, times] of Object.entries(histogram)) {
    left -= times;
    // The middle between the bounds of the bucket, as the ratios between durations are.
    if (left <= 0) return (shortest * ratio ** Number(bucket)) / Math.sqrt(ratio);
  }
  return undefined;
}
