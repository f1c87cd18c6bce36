import { expect, test } from '#unit-test';
import { residentMemory } from './sandbox-process.js';

test('the measured memory of a process agrees with the number that the process reports', async () => {
  const read = await residentMemory(process.pid);
  const own = process.memoryUsage().rss;
  expect(Math.abs(read - own) / own).toBeLessThan(0.25);
});

test('measuring the memory of a process that does not exist is an error', async () => {
  await expect(residentMemory(2 ** 30)).rejects.toThrow();
});
