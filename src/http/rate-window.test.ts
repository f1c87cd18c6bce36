import { answered, type Given } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { endOfWindow, fitOneWindow, retryAfterOf, secondsToReset } from './rate-window.js';

test('X-RateLimit-Reset counts only if it is a whole number of seconds up to the length of a window', () => {
  const values = ['0', '17', '60', '61', '-1', '1.5', '060', '', 'soon', undefined];
  const found = values.map((reset) => secondsToReset(answered(reset === undefined ? {} : { reset })));
  expect(found).toEqual([0, 17, 60, ...Array(7).fill(undefined)]);
});

test('Retry-After is a number of seconds, with or without a fraction, or a date by the clock of the response', () => {
  const date = 'Sun, 06 Nov 1994 08:49:37 GMT';
  for (const [value, seconds] of [
    ['60', 60],
    ['60.0', 60],
    ['Sun, 06 Nov 1994 08:50:07 GMT', 30],
    ['Sunday, 06-Nov-94 08:50:07 GMT', 30],
    ['Sun Nov  6 08:50:07 1994', 30],
    ['60.', undefined],
    ['soon', undefined],
    ['1700000000', undefined],
  ] as const)
    expect(retryAfterOf({ headers: { 'retry-after': value, date } })?.seconds, value).toBe(seconds);
});

test('the end of a window is known to within the second of rounding and the time that the response took', () => {
  const response = answered({ at: 10, took: 0.5, reset: '20' });
  const endOn = (speed: number) => {
    const { earliest = 0, latest = 0 } = endOfWindow(response, speed) ?? {};
    return [earliest, latest].map((each) => (each - response.startedAt) / 1000);
  };
  expect([1, 10].map(endOn)).toEqual([
    [19, 21.5],
    [1.9, 2.6],
  ]);
  for (const none of [answered(), answered({ reset: '61' })]) expect(endOfWindow(none, 1)).toBeUndefined();
});

/** Requests that say when their window ends: `at+took:reset`, in seconds. */
function reset(row: string): readonly Given[] {
  return row.split(' ').map((each) => {
    const [, at, took = 0, end = ''] = /^([\d.]+)(?:\+(\d+))?:(\d+)$/.exec(each) ?? [];
    return { at: Number(at), took: Number(took), reset: end };
  });
}

/** Requests that say only how many are left: `at+took:remaining`, in seconds. */
function left(row: string): readonly Given[] {
  return reset(row).map(({ reset: remaining = '', ...times }) => ({ ...times, remaining }));
}

const rows: readonly (readonly [what: string, row: readonly Given[], fits: boolean, speed?: number])[] = [
  ['a series of 50 seconds', reset('0:60 50:10'), true],
  ['a longer series, in which a second window could hide', reset('0:60 50.1:10'), false],
  ['a series whose last response arrived later', reset('0:60 45+6:10'), false],
  ['a short series that is longer on the target’s clock', reset('0:60 3:0'), false, 20],
  ['any series on a frozen clock', reset('0:60 900:60'), true, 0],
  ['a series in which the window restarted during a slow response', reset('0:1 1+30:59'), false],
  ['requests that overtook each other', reset('0+3:57 0.1+1:59'), true],
  ['remaining counts that only go down', left('0:9 1:8 2:7 3:0 4:0'), true],
  ['a remaining count that goes up', left('0:9 1:8 2:9'), false],
  [
    'a count that twice does not go down, which one new window does not explain',
    left('0:9 1:9 2:8 3:9'),
    true,
  ],
  ['a count that goes up where only one response has a reset', [...reset('0:60'), ...left('1:2')], false],
  ['a request after them that leaves more than the lowest', left('0+5:7 0+3:9 0+4:8 6:8'), false],
];
test('a series fits one window if it is short and no window began in it, as far as its headers show', () => {
  for (const [what, row, fits, speed = 1] of rows)
    expect(fitOneWindow(row.map(answered), speed), what).toBe(fits);
});
