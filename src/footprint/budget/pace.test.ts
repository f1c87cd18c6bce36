import { expect, test } from '#unit-test';
import { Pace, paced, Stopwatch } from './pace.js';

function waiting() {
  const waits: number[] = [];
  return { pace: new Pace({ wait: async (seconds) => void waits.push(seconds) }), waits };
}

test('requests pass as long as the headers leave any; then the window ends, and the next one is unknown', async () => {
  const { pace, waits } = waiting();
  for (const remaining of [2, 1, 0]) {
    await pace.before('a');
    pace.after('a', 3, remaining);
  }
  // Operations and keys have their own windows.
  await pace.before('b');
  expect(waits).toEqual([]);
  await pace.before('a');
  expect(waits).toEqual([61]);
});

test('a burst begins with one request, and the others stay within what its answer leaves', async () => {
  const { pace, waits } = waiting();
  const sent: number[] = [];
  const burst = [1, 2, 3].map(async (index) => {
    await pace.before('a');
    sent.push(index);
  });
  await burst[0];
  expect(sent).toEqual([1]);
  pace.after('a', 10, 2);
  await Promise.all(burst);
  expect([sent, waits]).toEqual([[1, 2, 3], []]);
  const next = pace.before('a');
  pace.after('a', 10, 1);
  pace.after('a', 10, 0);
  await next;
  expect(waits).toEqual([61]);
});

test('a row of requests waits for the next window if more than half of this one is used up', async () => {
  const { pace, waits } = waiting();
  for (const [remaining, waited] of [
    [5, []],
    [4, [61]],
  ] as const) {
    await pace.before('a');
    pace.after('a', 10, remaining);
    await pace.makeRoom();
    expect(waits).toEqual(waited);
  }
});

/** The statuses that a paced sender sees of a target's answers, and the seconds that it waited. */
async function pacedTo(times: number, ...answers: readonly (readonly [number, Record<string, string>?])[]) {
  const { pace, waits } = waiting();
  const left = [...answers];
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

test('a 429 of a target without rate limit headers ends the window, and the request is sent once more', async () => {
  expect(await pacedTo(3, [200], [429], [200], [429], [429])).toEqual({
    statuses: [200, 200, 429],
    waits: [61, 61],
  });
});

test('a 429 in spite of the headers is passed on', async () => {
  const headers = { 'x-ratelimit-limit': '50', 'x-ratelimit-remaining': '49' };
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
