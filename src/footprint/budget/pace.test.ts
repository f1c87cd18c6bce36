import { expect, test } from '#unit-test';
import { Pace } from './pace.js';

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
