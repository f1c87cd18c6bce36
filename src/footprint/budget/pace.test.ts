import { expect, test } from '#testing/unit-test';
import { operation } from '../../contract/operations.js';
import type { WireRequest } from '../../http/transports/transport.js';
import { Pace } from './pace.js';

const request: WireRequest = {
  method: 'GET',
  url: 'http://127.0.0.1/api/v1/brands/',
  headers: { 'X-API-Key': 'k' },
  operation: operation('listBrands'),
};

/** A pace; what is left after each response of its target, undefined without headers; and what happens, in order. */
function pacing(limit: number, ...left: readonly (number | undefined)[]) {
  const happened: (string | number)[] = [];
  const answers = left.values();
  const pace = new Pace({ wait: async (seconds) => void happened.push(seconds) });
  const transport = pace.over({
    send: async () => {
      happened.push('sent');
      await new Promise((resolve) => setTimeout(resolve));
      const remaining = answers.next().value;
      const headers = { 'x-ratelimit-limit': `${limit}`, 'x-ratelimit-remaining': `${remaining}` };
      const status = remaining === undefined || remaining < 0 ? 429 : 200;
      return { status, headers: remaining === undefined ? {} : headers, body: Buffer.alloc(0) };
    },
  });
  const send = (key = 'k') => transport.send({ ...request, headers: { 'X-API-Key': key } });
  return { happened, send };
}

test('requests are sent as long as the headers report any left, and then wait for the next window of their key', async () => {
  const { happened, send } = pacing(2, 1, 0, 1, 1);
  for (const key of ['k', 'k', 'other', 'k']) await send(key);
  expect(happened).toEqual(['sent', 'sent', 'sent', 61, 'sent']);
});

test('only one of several simultaneous requests is sent first, and the others stay within the number that its response leaves', async () => {
  const { happened, send } = pacing(10, 2, 1, 0, 9);
  await Promise.all([send(), send(), send()]);
  expect(happened).toEqual(['sent', 'sent', 'sent']);
  await send();
  expect(happened.slice(3)).toEqual([61, 'sent']);
});

test('a 429 without rate limit headers ends the window, and one in spite of them is passed on', async () => {
  const silent = pacing(10, undefined, undefined);
  expect((await silent.send()).status).toBe(429);
  expect(silent.happened).toEqual(['sent', 61, 'sent']);
  const wrong = pacing(10, 9, -1);
  await wrong.send();
  expect((await wrong.send()).status).toBe(429);
  expect(wrong.happened).toEqual(['sent', 'sent']);
});
