import { expect, test } from '#testing/unit-test';
import { operation } from '../../contract/operations.js';
import type { WireRequest } from '../../http/transports/transport.js';
import { budgeted, Counters, noted, Pace, paced, RateLimited, Stopwatch } from './rate-limited-transport.js';

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
    ended: async (
      _: unknown,
      __: number,
      response?: { status: number; limit?: number; retryAfter?: number },
    ) =>
      void calls.push(`ended ${response?.status} of ${response?.limit}, retry after ${response?.retryAfter}`),
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

test('a request waits for its turn, is sent again after a 429, and its response is reported', async () => {
  const { transport, options, calls, refusals } = sending(429, 429, 200);
  const response = await budgeted(transport, options).send(request);
  const refused = ['take', 'send', 'ended 429 of 50, retry after 3'];
  expect([response.status, refusals()]).toEqual([200, 2]);
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
  expect(calls).toEqual(['send', 'send']);
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
  const { pace, waits } = waiting();
  for (const [remaining, waited] of [
    [5, []],
    [4, [61]],
  ] as const) {
    await pace.before('a');
    pace.after('a', { limit: 10, remaining });
    await pace.makeRoom();
    expect(waits).toEqual(waited);
  }
});

/** The statuses that a paced sender sees of a target's responses, and the seconds that it waited. */
async function pacedTo(times: number, ...responses: readonly (readonly [number, Record<string, string>?])[]) {
  const { pace, waits } = waiting();
  const left = [...responses];
  const send = async () => {
    const [status, headers = {}] = left.shift() ?? [500];
    return { status, headers, body: Buffer.alloc(0) };
  };
  const transport = paced({ send, close: async () => {} }, pace);
  const request = { method: 'GET', url: 'http://127.0.0.1/api/v1/brands/', headers: {} };
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push((await transport.send(request)).status);
  return { statuses, waits };
}

test('a 429 without rate limit headers ends the window, and one in spite of them is passed on', async () => {
  const headers = { 'x-ratelimit-limit': '50', 'x-ratelimit-remaining': '49' };
  const waited = { statuses: [200, 200, 429], waits: [61, 61] };
  expect(await pacedTo(3, [200], [429], [200], [429], [429])).toEqual(waited);
  expect(await pacedTo(2, [200, headers], [429, headers])).toEqual({ statuses: [200, 429], waits: [] });
});

test('a stopwatch counts simultaneous activities once, and failed ones too', async () => {
  let now = 1000;
  const stopwatch = new Stopwatch(() => now);
  const settle: (() => void)[] = [];
  const activity = (fails = false) =>
    stopwatch
      .during(
        new Promise<void>((resolve, reject) => settle.push(fails ? () => reject(new Error()) : resolve)),
      )
      .catch(() => {});
  const [first, second] = [activity(), activity(true)];
  now += 40;
  settle[0]?.();
  await first;
  expect(stopwatch.milliseconds, 'the second one still runs').toBe(0);
  now += 20;
  settle[1]?.();
  await second;
  expect(stopwatch.milliseconds).toBe(60);
});

test('a stopwatch shows when the longer activities ran, and joins neighbours if there are too many', async () => {
  const spansOf = async (...pausesAndActivities: readonly (readonly [pause: number, activity: number])[]) => {
    let now = 1000;
    const stopwatch = new Stopwatch(() => now);
    for (const [pause, activity] of pausesAndActivities) {
      now += pause;
      const ends: (() => void)[] = [];
      const watched = stopwatch.during(new Promise<void>((resolve) => ends.push(resolve)));
      now += activity;
      ends[0]?.();
      await watched;
    }
    return stopwatch.spans;
  };
  expect(await spansOf([7, 50.4], [1, 49], [10, 60])).toEqual([
    { from: 7, milliseconds: 50 },
    { from: 117, milliseconds: 60 },
  ]);
  const even = Array.from({ length: 20 }, () => [90, 60] as const);
  expect(await spansOf(...even)).toHaveLength(20);
  // The first two are the closest neighbours.
  expect(await spansOf([0, 60], [60, 60], ...even)).toHaveLength(1);
  expect((await spansOf([0, 60], [40, 60], ...even.slice(1))).slice(0, 2)).toEqual([
    { from: 0, milliseconds: 160 },
    { from: 250, milliseconds: 60 },
  ]);
});
