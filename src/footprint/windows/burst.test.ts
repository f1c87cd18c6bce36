import { answered, exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { Exchange } from '../../http/exchange.js';
import type { TransportAnswer } from '../../http/transports/transport.js';
import { Burst, inOneWindow, inTurn, OthersInWindow, Simultaneous } from './burst.js';

const answering = (passing: number) => (number: number) => (number <= passing ? 200 : 429);
const bursts: readonly (readonly [what: string, sent: number, statusOf: (number: number) => number])[] = [
  ['sends two more requests after it has met the limit', 53, answering(50)],
  ['meets a limit that is a little higher', 55, answering(52)],
  ['ends even if there is no limit', 55, () => 200],
  ['ends two requests after an early 429', 12, (number) => (number === 10 ? 429 : 200)],
];
for (const [what, sent, statusOf] of bursts)
  test(`a burst at a limit of 50 ${what}`, async () => {
    const { answers, ...counted } = await inTurnWith(statusOf);
    expect(counted.sent).toBe(sent);
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, index) => statusOf(index + 1)));
  });

test('a burst sends nothing more once its time is over', async () => {
  expect((await inTurnWith(() => 200, 7)).sent).toBe(7);
});

test('a burst counts the requests that passed before the first 429, and shows that 429 or, without one, the last answer', () => {
  const burst = burstOf(200, 204, 429, 200, 429);
  expect([burst.passed, burst.rejected, burst.exchange]).toEqual([2, burst.answers[2], burst.answers[2]]);
  const open = burstOf(200, 200);
  expect([open.passed, open.rejected, open.exchange]).toEqual([2, undefined, open.answers[1]]);
});

test('a burst that nothing ended only shows that at least so many requests pass', () => {
  expect(burstOf(200, 429, 200).admitted(1)).toEqual({ declared: 1, observed: 1 });
  expect(burstOf(200, 200).admitted(1)).toEqual({ declared: 1, observed: 2, atLeast: true });
});

test('the points of a burst leave out what an answer does not say', () => {
  const burst = new Burst([
    answered({ remaining: '1', reset: '60' }),
    answered({ status: 429, remaining: 'none', reset: '61' }),
  ]);
  expect(burst.points).toEqual([{ status: 200, remaining: 1, reset: 60 }, { status: 429 }]);
});

test('an answer was simultaneous if its request was sent while another one had none, or the other way round', async () => {
  const simultaneous = new Simultaneous();
  const requests = Array.from({ length: 4 }, () => {
    const answer: TransportAnswer = { status: 200, headers: {}, body: Buffer.from('') };
    const exchange = new Exchange({ ...exampleExchange({ operationId: 'listBrands' }), response: answer });
    const settle: (() => void)[] = [];
    const send = () =>
      simultaneous.during(() => new Promise((resolve) => settle.push(() => resolve(answer))));
    return { exchange, send, answer: () => settle[0]?.() };
  });
  const sentAlone = async (request: (typeof requests)[number] | undefined) => {
    const sent = request?.send();
    request?.answer();
    await sent;
  };
  const [first, second, third, last] = requests;
  await sentAlone(first);
  const around = second?.send();
  await sentAlone(third);
  second?.answer();
  await around;
  await expect(simultaneous.during(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  await sentAlone(last);
  expect(requests.map(({ exchange }) => simultaneous.has(exchange))).toEqual([false, true, true, false]);
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

test('a series of requests that fits into one window is sent once', async () => {
  const { row, waits } = await sent(1, fits);
  expect(row).toBe(fits);
  expect(waits).toEqual([]);
});

test('a series that does not fit is sent again in the next window, and only the series that fits is returned', async () => {
  for (const first of [straddles, slow]) {
    const { row, waits } = await sent(1, first, fits);
    expect(row).toBe(fits);
    expect(waits).toEqual([61]);
  }
  expect((await sent(1, straddles, slow, fits)).row).toBe(fits);
});

test('if no series fits after three tries, none is returned', async () => {
  const { row, waits, left } = await sent(1, slow, straddles, slow, fits);
  expect(row).toBeUndefined();
  expect(waits).toEqual([61, 61]);
  expect(left).toBe(1);
});

test('on a frozen clock, every series fits', async () => {
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

test('a series that includes requests from other clients is sent again without a wait, at most eight times in all', async () => {
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

test('a series whose remaining counts are consecutive can be judged, in any order', () => {
  for (const numbers of [[9, 8, 7], [7, 9, 8], [4, 4, 4], []])
    expect(new OthersInWindow(false).letJudge(row(...numbers))).toBe(true);
});

test('a missing remaining count means that other clients were counted, unless all steps of all series are equally large', () => {
  const others = new OthersInWindow(false);
  for (let times = 0; times < 8; times += 1) expect(others.letJudge(row(9, 8, 6))).toBe(false);
  const target = new OthersInWindow(false);
  expect([1, 2, 3].map(() => target.letJudge(row(9, 7, 5)))).toEqual([false, false, true]);
  const pairs = new OthersInWindow(false);
  expect([1, 2, 3, 4, 5, 6].map(() => pairs.letJudge(row(9, 7))).indexOf(true)).toBe(5);
});

test('a series that uses up a window can be judged if it had the whole window', () => {
  expect(new OthersInWindow(true).letJudge([...row(...window), rejected])).toBe(true);
  expect(new OthersInWindow(true).letJudge(row(...window))).toBe(true);
});

test('a series that lacks the first or the last request of its window is never judged', () => {
  const before = new OthersInWindow(true);
  const after = new OthersInWindow(true);
  for (let times = 0; times < 5; times += 1) {
    expect(before.letJudge([...row(...window.slice(1)), rejected])).toBe(false);
    expect(after.letJudge([...row(...window.slice(0, -1)), rejected])).toBe(false);
  }
});
