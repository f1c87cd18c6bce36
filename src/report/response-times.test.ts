import { expect, test } from '#unit-test';
import { durationBucket } from '../http/duration-histogram.js';
import { responseTimes } from './response-times.js';

test('median, 95th percentile and a histogram without gaps', () => {
  const durations = { [durationBucket(1)]: 90, [durationBucket(50)]: 10 };
  const times = responseTimes(durations);
  expect(times?.answers).toBe(100);
  expect(times?.median).toBeCloseTo(1, 1);
  expect(Math.abs((times?.percentile95 ?? 0) - 50)).toBeLessThan(2.5);
  const bars = times?.histogram ?? [];
  expect(bars.map(({ answers }) => answers).filter((answers) => answers > 0)).toEqual([90, 10]);
  for (const [index, { from }] of bars.entries()) if (index > 0) expect(bars[index - 1]?.to).toBe(from);
});

test('without a success there are no times', () => {
  expect(responseTimes({})).toBeUndefined();
});
