import { expect, test } from '#unit-test';
import { answered } from '../../http/example-answered.js';
import { Burst, inTurn } from './burst.js';

test('requests are sent until the limit is met, and two behind it', async () => {
  const { answers, sent } = await inTurnWith((number) => (number <= 50 ? 200 : 429));
  expect(sent).toBe(53);
  expect(answers.slice(49).map(({ status }) => status)).toEqual([200, 429, 429, 429]);
});

test('a 429 that comes early ends it, two requests later', async () => {
  expect((await inTurnWith((number) => (number === 10 ? 429 : 200))).sent).toBe(12);
});

test('a limit that is a little higher is met, and one that there is none of ends all the same', async () => {
  expect((await inTurnWith((number) => (number <= 52 ? 200 : 429))).sent).toBe(55);
  expect((await inTurnWith(() => 200)).sent).toBe(55);
});

test('when the time is over no more is sent', async () => {
  expect((await inTurnWith(() => 200, 7)).sent).toBe(7);
});

test('a burst tells how many passed before the first that did not, and shows that one', () => {
  const burst = burstOf(200, 204, 429, 200, 429);
  expect(burst.passed).toBe(2);
  expect(burst.rejected).toBe(burst.answers[2]);
  expect(burst.exchange).toBe(burst.answers[2]);
});

test('a burst of which all passed shows the last', () => {
  const burst = burstOf(200, 200);
  expect(burst.passed).toBe(2);
  expect(burst.rejected).toBeUndefined();
  expect(burst.exchange).toBe(burst.answers[1]);
});

test('a burst is told in a few lines', () => {
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
