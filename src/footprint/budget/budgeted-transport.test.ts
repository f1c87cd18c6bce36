import { expect, test } from '#unit-test';
import { operation } from '../../contract/operations.js';
import type { WireRequest } from '../../http/transport.js';
import { budgeted, Counters, noted, RateLimited } from './budgeted-transport.js';

const request: WireRequest = {
  method: 'GET',
  url: 'http://127.0.0.1/api/v1/brands/',
  headers: { 'X-API-Key': 'k' },
  operation: operation('listBrands'),
};

function sending(...statuses: readonly number[]) {
  const calls: string[] = [];
  const left = [...statuses];
  const transport = {
    send: async () => {
      calls.push('send');
      const headers = { 'x-ratelimit-limit': '50', 'x-ratelimit-remaining': '49', 'retry-after': '3' };
      return { status: left.shift() ?? 200, headers, body: Buffer.from('') };
    },
    close: async () => {},
  };
  const budget = {
    take: async () => void calls.push('take'),
    note: async () => void calls.push('note'),
    ended: async (_: unknown, __: number, answer?: { status: number; limit?: number; retryAfter?: number }) =>
      void calls.push(`ended ${answer?.status} of ${answer?.limit}, retry after ${answer?.retryAfter}`),
  };
  const waits: number[] = [];
  let refusals = 0;
  const options = {
    budget,
    counterOf: ({ headers }: WireRequest) =>
      headers['X-API-Key'] === undefined
        ? undefined
        : { operation: 'GET /api/v1/brands/', key: 'key 1', limit: 50 },
    onRefusal: () => {
      refusals += 1;
    },
    wait: async (milliseconds: number) => void waits.push(milliseconds),
  };
  return { transport, options, calls, waits, refusals: () => refusals };
}

test('each request waits for its turn, and its answer is reported', async () => {
  const { transport, options, calls } = sending(200);
  await budgeted(transport, options).send(request);
  expect(calls).toEqual(['take', 'send', 'ended 200 of 50, retry after 3']);
});

test('a request that gets a 429 is sent again after a wait, and its sender never sees the 429', async () => {
  const { transport, options, refusals } = sending(429, 429, 200);
  const answer = await budgeted(transport, options).send(request);
  expect(answer.status).toBe(200);
  expect(refusals()).toBe(2);
});

test('if waiting does not help, the error names the limit', async () => {
  const { transport, options } = sending(...Array.from({ length: 20 }, () => 429));
  const sent = budgeted(transport, options).send(request);
  await expect(sent).rejects.toThrow(RateLimited);
  await expect(sent).rejects.toThrow(/^GET \/api\/v1\/brands\/ was answered 429 6 times/);
});

test('a request without a key is not counted, but waits after a 429 too', async () => {
  const { transport, options, calls, waits } = sending(429, 401);
  const answer = await budgeted(transport, options).send({ ...request, headers: {} });
  expect(answer.status).toBe(401);
  expect(calls).toEqual(['send', 'send']);
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeGreaterThanOrEqual(3000);
});

test('a sender that intends to reach the limit never waits, but is counted', async () => {
  const { transport, options, calls } = sending(429);
  const answer = await noted(transport, options).send(request);
  expect(answer.status).toBe(429);
  expect(calls).toEqual(['note', 'send', 'ended 429 of 50, retry after 3']);
});

test('the time of a request begins when it is sent, after its wait', async () => {
  const { transport, options } = sending(200);
  let turn = { at: 0, on: 0 };
  const take = async () => {
    await new Promise((resolve) => setTimeout(resolve, 60));
    turn = { at: Date.now(), on: performance.now() };
  };
  const late = { ...options, budget: { ...options.budget, take } };
  const { timing } = await budgeted(transport, late).send(request);
  const sinceTurn = performance.now() - turn.on;
  expect(timing?.startedAt).toBeGreaterThanOrEqual(turn.at);
  expect(timing?.milliseconds).toBeLessThanOrEqual(sinceTurn);
});

test('a request counts by its operation and its key, whose name is not the key; without both it counts nowhere', () => {
  const counters = new Counters({ apiKeys: ['first', 'second'], otherApiKey: 'other' });
  const counterOf = (key: string, more: Partial<WireRequest> = {}) =>
    counters.counterOf({ ...request, headers: { 'X-API-Key': key }, ...more });
  const { rateLimit: limit } = operation('listBrands');
  expect(counterOf('second')).toEqual({ operation: 'GET /api/v1/brands/', key: 'key 2', limit });
  expect(counterOf('other')).toEqual({ operation: 'GET /api/v1/brands/', key: 'other key', limit });
  for (const counter of [
    counterOf('wrong'),
    counterOf('', { headers: {} }),
    counterOf('first', { operation: undefined }),
  ])
    expect(counter).toBeUndefined();
});
