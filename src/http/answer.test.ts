import { Agent } from 'undici';
import { expect } from '#unit-test';
import { answerLimits, answerTo } from './answer.js';
import { test } from './local-server.js';

const limits = { ...answerLimits, milliseconds: 300 };
const asked = (url: string) => ({ method: 'GET', url: `${url}/`, headers: {} });

test('an answer that came while this process was held up is an answer', async ({ serve }) => {
  const dispatcher = new Agent();
  const url = await serve((_request, response) => setTimeout(() => response.end('there'), 100));
  const answer = answerTo(dispatcher, asked(url), limits);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const end = performance.now() + 1000;
  while (performance.now() < end);
  expect((await answer).body.toString()).toBe('there');
  await dispatcher.destroy();
});

for (const [status, connection, comes] of [
  [400, 'close', false],
  [408, 'close', false],
  [400, 'keep-alive', true],
  [503, 'close', true],
] as const)
  test(`an answer ${status} with connection: ${connection} ${comes ? 'counts' : 'does not count'} if this process was held up`, async ({
    serve,
  }) => {
    const dispatcher = new Agent();
    const url = await serve((_request, response) => response.writeHead(status, { connection }).end('{}'));
    const answer = answerTo(dispatcher, asked(url), limits);
    const end = performance.now() + 1000;
    while (performance.now() < end);
    if (comes) expect((await answer).status).toBe(status);
    else await expect(answer).rejects.toThrow('no answer within 0.3 s');
    await dispatcher.destroy();
  });

test('an answer that never comes is given up', async ({ serve }) => {
  const dispatcher = new Agent();
  const url = await serve(() => {});
  await expect(answerTo(dispatcher, asked(url), limits)).rejects.toThrow('no answer within 0.3 s');
  await dispatcher.destroy();
});
