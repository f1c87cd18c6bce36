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

test('a request was counted right after the previous one if nothing else can have been counted in between', async () => {
  const order = new RequestOrder('key');
  const sent = async (request: WireRequest, status = 200, headers = {}) => {
    const response: TransportResponse = { status, headers: { ...headers }, body: Buffer.from('') };
    const transport = sendingWith(async () => response);
    await order.send(transport, request);
    return order.placeOf(response).before !== undefined;
  };
  const document = (number: string): WireRequest => ({
    ...brands(),
    operation: operation('getDeliveryDocument'),
    url: `https://shop.example.com/api/v1/orders/${number}/delivery-document`,
  });
  expect([await sent(brands()), await sent(brands())]).toEqual([false, true]);
  expect(await sent(document('1'))).toBe(false);
  // An id that was requested before may have its own count.
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

const sendingWith = (send: Transport['send']): Transport => ({ send });

const gone = () => Promise.reject(new Error('gone'));

/** Turns for which nobody has to wait. */
const turns = new Turns(new RateBudget(1, 1).of('test'), { apiKeys: ['k'] });

/** A series that fits one window, one during which a window begins, and one that takes too long. */
const fits = [answered({ reset: '60' }), answered({ at: 1, reset: '59' })];
const straddles = [answered({ reset: '1' }), answered({ at: 1, reset: '60' })];
const slow = [answered({ reset: '60' }), answered({ at: 55, reset: '5' })];
/** Series in which some requests from other clients count. */
const beside = (others: number) => [
  answered({ remaining: '90' }),
  answered({ remaining: String(89 - others) }),
];

test("a series is sent again in the next window if it does not fit into one, or immediately if others' requests count in it", async () => {
  for (const [speed, shared, series, returned, waited, left] of [
    [1, false, [fits], 0, [], 0],
    [1, false, [straddles, fits], 1, [61], 0],
    [1, false, [straddles, slow, fits], 2, [61, 61], 0],
    [1, false, [slow, straddles, slow, fits], undefined, [61, 61], 1],
    // On a frozen clock, every series fits.
    [0, false, [slow, fits], 0, [], 1],
    [1, true, [beside(2), beside(0)], 1, [], 0],
    [1, true, [1, 2, 3, 4, 5, 6, 7, 8, 0].map(beside), undefined, [], 1],
  ] as const) {
    const waits: number[] = [];
    const rest = [...series];
    const clock = { wait: async (seconds: number) => void waits.push(seconds) };
    const merchant = { apiKey: 'k', clock, shared: speed > 0, release: async () => {} };
    const held = <Result>(action: () => Promise<Result>) => action();
    const windows = new Windows(merchant, { held, stopsTest: held }, speed, shared ? turns : undefined);
    const send = async () => rest.shift() as unknown as readonly Exchange[];
    const sent = windows.inOne(operation('listBrands'), 2, send).catch(() => undefined);
    expect(await sent).toBe(returned === undefined ? undefined : series[returned]);
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
  for (const [steps, verdicts] of [
    [[9, 8, 6], 'no no no no no no'],
    [[9, 7, 5], 'no no yes'],
    [[7, 9, 8], 'yes'],
    [[4, 4, 4], 'yes'],
  ] as const) {
    const others = new OthersInWindow(false);
    const judged = verdicts.split(' ').map(() => (others.letJudge(row(...steps)) ? 'yes' : 'no'));
    expect(judged.join(' ')).toBe(verdicts);
  }
  for (const [series, isWhole] of [
    [[...row(...window), rejected], true],
    [row(...window), true],
    [[...row(...window.slice(1)), rejected], false],
    [[...row(...window.slice(0, -1)), rejected], false],
  ] as const)
    expect(new OthersInWindow(true).letJudge(series)).toBe(isWhole);
});
