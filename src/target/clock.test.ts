import { expect } from '#unit-test';
import { controlledClock, runningClock } from './clock.js';
import { ControlInterface } from './control-interface.js';
import { test } from './local-server.js';

test('a running clock waits in real time, shortened by its speed', async () => {
  const start = performance.now();
  await runningClock(1000).wait(50);
  const waited = performance.now() - start;
  expect(waited).toBeGreaterThanOrEqual(48);
  expect(waited).toBeLessThan(450);
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
