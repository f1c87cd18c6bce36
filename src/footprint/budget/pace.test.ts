import { expect, test } from '#unit-test';
import { Pace, paced, Stopwatch } from './pace.js';

test('requests are let through as long as the headers leave any', async () => {
  const { pace, waits } = waiting();
  for (const remaining of [2, 1, 0]) {
    await pace.before('a');
    pace.after('a', 3, remaining);
  }
  expect(waits).toEqual([]);
});

test('when nothing is left the window is waited out, once, and then it is found out anew', async () => {
  const { pace, waits } = waiting();
  await pace.before('a');
  pace.after('a', 3, 0);
  await pace.before('a');
  expect(waits).toEqual([61]);
});

test('requests on the way count, so that a burst stays within what is left', async () => {
  const { pace, waits } = waiting();
  await pace.before('a');
  pace.after('a', 10, 2);
  await Promise.all([pace.before('a'), pace.before('a')]);
  expect(waits).toEqual([]);
  const third = pace.before('a');
  pace.after('a', 10, 1);
  pace.after('a', 10, 0);
  await third;
  expect(waits).toEqual([61]);
});

test('a burst begins with one request, whose answer tells how many the window takes', async () => {
  const { pace, waits } = waiting();
  const sent: number[] = [];
  const burst = [1, 2, 3, 4].map(async (index) => {
    await pace.before('a');
    sent.push(index);
  });
  await burst[0];
  expect(sent).toEqual([1]);
  pace.after('a', 10, 9);
  await Promise.all(burst);
  expect(sent).toEqual([1, 2, 3, 4]);
  expect(waits).toEqual([]);
});

test('operations and keys are counted apart', async () => {
  const { pace, waits } = waiting();
  await pace.before('a');
  pace.after('a', 3, 0);
  await pace.before('b');
  expect(waits).toEqual([]);
});

test('an answer without numbers, or none at all, says nothing and blocks nothing', async () => {
  const { pace, waits } = waiting();
  for (let sent = 0; sent < 50; sent += 1) {
    await pace.before('a');
    pace.after('a');
  }
  expect(waits).toEqual([]);
});

test('room is made before a row of requests where a window is used up by more than half', async () => {
  const { pace, waits } = waiting();
  await pace.before('a');
  pace.after('a', 10, 5);
  await pace.makeRoom();
  expect(waits).toEqual([]);
  await pace.before('a');
  pace.after('a', 10, 4);
  await pace.makeRoom();
  expect(waits).toEqual([61]);
});

function waiting(): { pace: Pace; waits: readonly number[] } {
  const waits: number[] = [];
  const pace = new Pace({ wait: async (seconds) => void waits.push(seconds) });
  return { pace, waits };
}

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
  return { send: async () => (await transport.send(request)).status, waits };
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

test('what goes on at the same time is measured once, and what fails is measured too', async () => {
  let now = 1000;
  const stopwatch = new Stopwatch(() => now);
  const [first, second, third] = [pending(), pending(), pending()];
  const firstTwo = [stopwatch.during(first.promise), stopwatch.during(second.promise)];
  now += 40;
  first.resolve();
  await firstTwo[0];
  expect(stopwatch.milliseconds, 'what still goes on is not counted').toBe(0);
  now += 20;
  second.resolve();
  await firstTwo[1];
  expect(stopwatch.milliseconds).toBe(60);
  now += 1000;
  const failing = stopwatch.during(third.promise);
  now += 5;
  third.reject(new Error('wrong'));
  await expect(failing).rejects.toThrow('wrong');
  expect(stopwatch.milliseconds).toBe(65);
});

/** A promise that the test settles. */
function pending() {
  let resolve: () => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
}
