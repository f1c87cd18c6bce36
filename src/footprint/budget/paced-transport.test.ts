import { expect, test } from '#unit-test';
import { Pace } from './pace.js';
import { paced } from './paced-transport.js';

const request = { method: 'GET', url: 'http://127.0.0.1/api/v1/brands/', headers: {} };

/** A paced transport to a target that gives these answers in turn, and the seconds that it waited. */
function pacedTo(...answers: readonly { status: number; headers?: Record<string, string> }[]) {
  const waits: number[] = [];
  const pace = new Pace({ wait: async (seconds) => void waits.push(seconds) });
  const left = [...answers];
  const transport = paced(
    {
      send: async () => ({ headers: {}, ...(left.shift() ?? { status: 500 }), body: Buffer.alloc(0) }),
      close: async () => {},
    },
    pace,
  );
  return { send: async () => (await transport.send(request, 'GET /brands/')).status, waits };
}

test('a 429 of a target that says nothing of its limits is waited out, once', async () => {
  const { send, waits } = pacedTo(
    { status: 200 },
    { status: 429 },
    { status: 200 },
    { status: 429 },
    { status: 429 },
  );
  expect([await send(), await send(), await send()]).toEqual([200, 200, 429]);
  expect(waits).toEqual([61, 61]);
});

test('a 429 in spite of limits that were kept to is handed on', async () => {
  const headers = { 'x-ratelimit-limit': '50', 'x-ratelimit-remaining': '49' };
  const { send, waits } = pacedTo({ status: 200, headers }, { status: 429, headers });
  expect([await send(), await send()]).toEqual([200, 429]);
  expect(waits).toEqual([]);
});
