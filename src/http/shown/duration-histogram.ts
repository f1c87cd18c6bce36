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
  const counts = Object.entries(histogram)
    .map(([bucket, times]) => ({ bucket: Number(bucket), times }))
    .toSorted((a, b) => a.bucket - b.bucket);
  const all = counts.reduce((sum, { times }) => sum + times, 0);
  let passed = 0;
  for (const { bucket, times } of counts) {
    passed += times;
    if (passed < share * all) continue;
    const most = shortest * ratio ** bucket;
    // The middle between the bounds of the bucket, as the ratios between durations are.
    return bucket === 0 ? most : most / Math.sqrt(ratio);
  }
  return undefined;
}
