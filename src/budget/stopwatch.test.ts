import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '#unit-test';
import { Stopwatch } from './stopwatch.js';

test('what goes on at the same time is measured once, and what fails is measured too', async () => {
  const stopwatch = new Stopwatch();
  await Promise.all([stopwatch.during(sleep(40)), stopwatch.during(sleep(60)), stopwatch.during(sleep(50))]);
  const first = stopwatch.milliseconds;
  expect(first).toBeGreaterThanOrEqual(55);
  expect(first).toBeLessThan(140);
  await sleep(20);
  expect(stopwatch.milliseconds).toBe(first);
  await stopwatch.during(sleep(20).then(() => Promise.reject(new Error('wrong')))).catch(() => {});
  expect(stopwatch.milliseconds).toBeGreaterThanOrEqual(first + 15);
});
