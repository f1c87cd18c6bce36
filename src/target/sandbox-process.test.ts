import { expect, test } from '#unit-test';
import { residentMemory } from './sandbox-process.js';

test('The measured memory of a process is what the process itself reports', async () => {
  const read = await residentMemory(process.pid);
  const own = process.memoryUsage().rss;
  expect(Math.abs(read - own) / own).toBeLessThan(0.25);
});

test('The memory of a process that does not exist cannot be measured', async () => {
  await expect(residentMemory(2 ** 30)).rejects.toThrow();
});
