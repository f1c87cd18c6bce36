import { answered, type Given } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { fitOneWindow, retryAfterOf } from './rate-window.js';

test('Retry-After is a number of seconds, with or without a fraction, or a date by the clock of the response', () => {
  const date = 'Sun, 06 Nov 1994 08:49:37 GMT';
  for (const [value, seconds] of [
    ['60', 60],
    ['60.0', 60],
    ['Sun, 06 Nov 1994 08:50:07 GMT', 30],
    ['Sunday, 06-Nov-94 08:50:07 GMT', 30],
    ['60.', undefined],
    ['soon', undefined],
    ['1700000000', undefined],
  ] as const)
    expect(retryAfterOf({ headers: { 'retry-after': value, date } })?.seconds, value).toBe(seconds);
});

/** Requests in a row, in seconds: `at+took:30` says when its window ends, `at+took=30` only how many are left. */
function requests(row: string): readonly Given[] {
  return row.split(' ').map((each) => {
    const [, at, took = 0, sign, said = ''] = /^([\d.]+)(?:\+(\d+))?([:=])(\d+)$/.exec(each) ?? [];
    return { at: Number(at), took: Number(took), [sign === ':' ? 'reset' : 'remaining']: said };
  });
}

const rows: readonly (readonly [what: string, row: string, fits: boolean, speed?: number])[] = [
  ['a series of 50 seconds', '0:60 50:10', true],
  ['a longer series, in which a second window could hide', '0:60 50.1:10', false],
  ['a series whose last response arrived later', '0:60 45+6:10', false],
  ['a short series that is longer on the target’s clock', '0:60 3:0', false, 20],
  ['any series on a frozen clock', '0:60 900:60', true, 0],
  ['a series in which the window restarted during a slow response', '0:1 1+30:59', false],
  ['requests that overtook each other', '0+3:57 0.1+1:59', true],
  ['remaining counts that only go down', '0=9 1=8 2=7 3=0 4=0', true],
  ['a remaining count that goes up', '0=9 1=8 2=9', false],
  ['a count that twice does not go down, which one new window does not explain', '0=9 1=9 2=8 3=9', true],
  ['a count that goes up where only one response has a reset', '0:60 1=2', false],
  ['a request after them that leaves more than the lowest', '0+5=7 0+3=9 0+4=8 6=8', false],
];

test('a series fits one window if it is short and no window began in it, as far as its headers show', () => {
  for (const [what, row, fits, speed = 1] of rows)
    expect(fitOneWindow(requests(row).map(answered), speed), what).toBe(fits);
});
