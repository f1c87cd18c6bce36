import { expect, test } from '#testing/unit-test';
import { residentMemory } from './sandbox-process.js';

test('the measured memory of a process agrees with the number that the process reports', async () => {
  // Memory may change between two looks at it, but not each time.
  const difference = async () => {
    const own = process.memoryUsage().rss;
    return Math.abs((await residentMemory(process.pid)) - own) / own;
  };
  await expect.poll(difference).toBeLessThan(0.005);
});

test('measuring the memory of a process that does not exist is an error', async () => {
  await expect(residentMemory(2 ** 30)).rejects.toThrow();
});
