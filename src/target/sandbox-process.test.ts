import { expect, test } from '#unit-test';
import { residentMemory } from './sandbox-process.js';

test('The memory of a process is what the process says of itself', async () => {
  const read = await residentMemory(process.pid);
  const own = process.memoryUsage().rss;
  expect(Math.abs(read - own) / own).toBeLessThan(0.25);
});

test('A process that there is none of holds nothing that could be told', async () => {
  await expect(residentMemory(2 ** 30)).rejects.toThrow();
});
