import { expect } from '#unit-test';
import { test } from '../http/local-server.js';
import { controlledClock, runningClock } from './clock.js';
import { ControlInterface } from './control-interface.js';

test('a running clock waits in real time, shortened by its speed', async () => {
  const waited: number[] = [];
  await runningClock(1000, async (milliseconds) => waited.push(milliseconds)).wait(50);
  expect(waited).toEqual([50]);
  const start = performance.now();
  await runningClock(1000).wait(50);
  // A Node timer counts whole milliseconds, and may fire a fraction of one early.
  expect(performance.now() - start).toBeGreaterThan(48);
});

test('a controlled clock is moved, and nothing is waited for', async ({ serve }) => {
  const calls: string[] = [];
  const url = await serve(async (request, response) => {
    calls.push(`${request.method} ${request.url} ${(await request.toArray()).join('')}`);
    response.writeHead(204).end();
  });
  await controlledClock(new ControlInterface({ url, token: 'token' }), 'm-1').wait(86_400);
  expect(calls).toEqual(['POST /merchants/m-1/clock {"advance":86400}']);
});
