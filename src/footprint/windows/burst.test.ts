import { answered } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { operation } from '../../contract/operations.js';
import type { Exchange } from '../../http/exchange.js';
import { keyHeader } from '../../http/transports/translated-transport.js';
import type { Transport, TransportResponse, WireRequest } from '../../http/transports/transport.js';
import { RateBudget } from '../budget/rate-budget.js';
import { Turns } from '../budget/turns.js';
import { OthersInWindow, RequestOrder } from './burst.js';
import { Windows } from './windows.js';

test('a response overlapped if its request was sent while another one had none, or the other way round', async () => {
  const order = new RequestOrder();
  const begun = () => {
    const response: TransportResponse = { status: 200, headers: {}, body: Buffer.from('') };
    let answer = () => {};
    const answered = new Promise<TransportResponse>((resolve) => {
      answer = () => resolve(response);
    });
    const sent = order.send(
      sendingWith(() => answered),
      brands(),
    );
    const end = async () => {
      answer();
      await sent;
    };
    return { headers: response.headers, end };
  };
  const first = begun();
  await first.end();
  const [around, within] = [begun(), begun()];
  await within.end();
  await around.end();
  await expect(order.send(sendingWith(gone), brands())).rejects.toThrow('gone');
  const last = begun();
  await last.end();
  expect([first, around, within, last].map((each) => order.overlapped(each))).toEqual([
    false,
    true,
    true,
    false,
  ]);
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

/** Turns for which nobody has to wait. */
const turns = new Turns(new RateBudget(1, 1).of('test'), { apiKeys: ['k'] });

/** A series that fits one window, one during which a window begins, and one that takes too long. */
const fits = [answered({ reset: '60' }), answered({ at: 1, reset: '59' })];
const straddles = [answered({ reset: '1' }), answered({ at: 1, reset: '60' })];
const slow = [answered({ reset: '60' }), answered({ at: 55, reset: '5' })];
/** Series in which others' requests count, and one in which none does. */
const between = [answered({ remaining: '9' }), answered({ remaining: '6' })];
const irregular = Array.from({ length: 8 }, (_, others) => [
  answered({ remaining: '90' }),
  answered({ remaining: String(88 - others) }),
]);
const alone = [answered({ remaining: '5' }), answered({ remaining: '4' })];

test('a series is sent again in the next window if it does not fit into one, and at once if others count in it', async () => {
  for (const [speed, shared, series, returned, waited, left] of [
    [1, false, [fits], fits, [], 0],
    [1, false, [straddles, fits], fits, [61], 0],
    [1, false, [straddles, slow, fits], fits, [61, 61], 0],
    [1, false, [slow, straddles, slow, fits], undefined, [61, 61], 1],
    // On a frozen clock, every series fits.
    [0, false, [slow, fits], slow, [], 1],
    [1, true, [between, alone], alone, [], 0],
    [1, true, [...irregular, alone], undefined, [], 1],
  ] as const) {
    const waits: number[] = [];
    const rest = [...series];
    const clock = { wait: async (seconds: number) => void waits.push(seconds) };
    const merchant = { apiKey: 'k', clock, shared: speed > 0, release: async () => {} };
    const held = <Result>(action: () => Promise<Result>) => action();
    const interruption = { held, stopsTest: held };
    const windows = new Windows(merchant, interruption, speed, shared ? turns : undefined);
    const sent = windows.inOne(
      operation('listBrands'),
      2,
      async () => rest.shift() as unknown as readonly Exchange[],
    );
    expect(await sent.catch(() => undefined)).toBe(returned);
    expect([waits, rest.length]).toEqual([waited, left]);
  }
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
