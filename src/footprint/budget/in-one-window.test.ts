import { expect, test } from '#unit-test';
import { answered } from '../../http/example-answered.js';
import { inOneWindow } from './in-one-window.js';
import { OthersInWindow } from './others-in-window.js';

const fits = [answered({ reset: '60' }), answered({ at: 1, reset: '59' })];
const straddles = [answered({ reset: '1' }), answered({ at: 1, reset: '60' })];
const slow = [answered({ reset: '60' }), answered({ at: 55, reset: '5' })];

test('a row that fits is sent once', async () => {
  const { row, waits } = await sent(1, fits);
  expect(row).toBe(fits);
  expect(waits).toEqual([]);
});

test('a row that did not fit is sent again in the next window, and only the one that fits is told', async () => {
  for (const first of [straddles, slow]) {
    const { row, waits } = await sent(1, first, fits);
    expect(row).toBe(fits);
    expect(waits).toEqual([61]);
  }
  expect((await sent(1, straddles, slow, fits)).row).toBe(fits);
});

test('after three tries nothing is told: a slow target has violated nothing', async () => {
  const { row, waits, left } = await sent(1, slow, straddles, slow, fits);
  expect(row).toBeUndefined();
  expect(waits).toEqual([61, 61]);
  expect(left).toBe(1);
});

test('on a frozen clock every row fits', async () => {
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

test('a row that others were counted in is sent again at once, and told where they stay', async () => {
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
