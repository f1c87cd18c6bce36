import { expect, test } from '#unit-test';
import { answered } from '../../http/example-exchange.js';
import { Burst, inOneWindow, inTurn, OthersInWindow } from './burst.js';

test('a burst sends requests until it meets the limit, and two more', async () => {
  const { answers, sent } = await inTurnWith((number) => (number <= 50 ? 200 : 429));
  expect(sent).toBe(53);
  expect(answers.slice(49).map(({ status }) => status)).toEqual([200, 429, 429, 429]);
});

test('an early 429 ends a burst two requests later', async () => {
  expect((await inTurnWith((number) => (number === 10 ? 429 : 200))).sent).toBe(12);
});

test('a burst meets a limit that is a little higher, and ends even if there is no limit', async () => {
  expect((await inTurnWith((number) => (number <= 52 ? 200 : 429))).sent).toBe(55);
  expect((await inTurnWith(() => 200)).sent).toBe(55);
});

test('a burst sends nothing more once its time is over', async () => {
  expect((await inTurnWith(() => 200, 7)).sent).toBe(7);
});

test('a burst counts the requests that passed before the first refusal, and shows that refusal', () => {
  const burst = burstOf(200, 204, 429, 200, 429);
  expect(burst.passed).toBe(2);
  expect(burst.rejected).toBe(burst.answers[2]);
  expect(burst.exchange).toBe(burst.answers[2]);
});

test('a burst without a refusal shows its last exchange', () => {
  const burst = burstOf(200, 200);
  expect(burst.passed).toBe(2);
  expect(burst.rejected).toBeUndefined();
  expect(burst.exchange).toBe(burst.answers[1]);
});

test('a burst is summarised in a few lines', () => {
  expect(burstOf(200, 200, 200, 429).trail).toEqual([
    'requests 1 to 3: status 200, remaining 9 to 7',
    'request 4: status 429, remaining 6',
  ]);
  const changing = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 200 : 429));
  expect(burstOf(...changing).trail).toHaveLength(13);
  expect(burstOf(...changing).trail.at(-1)).toBe('and 28 more changes');
});

function burstOf(...statuses: readonly number[]) {
  return new Burst(statuses.map((status, index) => answered({ status, remaining: String(9 - index) })));
}

/** A burst with a limit of 50 to a target that answers by the number of the request, from 1. */
async function inTurnWith(statusOf: (number: number) => number, enough = Number.POSITIVE_INFINITY) {
  let sent = 0;
  const send = async () => {
    sent += 1;
    return answered({ status: statusOf(sent) });
  };
  const answers = await inTurn(send, 50, () => sent < enough);
  return { answers, sent };
}

const fits = [answered({ reset: '60' }), answered({ at: 1, reset: '59' })];
const straddles = [answered({ reset: '1' }), answered({ at: 1, reset: '60' })];
const slow = [answered({ reset: '60' }), answered({ at: 55, reset: '5' })];

test('a row of requests that fits into one window is sent once', async () => {
  const { row, waits } = await sent(1, fits);
  expect(row).toBe(fits);
  expect(waits).toEqual([]);
});

test('a row that does not fit is sent again in the next window, and only the row that fits is returned', async () => {
  for (const first of [straddles, slow]) {
    const { row, waits } = await sent(1, first, fits);
    expect(row).toBe(fits);
    expect(waits).toEqual([61]);
  }
  expect((await sent(1, straddles, slow, fits)).row).toBe(fits);
});

test('after three tries nothing is returned: a slow target has not violated anything', async () => {
  const { row, waits, left } = await sent(1, slow, straddles, slow, fits);
  expect(row).toBeUndefined();
  expect(waits).toEqual([61, 61]);
  expect(left).toBe(1);
});

test('on a frozen clock, every row fits', async () => {
  const { row, waits } = await sent(0, slow, fits);
  expect(row).toBe(slow);
  expect(waits).toEqual([]);
});

async function sent(speed: number, ...rows: readonly (typeof fits)[]) {
  const waits: number[] = [];
  const left = [...rows];
  const clock = { speed, wait: async (seconds: number) => void waits.push(seconds) };
  const row = await inOneWindow(async () => left.shift() ?? [], clock);
  return { row, waits, left: left.length };
}

test('a row that includes requests of others is sent again at once, and returned if they stay', async () => {
  const between = [answered({ remaining: '9' }), answered({ remaining: '6' })];
  const alone = [answered({ remaining: '5' }), answered({ remaining: '4' })];
  const waits: number[] = [];
  const clock = { speed: 1, wait: async (seconds: number) => void waits.push(seconds) };

  const left = [between, alone];
  expect(await inOneWindow(async () => left.shift() ?? [], clock, new OthersInWindow(false))).toBe(alone);

  let sent = 0;
  const never = inOneWindow(
    async () => {
      sent += 1;
      return [answered({ remaining: '90' }), answered({ remaining: String(88 - sent) })];
    },
    clock,
    new OthersInWindow(false),
  );
  expect(await never).toBeUndefined();
  expect(waits).toEqual([]);
  expect(sent).toBe(8);
});

const answer = (status: number, remaining: number) => ({
  status,
  header: (name: string) => ({ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': String(remaining) })[name],
});
const row = (...remaining: number[]) => remaining.map((each) => answer(200, each));
const window = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0];
const rejected = answer(429, 0);

test('a row whose numbers are consecutive can be judged, in whatever order they came', () => {
  for (const numbers of [[9, 8, 7], [7, 9, 8], [4, 4, 4], []])
    expect(new OthersInWindow(false).letJudge(row(...numbers))).toBe(true);
});

test('a missing number means that others were counted, unless each step of each row is too large by the same amount', () => {
  const others = new OthersInWindow(false);
  for (let times = 0; times < 8; times += 1) expect(others.letJudge(row(9, 8, 6))).toBe(false);
  const target = new OthersInWindow(false);
  expect([1, 2, 3].map(() => target.letJudge(row(9, 7, 5)))).toEqual([false, false, true]);
  const pairs = new OthersInWindow(false);
  expect([1, 2, 3, 4, 5, 6].map(() => pairs.letJudge(row(9, 7))).indexOf(true)).toBe(5);
});

test('a row that uses up a window can be judged if it had all of that window', () => {
  expect(new OthersInWindow(true).letJudge([...row(...window), rejected])).toBe(true);
  expect(new OthersInWindow(true).letJudge(row(...window))).toBe(true);
});

test('requests of others before the first or after the last request are never held against the target', () => {
  const before = new OthersInWindow(true);
  const behind = new OthersInWindow(true);
  for (let times = 0; times < 5; times += 1) {
    expect(before.letJudge([...row(...window.slice(1)), rejected])).toBe(false);
    expect(behind.letJudge([...row(...window.slice(0, -1)), rejected])).toBe(false);
  }
});
