import { answered } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { operation } from '../../contract/operations.js';
import { keyHeader } from '../../http/transports/translated-transport.js';
import type { Transport, TransportResponse, WireRequest } from '../../http/transports/transport.js';
import { Burst, inOneWindow, OthersInWindow, RequestOrder } from './burst.js';

test('a burst that nothing ended only shows that at least so many requests pass, and a reader sees its last response', () => {
  const burst = burstOf(200, 429, 200);
  expect(burst.admitted(1)).toEqual({ declared: 1, observed: 1 });
  expect(burst.exchange).toBe(burst.responses[1]);
  const open = burstOf(200, 200);
  expect(open.admitted(1)).toEqual({ declared: 1, observed: 2, atLeast: true });
  expect(open.exchange).toBe(open.responses[1]);
});

test('a response overlapped if its request was sent while another one had none, or the other way round', async () => {
  const order = new RequestOrder();
  const requests = Array.from({ length: 4 }, () => {
    const response: TransportResponse = { status: 200, headers: {}, body: Buffer.from('') };
    const settle: (() => void)[] = [];
    const send = () =>
      order.send(
        sendingWith(() => new Promise((resolve) => settle.push(() => resolve(response)))),
        brands(),
      );
    return { headers: response.headers, send, response: () => settle[0]?.() };
  });
  const sentAlone = async (request: (typeof requests)[number] | undefined) => {
    const sent = request?.send();
    request?.response();
    await sent;
  };
  const [first, second, third, last] = requests;
  await sentAlone(first);
  const around = second?.send();
  await sentAlone(third);
  second?.response();
  await around;
  await expect(order.send(sendingWith(gone), brands())).rejects.toThrow('gone');
  await sentAlone(last);
  expect(requests.map((each) => order.overlapped(each))).toEqual([false, true, true, false]);
});

test('a request was counted right after the one before if nothing else may have been counted in between', async () => {
  const order = new RequestOrder('key');
  const sent = async (request: WireRequest, status = 200, headers = {}) => {
    const response: TransportResponse = { status, headers: { ...headers }, body: Buffer.from('') };
    await order.send(
      sendingWith(async () => response),
      request,
    );
    return order.before(response) !== undefined;
  };
  const document = (number: string): WireRequest => ({
    ...brands(),
    operation: operation('getDeliveryDocument'),
    url: `https://shop.example.com/api/v1/orders/${number}/delivery-document`,
  });
  expect([await sent(brands()), await sent(brands()), await sent(document('1'))]).toEqual([
    false,
    true,
    false,
  ]);
  // An id that was requested before may have a count of its own.
  expect([await sent(document('2'), 404), await sent(document('1'), 404)]).toEqual([true, false]);
  expect([await sent(brands()), await sent(document('1'), 404)]).toEqual([true, true]);
  for (const between of [
    () => sent({ ...brands(), headers: { [keyHeader]: 'another' } }),
    () => sent(brands(), 502),
    () => sent(document('1'), 200, { location: '/elsewhere' }),
    () => order.send(sendingWith(gone), brands()).catch(() => {}),
    () => Promise.all([sent(brands()), sent(brands())]),
  ]) {
    await sent(brands());
    await between();
    expect([await sent(brands()), await sent(brands())], between.toString()).toEqual([false, true]);
  }
});

const brands = (): WireRequest => ({
  method: 'GET',
  url: 'https://shop.example.com/api/v1/brands/',
  headers: { [keyHeader]: 'key' },
  operation: operation('listBrands'),
});

const sendingWith = (send: Transport['send']): Transport => ({ send, close: async () => {} });

const gone = () => Promise.reject(new Error('gone'));

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

const fits = [answered({ reset: '60' }), answered({ at: 1, reset: '59' })];
const straddles = [answered({ reset: '1' }), answered({ at: 1, reset: '60' })];
const slow = [answered({ reset: '60' }), answered({ at: 55, reset: '5' })];

test('a series that does not fit into one window is sent again in the next one, three times at most', async () => {
  for (const [speed, rows, returned, waited, left] of [
    [1, [fits], fits, [], 0],
    [1, [straddles, fits], fits, [61], 0],
    [1, [slow, fits], fits, [61], 0],
    [1, [straddles, slow, fits], fits, [61, 61], 0],
    [1, [slow, straddles, slow, fits], undefined, [61, 61], 1],
    // On a frozen clock, every series fits.
    [0, [slow, fits], slow, [], 1],
  ] as const) {
    const found = await sent(speed, ...rows);
    expect(found.row).toBe(returned);
    expect([found.waits, found.left]).toEqual([waited, left]);
  }
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

const response = (status: number, remaining: number) => ({
  status,
  headers: { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': String(remaining) },
});
const row = (...remaining: number[]) => remaining.map((each) => response(200, each));
const window = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0];
const rejected = response(429, 0);

test('a missing remaining count means that other clients were counted, unless all steps of all series are equally large', () => {
  const others = new OthersInWindow(false);
  for (let times = 0; times < 8; times += 1) expect(others.letJudge(row(9, 8, 6))).toBe(false);
  const target = new OthersInWindow(false);
  expect([1, 2, 3].map(() => target.letJudge(row(9, 7, 5)))).toEqual([false, false, true]);
  const pairs = new OthersInWindow(false);
  expect([1, 2, 3, 4, 5, 6].map(() => pairs.letJudge(row(9, 7))).indexOf(true)).toBe(5);
});

test('a series can be judged if no count is missing, and one that uses up a window if it had all of it', () => {
  for (const numbers of [[9, 8, 7], [7, 9, 8], [4, 4, 4], []])
    expect(new OthersInWindow(false).letJudge(row(...numbers))).toBe(true);
  for (const whole of [[...row(...window), rejected], row(...window)])
    expect(new OthersInWindow(true).letJudge(whole)).toBe(true);
  for (const part of [window.slice(1), window.slice(0, -1)]) {
    const others = new OthersInWindow(true);
    for (let times = 0; times < 5; times += 1)
      expect(others.letJudge([...row(...part), rejected])).toBe(false);
  }
});
