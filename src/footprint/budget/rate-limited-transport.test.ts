import { expect, test } from '#testing/unit-test';
import { operation } from '../../contract/operations.js';
import type { WireRequest } from '../../http/transports/transport.js';
import {
  budgeted,
  countersOf,
  noted,
  Pace,
  paced,
  RateLimited,
  Stopwatch,
} from './rate-limited-transport.js';

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
  const waits: number[] = [];
  const options = {
    budget: {
      take: async (_: unknown, waits = true) => void calls.push(waits ? 'take' : 'note'),
      ended: async (_: unknown, __: number, response?: object | 'unsent') => {
        const { status, limit, retryAfter } = Object(response);
        calls.push(`ended ${status} of ${limit}, retry after ${retryAfter}`);
      },
    },
    counterOf: countersOf({ apiKeys: ['k'] }),
    onRefusal: () => void calls.push('refused'),
    wait: async (milliseconds: number) => void waits.push(milliseconds),
  };
  return { transport, options, calls, waits };
}

test('a request waits for its turn, is sent again after a 429, and its response is reported', async () => {
  const { transport, options, calls } = sending(429, 429, 200);
  const response = await budgeted(transport, options).send(request);
  expect(response.status).toBe(200);
  const refused = ['take', 'send', 'ended 429 of 50, retry after 3', 'refused'];
  expect(calls).toEqual([...refused, ...refused, 'take', 'send', 'ended 200 of 50, retry after 3']);
});

test('if waiting does not help, the error names the limit', async () => {
  const { transport, options } = sending(...Array.from({ length: 20 }, () => 429));
  const sent = budgeted(transport, options).send(request);
  await expect(sent).rejects.toThrow(RateLimited);
  await expect(sent).rejects.toThrow(/^GET \/api\/v1\/brands\/ was answered with 429 6 times/);
});

test('a request without a key is not counted, but waits after a 429 too', async () => {
  const { transport, options, calls, waits } = sending(429, 401);
  const response = await budgeted(transport, options).send({ ...request, headers: {} });
  expect(response.status).toBe(401);
  expect(calls).toEqual(['send', 'refused', 'send']);
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeGreaterThanOrEqual(3000);
});

test('a sender that intends to reach the limit never waits, but is counted', async () => {
  const { transport, options, calls } = sending(429);
  const response = await noted(transport, options).send(request);
  expect(response.status).toBe(429);
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

test('a request is counted by its operation and the name of its key; a request that lacks either is not counted', () => {
  const counterOf = countersOf({ apiKeys: ['first', 'second'], otherApiKey: 'other', expiredApiKey: 'old' });
  const counter = { operation: 'GET /api/v1/brands/', limit: operation('listBrands').rateLimit };
  for (const [key, name] of [
    ['second', 'TARGET_API_KEY 2'],
    ['other', 'TARGET_OTHER_API_KEY'],
    ['old', undefined],
    ['wrong', undefined],
  ] as const)
    expect(counterOf({ ...request, headers: { 'X-API-Key': key } }), key).toEqual(
      name && { ...counter, key: name },
    );
  expect(counterOf({ ...request, headers: {} })).toBeUndefined();
  expect(counterOf({ ...request, headers: { 'X-API-Key': 'first' }, operation: undefined })).toBeUndefined();
});

function waiting() {
  const waits: number[] = [];
  return { pace: new Pace({ wait: async (seconds) => void waits.push(seconds) }), waits };
}

test('requests are sent as long as the headers report any left, and then wait for the next window', async () => {
  const { pace, waits } = waiting();
  for (const remaining of [2, 1, 0]) {
    await pace.before('a');
    pace.after('a', { limit: 3, remaining });
  }
  // Operations and keys have their own windows.
  await pace.before('b');
  expect(waits).toEqual([]);
  await pace.before('a');
  expect(waits).toEqual([61]);
});

test('only one of several simultaneous requests is sent first, and the others stay within the number that its response leaves', async () => {
  const { pace, waits } = waiting();
  const sent: number[] = [];
  const burst = [1, 2, 3].map(async (index) => {
    await pace.before('a');
    sent.push(index);
  });
  await burst[0];
  expect(sent).toEqual([1]);
  pace.after('a', { limit: 10, remaining: 2 });
  await Promise.all(burst);
  expect([sent, waits]).toEqual([[1, 2, 3], []]);
  const next = pace.before('a');
  pace.after('a', { limit: 10, remaining: 1 });
  pace.after('a', { limit: 10, remaining: 0 });
  await next;
  expect(waits).toEqual([61]);
});

test('a series of requests waits for the next window if more than half of this one is used up', async () => {
  for (const [remaining, waited] of [
    [5, []],
    [4, [61]],
  ] as const) {
    const { pace, waits } = waiting();
    await pace.before('a');
    pace.after('a', { limit: 10, remaining });
    await pace.makeRoom();
    expect(waits).toEqual(waited);
  }
});

test('a 429 without rate limit headers ends the window, and one in spite of them is passed on', async () => {
  const headers: Record<string, string> = { 'x-ratelimit-limit': '50', 'x-ratelimit-remaining': '49' };
  for (const [responses, statuses, waited] of [
    [
      [[200], [429], [200], [429], [429]],
      [200, 200, 429],
      [61, 61],
    ],
    [
      [
        [200, headers],
        [429, headers],
      ],
      [200, 429],
      [],
    ],
  ] as const) {
    const { pace, waits } = waiting();
    const left: (readonly [status: number, headers?: Record<string, string>])[] = [...responses];
    const send = async () => {
      const [status, sent = {}] = left.shift() ?? [500];
      return { status, headers: sent, body: Buffer.alloc(0) };
    };
    const transport = paced({ send, close: async () => {} }, pace);
    const seen: number[] = [];
    while (left.length > 0) seen.push((await transport.send(request)).status);
    expect([seen, waits]).toEqual([statuses, waited]);
  }
});

test('a stopwatch shows when the longer activities ran: simultaneous ones, failed ones too, and close neighbours are one', async () => {
  let now = 1000;
  const stopwatch = new Stopwatch(() => now);
  const begin = (fails = false) => {
    let end = () => {};
    const activity = new Promise<void>((resolve, reject) => {
      end = fails ? () => reject(new Error('failed')) : resolve;
    });
    const watched = stopwatch.during(activity).catch(() => {});
    return async (milliseconds: number) => {
      now += milliseconds;
      end();
      await watched;
    };
  };
  now += 7;
  await begin()(50.4);
  now += 1000;
  await begin()(49);
  now += 10;
  const [first, second] = [begin(), begin(true)];
  await first(40);
  await second(20);
  now += 999;
  await begin()(60);
  expect(stopwatch.spans).toEqual([
    { from: 7, milliseconds: 50 },
    { from: 1116, milliseconds: 1119 },
  ]);
});
