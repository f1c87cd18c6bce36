import { expect, test } from '#testing/unit-test';
import { operation } from '../../contract/operations.js';
import type { WireRequest } from '../../http/transports/transport.js';
import type { Counter } from './rate-budget.js';
import { RateLimited, Turns } from './turns.js';

const request: WireRequest = {
  method: 'GET',
  url: 'http://127.0.0.1/api/v1/brands/',
  headers: { 'X-API-Key': 'k' },
  operation: operation('listBrands'),
};
const counter = { operation: 'GET /api/v1/brands/', key: 'TARGET_API_KEY 1', limit: 50 };

/**
 * A target that responds with the given statuses and then with 200, a sender's turns, and everything that happened, in
 * order.
 */
function sending(...statuses: readonly number[]) {
  const calls: unknown[] = [];
  const rest = statuses.values();
  const transport = {
    send: async () => {
      calls.push('send');
      const headers = { 'x-ratelimit-limit': '50', 'x-ratelimit-remaining': '49', 'retry-after': '0' };
      return { status: rest.next().value ?? 200, headers, body: Buffer.from('') };
    },
  };
  const budget = {
    take: async (taken: Counter, waits = true) => void calls.push(waits ? taken : 'note'),
    ended: async (_: Counter, __: number, response?: object | 'unsent') => {
      const { status, limit, retryAfter } = Object(response);
      calls.push(`ended ${status} of ${limit}, retry after ${retryAfter}`);
    },
    hold: async () => {},
    release: async () => {},
    rest: async () => {},
  };
  const settings = { apiKeys: ['k', 'second'], otherApiKey: 'other', expiredApiKey: 'old' };
  return { transport, calls, turns: new Turns(budget, settings) };
}

test('a request waits for its turn, is sent again after a 429, and its response is reported', async () => {
  const { transport, turns, calls } = sending(429, 429);
  expect((await turns.over(transport).send(request)).status).toBe(200);
  const refused = [counter, 'send', 'ended 429 of 50, retry after 0'];
  expect(calls).toEqual([...refused, ...refused, counter, 'send', 'ended 200 of 50, retry after 0']);
  expect(turns.paced).toEqual({ refusals: 2, requests: { 'GET /api/v1/brands/': 3 } });
});

test('if waiting does not help, the error names the limit', async () => {
  const { transport, turns } = sending(...Array.from({ length: 20 }, () => 429));
  const sent = turns.over(transport).send(request);
  await expect(sent).rejects.toThrow(RateLimited);
  await expect(sent).rejects.toThrow(/^GET \/api\/v1\/brands\/ was answered with 429 6 times/);
});

test('a request is counted by its operation and the name of its key; a request that lacks either is not counted, but is also sent again', async () => {
  for (const [key, name] of [
    ['second', 'TARGET_API_KEY 2'],
    ['other', 'TARGET_OTHER_API_KEY'],
    ['old', undefined],
    ['wrong', undefined],
    [undefined, undefined],
  ]) {
    const { transport, turns, calls } = sending(name === undefined ? 429 : 200);
    await turns.over(transport).send({ ...request, headers: key === undefined ? {} : { 'X-API-Key': key } });
    const seen = calls.filter((each) => each === 'send' || typeof each === 'object');
    expect(seen, key).toEqual(name ? [{ ...counter, key: name }, 'send'] : ['send', 'send']);
  }
});

test('a sender that intends to reach the limit never waits, but its requests are counted', async () => {
  const { transport, turns, calls } = sending(429);
  expect((await turns.noted(transport).send(request)).status).toBe(429);
  expect(calls).toEqual(['note', 'send', 'ended 429 of 50, retry after 0']);
});
